import type { QueryClient } from '@tanstack/react-query';
import { askIntervalMs, REFRESH_MS } from '#lib/client/asking/ask-interval';
import type { SourceId } from '#lib/domain/source-id';
import { asConversion, ONE_UNIT, type Quote, quoteKey, quoteQuery, type QuoteState } from './queries.ts';
import type { PairQuery, RatesClient } from './rates-client.ts';
import type { ToldRate } from './stream-query.ts';

/** How often the service itself asks a source, in milliseconds; null where that follows a timetable, or nobody is asked. */
type AskedEvery = (source: SourceId) => number | null;

/** The first words of the names of what is asked of the rates of now. */
const OF_NOW: readonly unknown[] = ['quote', 'comparison', 'rates-table', 'rates-series'];

/** A quote of now that is asked for by itself as often as the service asks the quickest of its sources. */
export function quickQuoteQuery(client: RatesClient, pair: PairQuery, askedEvery: AskedEvery) {
  return {
    ...quoteQuery(client, { ...pair, amount: ONE_UNIT }),
    refetchInterval: ({ state }: { readonly state: QuoteState }) => quoteIntervalMs(state, askedEvery),
  };
}

/** In how many milliseconds such a quote is asked for again. */
export function quoteIntervalMs(state: QuoteState, askedEvery: AskedEvery): number {
  const answer = state.data?.conversion.answer;
  const legs = answer?.ok === true ? answer.value.provenance.legs : [];
  const quickestMs = Math.min(REFRESH_MS, ...legs.map(({ source }) => askedEvery(source) ?? REFRESH_MS));
  return askIntervalMs(asConversion(state), quickestMs);
}

/**
 * Has everything of now asked for again where a pair's quote is another one than the service tells, so that all figures of a page
 * are of the same moment. A quote that could not be had has its own time to be asked for again.
 */
export function takeToldRate(queries: QueryClient, pair: PairQuery, told: ToldRate): void {
  const known = queries.getQueryState<Quote>(quoteKey(pair));
  if (known?.data === undefined || known.error !== null || isToldSo(known.data, told)) return;
  void queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => OF_NOW.includes(kind) });
}

/** Both are the same number in the same digits, or both none. */
function isToldSo({ conversion: { answer } }: Quote, told: ToldRate): boolean {
  if (!answer.ok || told === null) return !answer.ok && told === null;
  const { rate, source, timestamp } = answer.value;
  return rate === told.rate && source === told.source && timestamp === told.timestamp;
}
