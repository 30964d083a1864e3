import type { CurrencyKind } from './currency-table.ts';

/** Where a currency stands in a list of all, in the order of such lists; `metal` takes in units of account, `ended` all that is no longer in use. */
export const SHELVES = ['fiat', 'pegged', 'metal', 'crypto', 'ended'] as const;

export type Shelf = (typeof SHELVES)[number];

/** The shelf of a currency; `isPegged` says whether law holds it at one rate to another one. */
export function shelfOf(
  { kind, lastDay }: { readonly kind: CurrencyKind; readonly lastDay: string | null },
  isPegged: boolean,
): Shelf {
  if (lastDay !== null) return 'ended';
  if (kind === 'fiat') return isPegged ? 'pegged' : 'fiat';
  return kind === 'crypto' ? 'crypto' : 'metal';
}

/** Whether a text names a shelf. */
export function isShelf(text: string): text is Shelf {
  return SHELVES.some((shelf) => shelf === text);
}
