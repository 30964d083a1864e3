import { streamContract } from '#lib/contract/endpoints/stream';
import { findRate } from '#lib/domain/rates/rate-engine';
import { fail } from '#lib/domain/result';
import { defineStreamEndpoint } from '#lib/api/endpoint';
import { rateError } from '#lib/api/rates/rate-errors';

/** GET /v1/stream: refused for a pair that nobody has; one whose figure is missing now may have one later. */
export const stream = defineStreamEndpoint(streamContract, {
  open: (service, { pairs, source }, snapshot, reader) => {
    for (const pair of pairs) {
      const found = findRate(snapshot, pair, source);
      if (found.ok) continue;
      const error = rateError(found.error, snapshot);
      if (error.code === 'pair_unavailable') return fail(error);
    }
    return service.streams.open({ ...reader, pairs, source });
  },
});
