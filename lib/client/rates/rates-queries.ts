import { queryOptions } from '@tanstack/react-query';
import type { RateSeries, RateSeriesResponse, RatesTableResponse } from '#lib/contract/responses';
import { askIntervalMs, PATIENT, REFRESH_MS } from '#lib/client/asking/ask-interval';
import type { Received, Transport } from '#lib/client/asking/ask';
import { createRatesClient, type TableQuery } from './rates-client.ts';

/** Days that the table's lines show: a month. */
const LINE_DAYS = 31;

/** What is known of a row beside its rate, and when it was received. */
export interface ReceivedSeries {
  readonly series: RateSeries | null;
  readonly days: readonly string[];
  readonly receivedAtMs: number;
}

/** Every rate of a base at a source. */
export function ratesTableQuery(transport: Transport, { base, source, date = null }: TableQuery) {
  return queryOptions<Received<RatesTableResponse>>({
    ...PATIENT,
    queryKey: ['rates-table', base, source, date],
    queryFn: () => createRatesClient(transport).table({ base, source, date }),
    // A day that is over hardly changes.
    refetchInterval: ({ state }) => askIntervalMs(state, date === null && REFRESH_MS),
  });
}

/** Age, source, changes and the last month of some codes of a table. */
export function ratesSeriesQuery(
  transport: Transport,
  { base, source }: TableQuery,
  codes: readonly string[],
) {
  return queryOptions<Received<RateSeriesResponse>>({
    ...PATIENT,
    queryKey: ['rates-series', base, source, codes.join()],
    queryFn: () => createRatesClient(transport).series({ base, source }, codes, LINE_DAYS),
    refetchInterval: ({ state }) => askIntervalMs(state, REFRESH_MS),
  });
}

const ABSENT: ReceivedSeries = { series: null, days: [], receivedAtMs: 0 };

/** The series of several answers by code; `absent` are codes whose answer could not be had, and so have none. */
export function seriesByCode(
  answers: readonly (Received<RateSeriesResponse> | undefined)[],
  absent: readonly string[] = [],
): ReadonlyMap<string, ReceivedSeries> {
  const found = new Map<string, ReceivedSeries>(absent.map((code) => [code, ABSENT]));
  for (const received of answers) {
    if (!received?.answer.ok) continue;
    const { days, series } = received.answer.value;
    for (const [code, one] of Object.entries(series))
      found.set(code, { series: one, days, receivedAtMs: received.receivedAtMs });
  }
  return found;
}
