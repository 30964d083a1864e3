import type { z } from 'zod';
import { ratesContract } from '#lib/contract/endpoints/rates';
import type { RatesTableResponse } from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import { withoutFormerFigures } from '#lib/domain/rates/day-snapshot';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { findRatesTable } from '#lib/domain/rates/rates-table';
import { fail, ok } from '#lib/domain/result';
import type { Answer } from '#lib/api/answer';
import { tableOfRates } from '#lib/api/answers/csv-tables';
import { defineLongEndpoint } from '#lib/api/endpoint';
import { provenanceOf } from '#lib/api/rates/provenance';
import { rateAnswer } from '#lib/api/rates/rate-answer';
import { pastRates } from '#lib/api/rates/past-rates';
import { rateError } from '#lib/api/rates/rate-errors';
import { ratesMadeFrom } from '#lib/api/rates/rates-origin';

/** GET /v1/rates: every code that `base` reaches; one `base` costs `rates[code]` units of `code`. */
export const rates = defineLongEndpoint(ratesContract, {
  readsDatabase: false,
  figuresMax: (_query, { sources }) =>
    sources.reduce((sum, { publications: [newest] }) => sum + (newest?.figures.size ?? 0), 0),
  madeFrom: ({ source }, snapshot) => ratesMadeFrom(snapshot, source),
  answer: (_reads, query, snapshot) => answer(query, snapshot, null),
  past: pastRates(ratesContract, answer, ({ base, symbols, ...query }) => ({
    ...query,
    // The table fails where the base is not in it.
    pairs: symbols && [base, ...symbols].map((quote) => ({ base, quote })),
  })),
});

/** The table of a snapshot; of a day that is over where one is given. */
function answer(
  { base, source, symbols, date, include, format }: z.infer<typeof ratesContract.query>,
  given: RateSnapshot,
  day: IsoDay | null,
): Answer {
  const snapshot = date === undefined ? given : withoutFormerFigures(given);
  const table = findRatesTable(snapshot, base, source, symbols);
  if (!table.ok) return fail(rateError(table.error, snapshot, day));
  const { observedAt, found } = table.value;
  const body: RatesTableResponse = {
    base,
    source: source.kind === 'only' ? source.source : 'default',
    timestamp: observedAt.toISOString(),
    rates: table.value.rates,
    success: true,
  };
  const provenance = () => {
    const made = [...found].map(([code, one]) => {
      const asked = { pair: { base, quote: code }, choice: source, date };
      return [code, provenanceOf(one, snapshot, asked)] as const;
    });
    return Object.fromEntries(made);
  };
  const made = rateAnswer(body, table.value, { date, include, provenance });
  return format === 'csv' ? ok(tableOfRates(body, found, made.value)) : made;
}
