/**
 * The cookie that keeps the pairs that this browser converted last. A cookie, because `/` leads to the last of them, and the
 * server draws the others at once.
 */
export const PAIRS_COOKIE = 'crossrate-pairs';

/** More would not fit beside each other on a phone. */
const PAIRS_MAX = 6;

const PAIR_FORM = /^([A-Z0-9]{2,10})-([A-Z0-9]{2,10})$/;

/** A pair that was converted. */
export interface RecentPair {
  readonly from: string;
  readonly to: string;
}

/** Reads the cookie's value, the last pair first; what is no pair is left out. */
export function readPairsCookie(value: string | null): readonly RecentPair[] {
  return (value ?? '')
    .split('.')
    .flatMap((text) => {
      const [, from, to] = PAIR_FORM.exec(text) ?? [];
      return from !== undefined && to !== undefined && from !== to ? { from, to } : [];
    })
    .slice(0, PAIRS_MAX);
}

/** The cookie's value with a pair as the last one; the same two the other way round are the same pair. */
export function withPair(pairs: readonly RecentPair[], { from, to }: RecentPair): string {
  const others = pairs.filter((one) => [one.from, one.to].toSorted().join() !== [from, to].toSorted().join());
  return [{ from, to }, ...others]
    .slice(0, PAIRS_MAX)
    .map((one) => `${one.from}-${one.to}`)
    .join('.');
}

/** Of the cookie's value what names the last pair; null where there is none. */
export function lastPairOf(value: string | null): string | null {
  const [last] = readPairsCookie(value);
  return last ? `${last.from}-${last.to}` : null;
}
