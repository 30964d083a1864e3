import type { z } from 'zod';
import { pairContract } from '#lib/contract/endpoints/pair';
import type { Provenance } from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import { withoutFormerFigures } from '#lib/domain/rates/day-snapshot';
import { findRate } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail } from '#lib/domain/result';
import type { Answer } from '#lib/api/answer';
import { defineEndpoint } from '#lib/api/endpoint';
import { pairRateOf } from '#lib/api/rates/pair-rate';
import { pastRates } from '#lib/api/rates/past-rates';
import { provenanceOf } from '#lib/api/rates/provenance';
import { rateAnswer } from '#lib/api/rates/rate-answer';
import { withReceipt } from '#lib/api/receipts/with-receipt';
import { rateError } from '#lib/api/rates/rate-errors';

const PAST = pastRates(pairContract, answer, ({ from, to, ...query }) => ({
  ...query,
  pairs: [{ base: from, quote: to }],
}));

/** GET /v1/rates/pair: one `from` costs `rate` units of `to`. */
export const pair = defineEndpoint(pairContract, {
  answer: (_service, query, snapshot) => answer(query, snapshot, null),
  past: PAST,
  receipt: withReceipt(pairContract, answer, PAST),
});

/** The rate in a snapshot; of a day that is over where one is given. */
function answer(
  { from, to, source, date, include }: z.infer<typeof pairContract.query>,
  given: RateSnapshot,
  day: IsoDay | null,
): Answer {
  const snapshot = date === undefined ? given : withoutFormerFigures(given);
  const asked = { base: from, quote: to };
  const found = findRate(snapshot, asked, source);
  if (!found.ok) return fail(rateError(found.error, snapshot, day));
  const body = pairRateOf(asked, found.value);
  return rateAnswer(body, found.value, {
    date,
    include: include.provenance,
    provenance: () => provenanceOf(found.value, snapshot, { pair: asked, choice: source, date }),
    toSign: include.receipt && ((made: Provenance) => ({ answer: body, provenance: made })),
  });
}
