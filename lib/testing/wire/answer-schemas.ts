import { z } from 'zod';
import { provenance } from '#lib/contract/answer-fields';
import { comparison, noRateReason } from '#lib/contract/endpoints/compare';
import { conversion } from '#lib/contract/endpoints/convert';
import { currenciesContract } from '#lib/contract/endpoints/currencies';
import { documentsContract } from '#lib/contract/endpoints/documents';
import { historicalContract } from '#lib/contract/endpoints/historical';
import { pairRate } from '#lib/contract/endpoints/pair';
import { pairSourcesContract } from '#lib/contract/endpoints/pair-sources';
import { ratesContract } from '#lib/contract/endpoints/rates';
import { revisionsContract } from '#lib/contract/endpoints/revisions';
import { seriesContract } from '#lib/contract/endpoints/series';
import { statusContract } from '#lib/contract/endpoints/status';

// What an answer must be to the letter, as the contract of its endpoint says; a conversion and a rate once without and once with
// provenance, as neither may come in place of the other.

export { conversion, pairRate };
export const conversionWithProvenance = conversion.extend({ provenance });
export const pairRateWithProvenance = pairRate.extend({ provenance });
export const ratesTable = ratesContract.answer;
export const pairSources = pairSourcesContract.answer;
export const pairComparison = comparison;
export const pairComparisonWithReasons = comparison.extend({
  without: z.array(comparison.shape.without.element.extend({ reason: noRateReason })),
});
export const historicalSeries = historicalContract.answer;
export const documentFacts = documentsContract.answer;
export const revisionsResponse = revisionsContract.answer;
export const rateSeriesResponse = seriesContract.answer;
export const currenciesResponse = currenciesContract.answer;
export const statusReport = statusContract.answer;
