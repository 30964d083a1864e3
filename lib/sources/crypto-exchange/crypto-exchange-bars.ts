import type { PublishedBar } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, type SourceDocument, unknownLayout } from '#lib/sources/source';

import type { AssetCode, ExchangeDay } from './crypto-exchange-dialect.ts';
import type { MarketAssets } from './crypto-exchange-market-name.ts';

/**
 * The days of a market under our codes, each as its assets were called that day; no finished one is a failure. Every answer
 * of an exchange ends with the running day, which is left out; of a file it is kept, so that the import counts it.
 */
export function barsOfDays(
  { url }: Pick<SourceDocument, 'url'>,
  days: readonly ExchangeDay[],
  { baseAsset, quoteAsset }: MarketAssets,
  codeOf: AssetCode,
): Result<readonly PublishedBar[], LayoutError> {
  const isFile = url.startsWith('file:');
  const bars = days.flatMap((day) => {
    if (day.isOpen && !isFile) return [];
    const base = codeOf(baseAsset, day.observedAt);
    const quote = codeOf(quoteAsset, day.observedAt);
    return base === null || quote === null || base === quote ? [] : [{ base, quote, ...day }];
  });
  if (bars.some(({ isOpen }) => !isOpen)) return ok(bars);
  return unknownLayout(
    `The history of ${baseAsset}/${quoteAsset} has no finished day with a trade under known codes.`,
  );
}
