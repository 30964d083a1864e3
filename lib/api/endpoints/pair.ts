import type { z } from 'zod';
import { pairContract } from '#lib/contract/endpoints/pair';
import type { PairRate } from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import { findRate } from '#lib/domain/rates/rate-engine';
import { roundRate } from '#lib/domain/rates/rate-precision';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok } from '#lib/domain/result';
import type { Answer } from '#lib/api/answer';
import { defineEndpoint } from '#lib/api/endpoint';
import { earlierDayHeaders, pastRates, withEarlierDay } from '#lib/api/rates/past-rates';
import { provenanceOf } from '#lib/api/rates/provenance';
import { receiptContent } from '#lib/api/receipts/receipt-content';
import { withReceipt } from '#lib/api/receipts/with-receipt';
import { rateError } from '#lib/api/rates/rate-errors';

const PAST = pastRates(pairContract, answer, (query) => query);

/** GET /v1/rates/pair: one `from` costs `rate` units of `to`. */
export const pair = defineEndpoint(pairContract, {
  answer: (_service, query, snapshot) => answer(query, snapshot, null),
  past: PAST,
  receipt: withReceipt(pairContract, answer, PAST),
});

/** The rate in a snapshot; of a day that is over where one is given. */
function answer(
  { from, to, source, date, knownAt, include }: z.infer<typeof pairContract.query>,
  snapshot: RateSnapshot,
  day: IsoDay | null,
): Answer {
  const found = findRate(snapshot, { base: from, quote: to }, source);
  if (!found.ok) return fail(rateError(found.error, snapshot, day));
  const { rate, observedAt, stale } = found.value;
  const body: PairRate = {
    from,
    to,
    rate: roundRate(rate),
    source: found.value.source,
    timestamp: observedAt.toISOString(),
  };
  const provenance = withEarlierDay(provenanceOf(found.value), observedAt, date);
  const asked = { from, to, source, date, knownAt };
  return ok({
    body: include.provenance ? { ...body, provenance } : body,
    stale,
    ...(include.receipt && { toSign: receiptContent(pairContract.path, asked, body, provenance) }),
    ...earlierDayHeaders(observedAt, date),
  });
}
