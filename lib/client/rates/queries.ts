import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ConversionWithProvenance, PairComparisonWithReasons } from '#lib/contract/responses';
import type { ConverterView } from '#lib/client/address/converter-address';
import {
  type AskedState,
  askIntervalMs,
  nextAskAtMs,
  PATIENT,
  REFRESH_MS,
} from '#lib/client/asking/ask-interval';
import type { Received } from '#lib/client/asking/ask';
import type { AmountQuery, PairQuery, RatesClient } from './rates-client.ts';

/** The amount of a conversion that is asked for its rate alone. */
export const ONE_UNIT = '1';

/** The amount that a view's conversion is asked with: where the result is what was typed, only the figures count. */
export function askedAmount({ amount, end }: Pick<ConverterView, 'amount' | 'end'>): string {
  return end === 'from' ? amount : ONE_UNIT;
}

/** A conversion with that of one unit the way back, which is null where there is no way there. */
export interface Quote {
  readonly conversion: Received<ConversionWithProvenance>;
  readonly inverse: Received<ConversionWithProvenance> | null;
}

/** The conversion of a view and its inverse. One query a pair and source: other amounts are computed from the same figures. */
export function quoteQuery(client: RatesClient, view: AmountQuery) {
  return queryOptions({
    ...PATIENT,
    queryKey: quoteKey(view),
    queryFn: () => askQuote(client, view),
    // A day that is over hardly changes.
    refetchInterval: ({ state }) => askIntervalMs(asConversion(state), !view.date && REFRESH_MS),
  });
}

/**
 * What to show of a pair that was swapped until the service answers: its quote says both ways, exactly. Nothing where the pair's
 * own quote is not there or found no way back.
 */
export function swappedQuote(queries: QueryClient, { from, to, ...chosen }: PairQuery) {
  const own = queries.getQueryState<Quote>(quoteKey({ from: to, to: from, ...chosen }));
  if (!own?.data?.inverse?.answer.ok) return {};
  return {
    initialData: { conversion: own.data.inverse, inverse: own.data.conversion },
    // Old enough to be asked for at once: what was answered is also what can be read without a network.
    initialDataUpdatedAt: own.dataUpdatedAt - REFRESH_MS,
  };
}

/** What every source alone says of a pair. */
export function comparisonQuery(client: RatesClient, { from, to, date = null }: Omit<PairQuery, 'source'>) {
  return queryOptions<Received<PairComparisonWithReasons>>({
    ...PATIENT,
    queryKey: ['comparison', from, to, date],
    queryFn: () => client.compare({ from, to, date }),
    refetchInterval: ({ state }) => askIntervalMs(state, REFRESH_MS),
  });
}

/** What of a quote says how asking went. */
export type QuoteState = AskedState & { readonly data: Quote | undefined };

/** When a quote is asked for next by itself, in epoch milliseconds. */
export function nextQuoteAtMs(state: QuoteState): number {
  return nextAskAtMs(asConversion(state));
}

/** A quote is as its conversion is. */
export function asConversion<S extends { readonly data: Quote | undefined }>(state: S) {
  return { ...state, data: state.data?.conversion };
}

/** The name of a quote among the queries. */
export function quoteKey({ from, to, source, date = null }: PairQuery) {
  return ['quote', from, to, source, date] as const;
}

async function askQuote(client: RatesClient, view: AmountQuery): Promise<Quote> {
  const { from, to, source, date = null } = view;
  const [conversion, inverse] = await Promise.all([
    client.convert(view),
    client.convert({ from: to, to: from, source, date, amount: ONE_UNIT }),
  ]);
  return { conversion, inverse: conversion.answer.ok ? inverse : null };
}
