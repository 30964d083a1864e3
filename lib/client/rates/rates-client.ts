import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type {
  ConversionWithProvenance,
  ConversionWithReceipt,
  PairComparisonWithReasons,
  PairRate,
  PairSources,
  RateSeriesResponse,
  RatesTableResponse,
  StatusReport,
} from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import { type AskedQuery, askFor, pathWith, type Transport } from '#lib/client/asking/ask';

/** A pair of codes; `source` null lets the service choose. */
export interface PairQuery {
  readonly from: string;
  readonly to: string;
  readonly source: string | null;
  /** The UTC day that is meant; now when absent or null. */
  readonly date?: IsoDay | null;
}

/** A pair, and how much of its base: a plain decimal. */
export type AmountQuery = PairQuery & { readonly amount: string };

/** What a table of rates is asked by; `source` null lets the service choose. */
export interface TableQuery {
  readonly base: string;
  readonly source: string | null;
  /** The UTC day that is meant; now when absent or null. */
  readonly date?: IsoDay | null;
}

export type RatesClient = ReturnType<typeof createRatesClient>;

/**
 * The service's endpoints as functions over a transport. What the service says about the question itself (no such pair, a
 * source without it) is a value; what only says "not now" rejects with `AskFailure`, so that the answer before stays.
 */
export function createRatesClient(transport: Transport) {
  const get = <T>(path: string, query: AskedQuery) => askFor<T>(transport, pathWith(path, query));
  return {
    convert: ({ from, to, source, date, amount }: AmountQuery) =>
      get<ConversionWithProvenance>(ENDPOINT_PATHS.convert, {
        from,
        to,
        source,
        date,
        amount,
        include: 'provenance',
      }),
    /** A conversion with a signed receipt of it, which the service stores. */
    receipt: ({ from, to, source, date, amount }: AmountQuery) =>
      get<ConversionWithReceipt>(ENDPOINT_PATHS.convert, {
        from,
        to,
        source,
        date,
        amount,
        include: 'receipt',
      }),
    pair: ({ from, to, source, date }: PairQuery) =>
      get<PairRate>(ENDPOINT_PATHS.pair, { from, to, source, date }),
    sources: ({ from, to }: Omit<PairQuery, 'source'>) =>
      get<PairSources>(ENDPOINT_PATHS['pair-sources'], { from, to }),
    compare: ({ from, to, date }: Omit<PairQuery, 'source'>) =>
      get<PairComparisonWithReasons>(ENDPOINT_PATHS.compare, { from, to, date, include: 'reasons' }),
    table: ({ base, source, date }: TableQuery) =>
      // Of a day that is over `provenance` says what the series say of now: whose figure a rate is, and of when.
      get<RatesTableResponse>(ENDPOINT_PATHS.rates, { base, source, date, include: date && 'provenance' }),
    /** Age, source, changes and the last days of some codes of a table. */
    series: ({ base, source }: TableQuery, codes: readonly string[], days: number) =>
      get<RateSeriesResponse>(ENDPOINT_PATHS.series, {
        base,
        source,
        codes: codes.join(','),
        days: String(days),
      }),
    status: () => askFor<StatusReport>(transport, ENDPOINT_PATHS.status),
  };
}
