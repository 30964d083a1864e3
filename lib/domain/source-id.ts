/**
 * The registry of sources: every one there is, by the name of its folder in lib/sources. The place in the list is the default
 * priority. Everything else about a source is in its folder, where lib/sources/registry.ts finds it.
 */
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

/** Whether a text is one of the identifiers; case counts, as on the wire. */
export function isSourceId(text: string): text is SourceId {
  return (SOURCE_IDS as readonly string[]).includes(text);
}
