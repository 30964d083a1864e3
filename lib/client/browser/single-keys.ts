import { useSyncExternalStore } from 'react';
import { kept } from './kept.ts';

const SINGLE_KEYS = kept('crossrate:single-keys', 'storage');

const OFF = 'off';

/** Whether single keys such as `s` do something; people who speak to their computer, or rest a hand on it, switch them off. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(SINGLE_KEYS.subscribe, areSingleKeysOn, () => true);
}

/** The same for code that hears a key; on where the browser keeps nothing. */
export function areSingleKeysOn(): boolean {
  return SINGLE_KEYS.read() !== OFF;
}

/** Keeps the choice for every page and visit of this browser. */
export function keepSingleKeys(areOn: boolean): void {
  SINGLE_KEYS.keep(areOn ? null : OFF);
}
