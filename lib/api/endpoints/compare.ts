import type { z } from 'zod';
import { compareContract } from '#lib/contract/endpoints/compare';
import type { PairComparison, PairComparisonWithReasons } from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import { withoutFormerFigures } from '#lib/domain/rates/day-snapshot';
import { DEFAULT_CHOICE, noRateAt, only } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { strictRate } from '#lib/domain/rates/strict-rate';
import { ok } from '#lib/domain/result';
import type { Answer } from '#lib/api/answer';
import { tableOfComparison } from '#lib/api/answers/csv-tables';
import { defineEndpoint } from '#lib/api/endpoint';
import { reasonForNoRate } from '#lib/api/rates/no-rate-reason';
import { pastRates } from '#lib/api/rates/past-rates';
import { provenanceOf } from '#lib/api/rates/provenance';
import { rateError } from '#lib/api/rates/rate-errors';

/** GET /v1/rates/compare: the pair at every source on its own, side by side, and why the others have none. */
export const compare = defineEndpoint(compareContract, {
  answer: (_service, query, snapshot) => answer(query, snapshot, null),
  past: pastRates(compareContract, answer, ({ date }) => ({ date, source: DEFAULT_CHOICE })),
});

/** The comparison in a snapshot; in that of a day that is over where one is given. */
function answer(
  { from, to, date, include, format }: z.infer<typeof compareContract.query>,
  given: RateSnapshot,
  day: IsoDay | null,
): Answer {
  const snapshot = date === undefined ? given : withoutFormerFigures(given);
  const pair = { base: from, quote: to };
  const rates: PairComparison['rates'] = [];
  const without: (PairComparison | PairComparisonWithReasons)['without'][number][] = [];
  for (const source of snapshot.sources) {
    const answer = strictRate(source, pair);
    if (answer.kind === 'found') {
      const { observedAt, rate } = answer.found;
      const timestamp = observedAt.toISOString();
      const provenance = provenanceOf(answer.found, snapshot, { pair, choice: only(source.id), date });
      rates.push({ source: source.id, rate: roundExact(rate), timestamp, provenance });
    } else {
      const tried = { source: source.id, why: answer };
      const { code, message } = rateError(noRateAt(tried, pair), snapshot, day);
      const failed = { source: source.id, code: asNoRateCode(code), message };
      without.push(include ? { ...failed, reason: reasonForNoRate(tried, pair, snapshot) } : failed);
    }
  }
  const body: PairComparison = { from, to, rates, without };
  const stale = rates.some(({ provenance }) => provenance.age === 'stale');
  return ok(format === 'csv' ? tableOfComparison(body, { stale }) : { body, stale });
}

/** An error of a known pair at an enabled source is one of these two. */
function asNoRateCode(code: string): PairComparison['without'][number]['code'] {
  return code === 'source_unavailable' ? code : 'pair_unavailable';
}
