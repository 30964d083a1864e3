import { ratesContract } from '#lib/contract/endpoints/rates';
import type { RatesTableResponse } from '#lib/contract/responses';
import { findRatesTable } from '#lib/domain/rates/rates-table';
import { fail, ok } from '#lib/domain/result';
import { defineLongEndpoint } from '#lib/api/endpoint';
import { rateError } from '#lib/api/rates/rate-errors';
import { ratesMadeFrom } from '#lib/api/rates/rates-origin';

/** GET /v1/rates: every code that `base` reaches; one `base` costs `rates[code]` units of `code`. */
export const rates = defineLongEndpoint(ratesContract, {
  readsDatabase: false,
  figuresMax: (_query, { sources }) =>
    sources.reduce((sum, { publications: [newest] }) => sum + (newest?.figures.size ?? 0), 0),
  madeFrom: ({ source }, snapshot) => ratesMadeFrom(snapshot, source),
  answer: (_reads, { base, source }, snapshot) => {
    const table = findRatesTable(snapshot, base, source);
    if (!table.ok) return fail(rateError(table.error, snapshot));
    const body: RatesTableResponse = {
      base,
      source: source.kind === 'only' ? source.source : 'default',
      timestamp: table.value.observedAt.toISOString(),
      rates: table.value.rates,
      success: true,
    };
    return ok({ body, stale: table.value.stale });
  },
});
