import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { ErrorBody } from '#lib/contract/errors';
import type {
  ConversionWithProvenance,
  ConversionWithReceipt,
  PairComparisonWithReasons,
  PairRate,
  PairSources,
  RatesTableResponse,
  StatusReport,
} from '#lib/contract/responses';
import type { IsoDay } from '#lib/domain/iso-day';
import type { Result } from '#lib/domain/result';
import { AskFailure } from '#lib/client/asking/ask-failure';

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

/**
 * The service's endpoints as functions. What the service says about the question itself (no such pair, a source without
 * it) is a value; what only says "not now" rejects with {@link AskFailure}, so that the answer before stays in place.
 */
export interface RatesClient {
  readonly convert: (
    query: PairQuery & { readonly amount: string },
  ) => Promise<Received<ConversionWithProvenance>>;
  /** A conversion with a signed receipt of it, which the service stores. */
  readonly receipt: (
    query: PairQuery & { readonly amount: string },
  ) => Promise<Received<ConversionWithReceipt>>;
  readonly pair: (query: PairQuery) => Promise<Received<PairRate>>;
  readonly sources: (query: Omit<PairQuery, 'source'>) => Promise<Received<PairSources>>;
  readonly compare: (query: Omit<PairQuery, 'source'>) => Promise<Received<PairComparisonWithReasons>>;
  readonly table: (query: {
    readonly base: string;
    readonly source: string | null;
    readonly date?: IsoDay | null;
  }) => Promise<Received<RatesTableResponse>>;
  readonly status: () => Promise<Received<StatusReport>>;
}

/** The header by which the service worker says when it had first received the answer that it repeats; see public/sw.js. */
export const RECEIVED_HEADER = 'X-Received-At';

/** How long to wait when a 429 does not say. */
const LIMITED_DEFAULT_SECONDS = 10;

/** A typed client over a transport. */
export function createRatesClient(transport: Transport): RatesClient {
  const get = <T>(path: string, query: Readonly<Record<string, string>>) =>
    askFor(transport, `${path}?${new URLSearchParams(query)}`, asAnswer<T>);
  return {
    convert: ({ amount, ...pair }) =>
      get<ConversionWithProvenance>(ENDPOINT_PATHS.convert, {
        ...named(pair),
        amount,
        include: 'provenance',
      }),
    receipt: ({ amount, ...pair }) =>
      get<ConversionWithReceipt>(ENDPOINT_PATHS.convert, { ...named(pair), amount, include: 'receipt' }),
    pair: (pair) => get<PairRate>(ENDPOINT_PATHS.pair, named(pair)),
    sources: ({ from, to }) => get<PairSources>(ENDPOINT_PATHS['pair-sources'], { from, to }),
    compare: (pair) =>
      get<PairComparisonWithReasons>(ENDPOINT_PATHS.compare, {
        ...named({ ...pair, source: null }),
        include: 'reasons',
      }),
    table: ({ base, ...chosen }) =>
      get<RatesTableResponse>(ENDPOINT_PATHS.rates, { base, ...ofChoice(chosen) }),
    status: () => askFor(transport, ENDPOINT_PATHS.status, asAnswer<StatusReport>),
  };
}

function named({ from, to, ...chosen }: PairQuery): Readonly<Record<string, string>> {
  return { from, to, ...ofChoice(chosen) };
}

function ofChoice({
  source,
  date = null,
}: Pick<PairQuery, 'source' | 'date'>): Readonly<Record<string, string>> {
  return { ...(source !== null && { source }), ...(date !== null && { date }) };
}

/** Asks one path and reads its answer; rejects with {@link AskFailure} as {@link RatesClient} says. */
export async function askFor<T>(
  transport: Transport,
  path: string,
  as: (body: unknown, headers: Headers) => T,
): Promise<Received<T>> {
  const response = await transport(path).catch((cause: unknown) => {
    throw cause instanceof AskFailure ? cause : new AskFailure({ kind: 'unreachable' }, { cause });
  });
  const requestId = response.headers.get('X-Request-Id');
  refuseTransient(response, requestId);
  const body: unknown = await response.json();
  const receivedAt = response.headers.get(RECEIVED_HEADER);
  return {
    answer: response.ok
      ? { ok: true, value: as(body, response.headers) }
      : { ok: false, error: { ...asErrorBody(body).error, requestId } },
    receivedAtMs: receivedAt === null ? Date.now() : Date.parse(receivedAt),
    isRepeated: receivedAt !== null,
  };
}

/** Throws for answers that say nothing about the question: asked too often, no key, a fault. 503 is an answer: the source is out. */
function refuseTransient({ status, headers }: Response, requestId: string | null): void {
  if (status === 429) {
    const seconds = Number(headers.get('Retry-After') ?? LIMITED_DEFAULT_SECONDS);
    throw new AskFailure({ kind: 'limited', retryAfterMs: seconds * 1000 });
  }
  if (status === 401 || status === 403) throw new AskFailure({ kind: 'refused' });
  if (status >= 500 && status !== 503) throw new AskFailure({ kind: 'fault', requestId });
}

/** The service answers 200 with exactly the type that the endpoint names: its own tests hold every answer against the schema. */
export function asAnswer<T>(body: unknown): T {
  return body as T;
}

/** Every answer of the service that is not 2xx has the error shape, which the same tests hold. */
function asErrorBody(body: unknown): ErrorBody {
  return body as ErrorBody;
}
