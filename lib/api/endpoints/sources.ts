import { pairSourcesContract } from '#lib/contract/endpoints/pair-sources';
import type { PairSources } from '#lib/contract/responses';
import { sourcesOfPair } from '#lib/domain/rates/rate-engine';
import { ok } from '#lib/domain/result';
import { defineEndpoint } from '#lib/api/endpoint';

/** GET /v1/rates/sources: who has a rate for the pair on its own, in priority order. */
export const sources = defineEndpoint(pairSourcesContract, {
  answer: (_service, { from, to }, snapshot) => {
    const body: PairSources = {
      from,
      to,
      sources: [...sourcesOfPair(snapshot, { base: from, quote: to })],
    };
    return ok({ body, stale: false });
  },
});
