import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { ErrorBody } from '#lib/contract/errors';
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
import type { Result } from '#lib/domain/result';
import { AskFailure, failureOf } from '#lib/client/asking/ask-failure';

/** Sends a GET for a path of /v1 with its query and brings back the response; in the browser `fetch`, on the server no network. */
export type Transport = (path: string) => Promise<Response>;

/** An error as the service names it, with the request's name for the operator. */
export type ClientError = ErrorBody['error'] & { readonly requestId: string | null };

/** An answer and when it left the service. */
export interface Received<T> {
  readonly answer: Result<T, ClientError>;
  /** Epoch milliseconds of this device's clock. */
  readonly receivedAtMs: number;
  /** Whether the network was gone and the service worker repeated its last answer. */
  readonly isRepeated: boolean;
}

/** A pair of codes; `source` null lets the service choose. */
export interface PairQuery {
  readonly from: string;
  readonly to: string;
  readonly source: string | null;
  /** The UTC day that is meant; now when absent or null. */
  readonly date?: IsoDay | null;
}

/** The header by which the service worker says when it had first received the answer that it repeats; see public/sw.js. */
export const RECEIVED_HEADER = 'X-Received-At';

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
 * source without it) is a value; what only says "not now" rejects with {@link AskFailure}, so that the answer before stays.
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

type AskedQuery = Readonly<Record<string, string | null | undefined>>;

/** A path with its query, in which what is empty is left out. */
export function pathWith(path: string, query: AskedQuery): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return `${path}?${new URLSearchParams(given)}`;
}

/** Asks one path and reads its answer; rejects with {@link AskFailure} as {@link createRatesClient} says. */
export async function askFor<T>(
  transport: Transport,
  path: string,
  as: (body: unknown, headers: Headers) => T = asAnswer<T>,
): Promise<Received<T>> {
  const response = await transport(path).catch((cause: unknown) => {
    throw cause instanceof AskFailure ? cause : new AskFailure({ kind: 'unreachable' }, { cause });
  });
  const { status, headers } = response;
  // 503 is an answer to the question: the source is out.
  if ([401, 403, 429].includes(status) || (status >= 500 && status !== 503)) throw failureOf(response);
  const body: unknown = await response.json();
  const receivedAt = headers.get(RECEIVED_HEADER);
  const requestId = headers.get('X-Request-Id');
  return {
    answer: response.ok
      ? { ok: true, value: as(body, headers) }
      : { ok: false, error: { ...asErrorBody(body).error, requestId } },
    receivedAtMs: receivedAt === null ? Date.now() : Date.parse(receivedAt),
    isRepeated: receivedAt !== null,
  };
}

/** The service answers 200 with exactly the type that the endpoint names: its own tests hold every answer against the schema. */
export function asAnswer<T>(body: unknown): T {
  return body as T;
}

/** Every answer of the service that is not 2xx has the error shape, which the same tests hold. */
function asErrorBody(body: unknown): ErrorBody {
  return body as ErrorBody;
}
