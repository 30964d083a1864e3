import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  ConversionWithProvenance,
  PairComparison,
  PairRate,
  RatesTableResponse,
} from '#lib/contract/responses';
import type { PairQuery, RatesClient, Received } from './rates-client.ts';
import { troubleOf } from './ask-failure.ts';

/** How old an answer may be before it is asked for again, on focus, on mount and by itself. */
export const REFRESH_MS = 60_000;

/** How soon a failed request is tried again. */
const RETRY_MS = 10_000;

/** A conversion with the rate of the way back; the way back is null where there is no way there. */
export interface Quote {
  readonly conversion: Received<ConversionWithProvenance>;
  readonly inverse: Received<PairRate> | null;
}

/** What of a query decides when it is asked next. */
interface AskedState<T> {
  readonly data: T | undefined;
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

/** What a conversion is asked by; `amount` is a plain decimal. */
export interface QuoteAsked extends PairQuery {
  readonly amount: string;
}

/** The conversion of a view and its inverse. One query a pair and source: other amounts are computed from the same figures. */
export function quoteQuery(client: RatesClient, view: QuoteAsked) {
  return queryOptions({
    ...ALWAYS,
    queryKey: ['quote', view.from, view.to, view.source],
    queryFn: () => askQuote(client, view),
    refetchInterval: ({ state }) => quoteIntervalMs(state),
  });
}

/** What every source alone says of a pair. */
export function comparisonQuery(client: RatesClient, { from, to }: Omit<PairQuery, 'source'>) {
  return queryOptions<Received<PairComparison>>({
    ...ALWAYS,
    queryKey: ['comparison', from, to],
    queryFn: () => client.compare({ from, to }),
    refetchInterval: REFRESH_MS,
  });
}

/** Every rate of a base at a source; the table before stays until the next one is there. */
export function tableQuery(client: RatesClient, { from, source }: Omit<PairQuery, 'to'>) {
  return queryOptions<Received<RatesTableResponse>>({
    ...ALWAYS,
    queryKey: ['table', from, source],
    queryFn: () => client.table({ base: from, source }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** When a quote is asked for next by itself, in epoch milliseconds; what a countdown counts to. */
export function nextAskAtMs(state: AskedState<Quote>): number {
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt) + quoteIntervalMs(state);
}

function quoteIntervalMs({ data, error }: Pick<AskedState<Quote>, 'data' | 'error'>): number {
  const trouble = troubleOf(error);
  if (trouble?.kind === 'limited') return trouble.retryAfterMs;
  if (trouble?.kind === 'refused') return REFRESH_MS;
  return trouble !== null || data?.conversion.isRepeated === true ? RETRY_MS : REFRESH_MS;
}

async function askQuote(client: RatesClient, view: QuoteAsked): Promise<Quote> {
  const { from, to, source } = view;
  const [conversion, inverse] = await Promise.all([
    client.convert(view),
    client.pair({ from: to, to: from, source }),
  ]);
  return { conversion, inverse: conversion.answer.ok ? inverse : null };
}
