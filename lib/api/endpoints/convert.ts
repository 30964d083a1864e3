import { convertContract } from '#lib/contract/endpoints/convert';
import type { Conversion } from '#lib/contract/responses';
import { findRate } from '#lib/domain/rates/rate-engine';
import { convertAmount, roundRate } from '#lib/domain/rates/rate-precision';
import { fail, ok } from '#lib/domain/result';
import { defineEndpoint } from '#lib/api/endpoint';
import { provenanceOf } from '#lib/api/rates/provenance';
import { rateError } from '#lib/api/rates/rate-errors';

/** GET /v1/convert: `amount` units of `from` in units of `to`, by the unrounded rate. */
export const convert = defineEndpoint(convertContract, {
  answer: (_service, { from, to, amount, source, include }, snapshot) => {
    const answer = findRate(snapshot, { base: from, quote: to }, source);
    if (!answer.ok) return fail(rateError(answer.error, snapshot));
    const { rate, observedAt, stale } = answer.value;
    const body: Conversion = {
      from,
      to,
      amount,
      result: convertAmount(amount, rate),
      rate: roundRate(rate),
      source: answer.value.source,
      timestamp: observedAt.toISOString(),
    };
    return ok({ body: include ? { ...body, provenance: provenanceOf(answer.value) } : body, stale });
  },
});
