import { useMemo, useSyncExternalStore } from 'react';
import { kept } from '#lib/client/browser/kept';
import { PINS_COOKIE, readPins } from './rates-pins.ts';

const PINS = kept(PINS_COOKIE, 'cookie', '/rates');

/** What the cookie held when it was last looked at, which is slow: the browser asks another process for it. */
let known: string | null | undefined;

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
  PINS.keep(known);
}

function subscribe(onChange: () => void): () => void {
  const look = () => {
    known = PINS.read();
    onChange();
  };
  look();
  const unsubscribe = PINS.subscribe(onChange);
  // Another window may have set a pin meanwhile.
  window.addEventListener('focus', look);
  return () => {
    unsubscribe();
    window.removeEventListener('focus', look);
  };
}
