import type { z } from 'zod';
import { convertContract } from '#lib/contract/endpoints/convert';
import type { Conversion, Provenance } from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import { withoutFormerFigures } from '#lib/domain/rates/day-snapshot';
import { findRate, only, type SourceChoice } from '#lib/domain/rates/rate-engine';
import { convertAmount, roundExact } from '#lib/domain/rates/exact-number';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail } from '#lib/domain/result';
import type { Answer } from '#lib/api/answer';
import { defineEndpoint } from '#lib/api/endpoint';
import { byRegulation } from '#lib/api/rates/by-regulation';
import { pastRates } from '#lib/api/rates/past-rates';
import { provenanceOf } from '#lib/api/rates/provenance';
import { rateAnswer } from '#lib/api/rates/rate-answer';
import { withReceipt } from '#lib/api/receipts/with-receipt';
import { rateError } from '#lib/api/rates/rate-errors';

const PAST = pastRates(convertContract, answer, ({ from, to, date, knownAt, ...query }) => ({
  date,
  knownAt,
  source: choiceOf(query),
  pairs: [{ base: from, quote: to }],
}));

/** GET /v1/convert: `amount` units of `from` in units of `to`, by the unrounded rate. */
export const convert = defineEndpoint(convertContract, {
  answer: (_service, query, snapshot) => answer(query, snapshot, null),
  past: PAST,
  receipt: withReceipt(convertContract, answer, PAST),
});

/** With a rule the rate is one of law. */
function choiceOf({
  source,
  rule,
}: Pick<z.infer<typeof convertContract.query>, 'source' | 'rule'>): SourceChoice {
  return rule === undefined ? source : only('fixed');
}

/** The conversion by a snapshot; by that of a day that is over where one is given. */
function answer(
  { from, to, amount, source, date, rule, include }: z.infer<typeof convertContract.query>,
  given: RateSnapshot,
  day: IsoDay | null,
): Answer {
  const snapshot = date === undefined ? given : withoutFormerFigures(given);
  const pair = { base: from, quote: to };
  const choice = choiceOf({ source, rule });
  const found = findRate(snapshot, pair, choice);
  if (!found.ok) return fail(rateError(found.error, snapshot, day));
  const { rate, observedAt } = found.value;
  const byRule = rule === undefined ? null : byRegulation({ from, to, amount, rule }, snapshot);
  if (byRule && !byRule.ok) return byRule;
  const body: Conversion = {
    from,
    to,
    amount,
    result: byRule?.value.result ?? convertAmount(amount, rate),
    rate: roundExact(rate),
    source: found.value.source,
    timestamp: observedAt.toISOString(),
  };
  const bare = byRule ? { ...body, regulation: byRule.value.regulation } : body;
  return rateAnswer(bare, found.value, {
    date,
    include: include.provenance,
    provenance: () => provenanceOf(found.value, snapshot, { pair, choice, date }),
    toSign: include.receipt && ((made: Provenance) => ({ answer: bare, provenance: made })),
  });
}
