import { useMemo } from 'react';
import { useKept } from '#lib/client/browser/hydration';
import { kept } from '#lib/client/browser/kept';
import { KEPT_CODE_FORM } from './code-lists.ts';

const CURRENCIES = kept('crossrate-currencies', 'storage');

const FAVOURITES_MAX = 24;
const RECENTS_MAX = 6;

/** Codes that a visitor has marked, in that order, and those chosen last, newest first. */
export interface KeptCurrencies {
  readonly favourites: readonly string[];
  readonly recents: readonly string[];
}

/** Reads what was kept; what is damaged, or was written by something else, is nothing. */
export function readKeptCurrencies(text: string | null): KeptCurrencies {
  const kept = parsed(text);
  return {
    favourites: codesIn(kept, 'favourites').slice(0, FAVOURITES_MAX),
    recents: codesIn(kept, 'recents').slice(0, RECENTS_MAX),
  };
}

/** With a code marked, or its mark taken away. */
export function withFavourite(kept: KeptCurrencies, code: string): KeptCurrencies {
  const others = kept.favourites.filter((one) => one !== code);
  const isNew = others.length === kept.favourites.length;
  return { ...kept, favourites: isNew ? [...others, code].slice(-FAVOURITES_MAX) : others };
}

/** With a code as the one chosen last. */
export function withRecent(kept: KeptCurrencies, code: string): KeptCurrencies {
  return { ...kept, recents: [code, ...kept.recents.filter((one) => one !== code)].slice(0, RECENTS_MAX) };
}

/** The favourites and recents of this browser; none in what the server wrote. */
export function useKeptCurrencies(): KeptCurrencies {
  const text = useKept(CURRENCIES);
  return useMemo(() => readKeptCurrencies(text), [text]);
}

/** Marks a code, or takes its mark away, for the next visits of this browser. */
export function toggleFavourite(code: string): void {
  CURRENCIES.keep(JSON.stringify(withFavourite(readKeptCurrencies(CURRENCIES.read()), code)));
}

/** Remembers a code as chosen last. */
export function noteRecent(code: string): void {
  CURRENCIES.keep(JSON.stringify(withRecent(readKeptCurrencies(CURRENCIES.read()), code)));
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

function codesIn(kept: unknown, name: 'favourites' | 'recents'): readonly string[] {
  const list: unknown = typeof kept === 'object' && kept !== null ? Reflect.get(kept, name) : null;
  if (!Array.isArray(list)) return [];
  return [...new Set(list.filter((code) => typeof code === 'string' && KEPT_CODE_FORM.test(code)))];
}
