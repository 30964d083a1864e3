import type { SourceId } from '#lib/domain/source-id';

const KINDS: Readonly<Record<SourceId, string>> = {
  ecb: 'reference rate',
  boe: 'reference rate',
  fed: 'reference rate',
  boj: 'reference rate',
  fixed: 'rate by law',
  'crypto-exchange': 'market price',
  'web-finance': 'market rate',
  'charting-platform': 'market rate',
  'web-search': 'market rate',
};

/** What kind of figure a source gives, in two or three words: `reference rate` for a central bank. */
export function sourceKind(source: SourceId): string {
  return KINDS[source];
}
