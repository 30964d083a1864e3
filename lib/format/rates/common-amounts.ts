/** What people pay in shops and markets, in units of a currency whose unit is worth about one of the other. */
const COMMON_AMOUNTS = [1, 5, 10, 50, 100, 1000] as const;

/**
 * The amounts of a currency that a pocket sheet lists: 1 to 1,000, and of a currency whose unit is worth less, as many times ten as bring
 * the first of them near one unit of the other: 100 to 100,000 yen in euros. `rate` is in units of the other currency for one.
 */
export function commonAmounts(rate: number): readonly number[] {
  const scale = 10 ** Math.max(0, Math.round(-Math.log10(rate)));
  return COMMON_AMOUNTS.map((amount) => amount * scale);
}
