import { compareContract } from '#lib/contract/endpoints/compare';
import type { PairComparison, PairComparisonWithReasons } from '#lib/contract/responses';
import { noRateAt } from '#lib/domain/rates/rate-engine';
import { roundRate } from '#lib/domain/rates/rate-precision';
import { strictRate } from '#lib/domain/rates/strict-rate';
import { ok } from '#lib/domain/result';
import { defineEndpoint } from '#lib/api/endpoint';
import { reasonForNoRate } from '#lib/api/rates/no-rate-reason';
import { provenanceOf } from '#lib/api/rates/provenance';
import { rateError } from '#lib/api/rates/rate-errors';

/** GET /v1/rates/compare: the pair at every source on its own, side by side, and why the others have none. */
export const compare = defineEndpoint(compareContract, {
  answer: (_service, { from, to, include }, snapshot) => {
    const pair = { base: from, quote: to };
    const rates: PairComparison['rates'] = [];
    const without: (PairComparison | PairComparisonWithReasons)['without'][number][] = [];
    for (const source of snapshot.sources) {
      const answer = strictRate(source, pair);
      if (answer.kind === 'found') {
        const { observedAt, rate } = answer.found;
        const timestamp = observedAt.toISOString();
        const provenance = provenanceOf(answer.found);
        rates.push({ source: source.id, rate: roundRate(rate), timestamp, provenance });
      } else {
        const tried = { source: source.id, why: answer };
        const { code, message } = rateError(noRateAt(tried, pair), snapshot);
        const failed = { source: source.id, code: asNoRateCode(code), message };
        without.push(include ? { ...failed, reason: reasonForNoRate(tried, pair, snapshot) } : failed);
      }
    }
    const body: PairComparison = { from, to, rates, without };
    return ok({ body, stale: rates.some(({ provenance }) => provenance.age === 'stale') });
  },
});

/** An error of a known pair at an enabled source is one of these two. */
function asNoRateCode(code: string): PairComparison['without'][number]['code'] {
  return code === 'source_unavailable' ? code : 'pair_unavailable';
}
