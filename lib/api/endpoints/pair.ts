import { pairContract } from '#lib/contract/endpoints/pair';
import type { PairRate } from '#lib/contract/responses';
import { findRate } from '#lib/domain/rates/rate-engine';
import { roundRate } from '#lib/domain/rates/rate-precision';
import { fail, ok } from '#lib/domain/result';
import { defineEndpoint } from '#lib/api/endpoint';
import { provenanceOf } from '#lib/api/rates/provenance';
import { rateError } from '#lib/api/rates/rate-errors';

/** GET /v1/rates/pair: one `from` costs `rate` units of `to`. */
export const pair = defineEndpoint(pairContract, {
  answer: (_service, { from, to, source, include }, snapshot) => {
    const answer = findRate(snapshot, { base: from, quote: to }, source);
    if (!answer.ok) return fail(rateError(answer.error, snapshot));
    const body: PairRate = {
      from,
      to,
      rate: roundRate(answer.value.rate),
      source: answer.value.source,
      timestamp: answer.value.observedAt.toISOString(),
    };
    const withProvenance = include ? { ...body, provenance: provenanceOf(answer.value) } : body;
    return ok({ body: withProvenance, stale: answer.value.stale });
  },
});
