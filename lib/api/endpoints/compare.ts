import { compareContract } from '#lib/contract/endpoints/compare';
import type { PairComparison } from '#lib/contract/responses';
import { findRate, only } from '#lib/domain/rates/rate-engine';
import { roundRate } from '#lib/domain/rates/rate-precision';
import { ok } from '#lib/domain/result';
import { defineEndpoint } from '#lib/api/endpoint';
import { provenanceOf } from '#lib/api/provenance';
import { rateError } from '#lib/api/rate-errors';

/** GET /v1/rates/compare: the pair at every source on its own, side by side, and why the others have none. */
export const compare = defineEndpoint(compareContract, {
  answer: (_service, { from, to }, snapshot) => {
    const rates: PairComparison['rates'] = [];
    const without: PairComparison['without'] = [];
    for (const { id } of snapshot.sources) {
      const answer = findRate(snapshot, { base: from, quote: to }, only(id));
      if (answer.ok) {
        const { source, observedAt, rate } = answer.value;
        const timestamp = observedAt.toISOString();
        rates.push({ source, rate: roundRate(rate), timestamp, provenance: provenanceOf(answer.value) });
      } else {
        const { code, message } = rateError(answer.error, snapshot);
        without.push({ source: id, code: asNoRateCode(code), message });
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
