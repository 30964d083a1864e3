/** The credits of the sources that are used, once each and in priority order, as sentences. */
export function creditLine(credits: Readonly<Record<string, string>>, used: readonly string[]): string {
  return Object.entries(credits)
    .filter(([id]) => used.includes(id))
    .map(([, credit]) => `${credit.replace(/\.$/, '')}.`)
    .join(' ');
}
