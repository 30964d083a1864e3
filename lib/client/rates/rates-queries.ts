import { queryOptions } from '@tanstack/react-query';
import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { RateSeries, RateSeriesResponse, RatesTableResponse } from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import { askIntervalMs, PATIENT, REFRESH_MS } from '#lib/client/asking/ask-interval';
import { asAnswer, askFor, createRatesClient, type Received, type Transport } from './rates-client.ts';

/** Days that the table's lines show: a month. */
const LINE_DAYS = 31;

/** What a table of rates is asked by; `source` null lets the service choose. */
export interface RatesAsked {
  readonly base: string;
  readonly source: SourceId | null;
}

/** What is known of a row beside its rate, and when it was received. */
export interface ReceivedSeries {
  readonly series: RateSeries | null;
  readonly days: readonly string[];
  readonly receivedAtMs: number;
}

/** Every rate of a base at a source, now or on a UTC day. */
export function ratesTableQuery(
  transport: Transport,
  { base, source, date = null }: RatesAsked & { readonly date?: IsoDay | null },
) {
  return queryOptions<Received<RatesTableResponse>>({
    ...PATIENT,
    queryKey: ['rates-table', base, source, date],
    queryFn: () => createRatesClient(transport).table({ base, source, date }),
    refetchInterval: ({ state }) => askIntervalMs(state, REFRESH_MS),
  });
}

/** Age, source, changes and the last month of some codes of a table. */
export function ratesSeriesQuery(
  transport: Transport,
  { base, source }: RatesAsked,
  codes: readonly string[],
) {
  const query = new URLSearchParams({
    base,
    ...(source !== null && { source }),
    codes: codes.join(','),
    days: String(LINE_DAYS),
  });
  return queryOptions<Received<RateSeriesResponse>>({
    ...PATIENT,
    queryKey: ['rates-series', base, source, codes.join()],
    queryFn: () => askFor(transport, `${ENDPOINT_PATHS.series}?${query}`, asAnswer<RateSeriesResponse>),
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
