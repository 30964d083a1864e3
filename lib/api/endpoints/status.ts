import { statusContract } from '#lib/contract/endpoints/status';
import { ok } from '#lib/domain/result';
import { defineEndpoint } from '#lib/api/endpoint';

/** GET /v1/status: how each enabled source is doing. Needs no key. */
export const status = defineEndpoint(statusContract, {
  alsoMadeFrom: (service) => service.statusName(),
  answer: (service) => ok({ body: service.status(), stale: false }),
});
