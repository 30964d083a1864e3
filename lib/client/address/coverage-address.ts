/** The address of the days of a pair at a source; without a pair the page chooses one. */
export function coverageAddress(
  source: string,
  pair?: { readonly base: string; readonly quote: string },
): string {
  const path = `/sources/${source}/coverage`;
  return pair === undefined ? path : `${path}?base=${pair.base}&quote=${pair.quote}`;
}
