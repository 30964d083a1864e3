/** The middle one of some values, the upper of two; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The value that a part (0 to 1) of sorted values does not exceed; NaN of none. */
export function quantile(sorted: ArrayLike<number>, part: number): number {
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN;
}

/** A value with so many decimals. */
export function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
