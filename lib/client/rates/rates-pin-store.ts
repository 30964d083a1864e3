import { useMemo, useSyncExternalStore } from 'react';
import { PINS_COOKIE, readPins } from './rates-pins.ts';

const YEAR_SECONDS = 31_536_000;

/** What the cookie held when it was last looked at, which is slow: the browser asks another process for it. */
let known: string | null | undefined;

/** Told to this window after a pin was set or taken away. */
const CHANGED = 'crossrate:pins-changed';

/** The pinned codes of this browser; the first render gives what the server saw. */
export function usePins(served: string | null): readonly string[] {
  const value = useSyncExternalStore(
    subscribe,
    () => (known === undefined ? served : known),
    () => served,
  );
  return useMemo(() => readPins(value), [value]);
}

/** Keeps the pinned codes for the next visits of this browser. */
export function keepPins(pins: readonly string[]): void {
  known = pins.join('.');
  document.cookie = `${PINS_COOKIE}=${known}; Path=/rates; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
  window.dispatchEvent(new Event(CHANGED));
}

function storedPins(): string | null {
  const start = `${PINS_COOKIE}=`;
  const found = document.cookie.split('; ').find((part) => part.startsWith(start));
  return found === undefined ? null : found.slice(start.length);
}

function subscribe(onChange: () => void): () => void {
  const look = () => {
    known = storedPins();
    onChange();
  };
  look();
  window.addEventListener(CHANGED, onChange);
  // Another window may have set a pin meanwhile.
  window.addEventListener('focus', look);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('focus', look);
  };
}
