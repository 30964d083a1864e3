import type { PublishedBar } from '#lib/domain/observation';
import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

import type { AssetCode, ExchangeDay } from './crypto-exchange-dialect.ts';
import type { MarketAssets } from './crypto-exchange-market-name.ts';

/** The days of a market under our codes, each as its assets were called that day; none at all is a failure. */
export function barsOfDays(
  days: readonly ExchangeDay[],
  { baseAsset, quoteAsset }: MarketAssets,
  codeOf: AssetCode,
): Result<readonly PublishedBar[], LayoutError> {
  const bars = days.flatMap((day) => {
    const base = codeOf(baseAsset, day.observedAt);
    const quote = codeOf(quoteAsset, day.observedAt);
    return base === null || quote === null || base === quote ? [] : [{ base, quote, ...day }];
  });
  if (bars.length > 0) return ok(bars);
  return unknownLayout(
    `The history of ${baseAsset}/${quoteAsset} has no finished day with a trade under known codes.`,
  );
}
