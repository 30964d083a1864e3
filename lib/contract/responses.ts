import type { z } from 'zod';
import type { provenance } from './answer-fields.ts';
import type { comparison, noRateReason } from './endpoints/compare.ts';
import type { conversion, regulation } from './endpoints/convert.ts';
import type { currenciesContract } from './endpoints/currencies.ts';
import type { documentsContract } from './endpoints/documents.ts';
import type { historicalContract } from './endpoints/historical.ts';
import type { revisionsContract } from './endpoints/revisions.ts';
import type { pairRate } from './endpoints/pair.ts';
import type { pairSourcesContract } from './endpoints/pair-sources.ts';
import type { ratesContract } from './endpoints/rates.ts';
import type { dayRate, rateSeries, seriesContract } from './endpoints/series.ts';
import type { statusContract } from './endpoints/status.ts';

// The answers of /v1 as handlers write and pages read them: types alone, so that no schema travels to the browser.

/** How a rate was made. */
export type Provenance = z.infer<typeof provenance>;

/** GET /v1/convert without `include`. */
export type Conversion = z.infer<typeof conversion>;

/** What `rule` adds to GET /v1/convert. */
export type ConversionByRegulation = z.infer<typeof regulation>;

/** GET /v1/convert with `include=provenance`. */
export type ConversionWithProvenance = Conversion & { readonly provenance: Provenance };

/** GET /v1/convert with `include=receipt`. */
export type ConversionWithReceipt = Conversion & { readonly receipt: string };

/** GET /v1/rates. */
export type RatesTableResponse = z.infer<typeof ratesContract.answer>;

/** GET /v1/rates/pair without `include`. */
export type PairRate = z.infer<typeof pairRate>;

/** GET /v1/rates/sources. */
export type PairSources = z.infer<typeof pairSourcesContract.answer>;

/** GET /v1/rates/compare without `include`. */
export type PairComparison = z.infer<typeof comparison>;

/** Why a source alone has no rate of a pair, for programs. */
export type NoRateReason = z.infer<typeof noRateReason>;

/** GET /v1/rates/compare with `include=reasons`. */
export type PairComparisonWithReasons = Omit<PairComparison, 'without'> & {
  without: (PairComparison['without'][number] & { reason: NoRateReason })[];
};

/** GET /v1/historical. */
export type HistoricalSeriesResponse = z.infer<typeof historicalContract.answer>;

/** How the points of GET /v1/historical were made, with `include=provenance`. */
export type HistoryProvenance = NonNullable<HistoricalSeriesResponse['provenance']>;

/** GET /v1/revisions. */
export type RevisionsResponse = z.infer<typeof revisionsContract.answer>;

/** GET /v1/documents/{sha256} where the document itself is not given. */
export type DocumentFactsResponse = z.infer<typeof documentsContract.answer>;

/** A figure that was replaced or withdrawn. */
export type CorrectedFigure = RevisionsResponse['revisions'][number];

/** GET /v1/rates/series. */
export type RateSeriesResponse = z.infer<typeof seriesContract.answer>;

/** One code of GET /v1/rates/series. */
export type RateSeries = z.infer<typeof rateSeries>;

/** The last observation of a UTC day. */
export type DayRate = z.infer<typeof dayRate>;

/** GET /v1/currencies. */
export type CurrenciesResponse = z.infer<typeof currenciesContract.answer>;

/** One code of GET /v1/currencies. */
export type ListedCurrency = CurrenciesResponse['currencies'][number];

/** GET /v1/status. */
export type StatusReport = z.infer<typeof statusContract.answer>;
