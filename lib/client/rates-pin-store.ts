import { useSyncExternalStore } from 'react';
import { PINS_COOKIE, readPins } from './rates-pins.ts';

const YEAR_SECONDS = 31_536_000;

/** Told to this window after a pin was set or taken away. */
const CHANGED = 'crossrate:pins-changed';

/** The pinned codes of this browser; the first render gives what the server saw. */
export function usePins(served: string | null): readonly string[] {
  const value = useSyncExternalStore(
    subscribe,
    () => storedPins(),
    () => served,
  );
  return readPins(value);
}

/** Keeps the pinned codes for the next visits of this browser. */
export function keepPins(pins: readonly string[]): void {
  document.cookie = `${PINS_COOKIE}=${pins.join('.')}; Path=/rates; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  window.dispatchEvent(new Event(CHANGED));
}

function storedPins(): string | null {
  const start = `${PINS_COOKIE}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  return () => window.removeEventListener(CHANGED, onChange);
}
