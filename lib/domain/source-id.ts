/** The nine source identifiers in the order of docs/interface.md, "Sources", which is the default priority. */
export const SOURCE_IDS = [
  'ecb',
  'boe',
  'fed',
  'boj',
  'fixed',
  'crypto-exchange',
  'web-finance',
  'charting-platform',
  'web-search',
] as const;

export type SourceId = (typeof SOURCE_IDS)[number];

/** Whether a text is one of the nine identifiers; case counts, as on the wire. */
export function isSourceId(text: string): text is SourceId {
  return (SOURCE_IDS as readonly string[]).includes(text);
}
