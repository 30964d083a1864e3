/** Two currencies in a direction: one unit of `base` costs `rate` units of `quote`. */
export interface Pair {
  readonly base: string;
  readonly quote: string;
}

/** The text under which a figure of a pair is kept: `EUR/USD`. */
export function pairKey(base: string, quote: string): string {
  return `${base}/${quote}`;
}
