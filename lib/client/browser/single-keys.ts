import { useSyncExternalStore } from 'react';

/** Where the choice is kept in the browser. */
const STORED_AS = 'crossrate:single-keys';

const OFF = 'off';

/** Told to this window after the choice was changed. */
const CHANGED = 'crossrate:single-keys-changed';

/** Whether single keys such as `s` do something; people who speak to their computer, or rest a hand on it, switch them off. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
}

/** The same for code that hears a key; on where the browser keeps nothing. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== OFF;
  } catch {
    return true;
  }
}

/** Keeps the choice for every page and visit of this browser. */
export function keepSingleKeys(areOn: boolean): void {
  try {
    if (areOn) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, OFF);
  } catch {
    // A browser that keeps nothing leaves them on.
  }
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener('storage', onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener('storage', onChange);
  };
}
