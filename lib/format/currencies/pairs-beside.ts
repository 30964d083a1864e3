/** A pair that is one press away. */
export interface PairBeside {
  readonly from: string;
  readonly to: string;
  /** Whether it is offered because its second currency is a favourite. */
  readonly isFavourite: boolean;
}

interface Codes {
  readonly from: string;
  readonly to: string;
}

/** What most people ask for, where nothing is known of the visitor. */
const COMMON_PAIRS: readonly Codes[] = [
  { from: 'EUR', to: 'USD' },
  { from: 'GBP', to: 'USD' },
  { from: 'USD', to: 'JPY' },
  { from: 'EUR', to: 'GBP' },
  { from: 'EUR', to: 'CHF' },
  { from: 'USD', to: 'CNY' },
  { from: 'EUR', to: 'JPY' },
];

const OFFERED_MAX = 6;

/**
 * The pairs that stand beside the shown one: those converted last, then the shown base in each favourite, then common ones; each once,
 * whichever way round, and never the shown one.
 */
export function pairsBeside(
  shown: Codes,
  { recents, favourites }: { readonly recents: readonly Codes[]; readonly favourites: readonly string[] },
): readonly PairBeside[] {
  const offered = [
    ...recents.map((pair) => ({ ...pair, isFavourite: false })),
    ...favourites.map((to) => ({ from: shown.from, to, isFavourite: true })),
    ...COMMON_PAIRS.map((pair) => ({ ...pair, isFavourite: false })),
  ];
  const taken = new Set([nameOf(shown)]);
  return offered
    .filter((pair) => {
      const name = nameOf(pair);
      if (pair.from === pair.to || taken.has(name)) return false;
      taken.add(name);
      return true;
    })
    .slice(0, OFFERED_MAX);
}

/** The same for both ways round. */
function nameOf({ from, to }: Codes): string {
  return [from, to].toSorted().join('/');
}
