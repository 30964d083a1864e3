import { queryOptions } from '@tanstack/react-query';
import type { RateSeries, RateSeriesResponse, RatesTableResponse } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { troubleOf } from './ask-failure.ts';
import { REFRESH_MS } from './queries.ts';
import { askFor, type Received, type Transport } from './rates-client.ts';

/** How soon a failed request is tried again. */
const RETRY_MS = 10_000;

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

/** What of a query decides when it is asked next. */
interface AskedState {
  readonly data: Received<unknown> | undefined;
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

const ALWAYS = {
  staleTime: REFRESH_MS,
  retry: false,
  // The service worker answers without a network too.
  networkMode: 'always',
  refetchOnReconnect: true,
  refetchOnWindowFocus: true,
} as const;

/** Every rate of a base at a source. */
export function ratesTableQuery(transport: Transport, { base, source }: RatesAsked) {
  const query = new URLSearchParams({ base, ...(source !== null && { source }) });
  return queryOptions<Received<RatesTableResponse>>({
    ...ALWAYS,
    queryKey: ['rates-table', base, source],
    queryFn: () => askFor(transport, `/v1/rates?${query}`, asTable),
    refetchInterval: ({ state }) => ratesIntervalMs(state),
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
    ...ALWAYS,
    queryKey: ['rates-series', base, source, codes.join()],
    queryFn: () => askFor(transport, `/v1/rates/series?${query}`, asSeries),
    refetchInterval: ({ state }) => ratesIntervalMs(state),
  });
}

/** The series of several answers by code; `absent` are codes whose answer could not be had, and so have none. */
export function seriesByCode(
  answers: readonly (Received<RateSeriesResponse> | undefined)[],
  absent: readonly string[] = [],
): ReadonlyMap<string, ReceivedSeries> {
  const found = new Map<string, ReceivedSeries>(
    absent.map((code) => [code, { series: null, days: [], receivedAtMs: 0 }]),
  );
  for (const received of answers) {
    if (!received?.answer.ok) continue;
    const { days, series } = received.answer.value;
    for (const [code, one] of Object.entries(series))
      found.set(code, { series: one, days, receivedAtMs: received.receivedAtMs });
  }
  return found;
}

/** When a table is asked for next by itself, in epoch milliseconds; what a countdown counts to. */
export function nextRatesAskAtMs(state: AskedState): number {
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + ratesIntervalMs(state);
}

function ratesIntervalMs({ data, error }: Pick<AskedState, 'data' | 'error'>): number {
  const trouble = troubleOf(error);
  if (trouble?.kind === 'limited') return trouble.retryAfterMs;
  if (trouble?.kind === 'refused') return REFRESH_MS;
  return trouble !== null || data?.isRepeated === true ? RETRY_MS : REFRESH_MS;
}

/** The service answers 200 with exactly this type: its own tests hold every answer against the schema. */
function asTable(body: unknown): RatesTableResponse {
  return body as RatesTableResponse;
}

/** The service answers 200 with exactly this type: its own tests hold every answer against the schema. */
function asSeries(body: unknown): RateSeriesResponse {
  return body as RateSeriesResponse;
}
