import { answerIn, asAnswer } from '#lib/client/asking/ask';
import { linkedPages } from '#lib/client/asking/linked-pages';
import { streamEvents } from '#lib/client/asking/stream-events';
import type { EndpointAnswers } from '#lib/contract/answers';
import { ENDPOINT_PATHS, type EndpointId, requestAddress } from '#lib/contract/endpoint-paths';
import type { ErrorBody } from '#lib/contract/errors';
import { CrossrateError } from './crossrate-error.ts';
import type {
  CompareQuestion,
  ConvertQuestion,
  CorrectionsQuestion,
  HistoricalQuestion,
  HistoryQuestion,
  PairQuestion,
  RatesQuestion,
  RevisionsQuestion,
  SeriesQuestion,
  SourcesQuestion,
  StreamQuestion,
} from './questions.ts';
import {
  type CallOptions,
  type ClientOptions,
  createRequestSender,
  type RequestSender,
} from './request-sender.ts';

export { CrossrateError, type CrossrateErrorCode } from './crossrate-error.ts';
export type { CallOptions, ClientOptions } from './request-sender.ts';
export type * from './questions.ts';

/** What a stream says: the rate of a pair, or that there is none now. `id` is what `lastEventId` takes. */
export type StreamedEvent =
  | { readonly event: 'rate'; readonly id: string; readonly data: EndpointAnswers['stream'] }
  | { readonly event: 'unavailable'; readonly id: string; readonly data: UnavailablePair };

/** A pair that has no rate now, and why. */
export interface UnavailablePair extends ErrorBody {
  readonly from: string;
  readonly to: string;
  readonly dataVersion: string;
}

/** How a stream is followed. */
export interface StreamOptions {
  /** Ends the iteration, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The `id` of the last event that was received before: the stream begins with what has changed since. */
  readonly lastEventId?: string | undefined;
}

/** A typed client of a Crossrate service. */
export type CrossrateClient = ReturnType<typeof createClient>;

/**
 * Makes a client of the service at `server`. Each call rejects with {@link CrossrateError} where there is no answer, after temporary
 * failures have been retried; throws a TypeError where an option is of no use.
 */
export function createClient(options: ClientOptions) {
  const sender = createRequestSender(options);
  const get =
    <Id extends EndpointId, Question extends object>(id: Id) =>
    async (question: Question, call?: CallOptions): Promise<EndpointAnswers[Id]> =>
      (await readPage<EndpointAnswers[Id]>(sender, addressOf(id, question), call)).page;
  const bare =
    <Id extends EndpointId>(id: Id) =>
    (call?: CallOptions): Promise<EndpointAnswers[Id]> =>
      get<Id, object>(id)({}, call);
  return {
    /** An amount in another currency: `result` units of `to` for `amount` units of `from`. */
    convert: get<'convert', ConvertQuestion>('convert'),
    /** The rate of a pair: one unit of `from` costs `rate` units of `to`. */
    pair: get<'pair', PairQuestion>('pair'),
    /** Every rate of a base currency. */
    rates: get<'rates', RatesQuestion>('rates'),
    /** Which sources have a pair by themselves. */
    sources: get<'pair-sources', SourcesQuestion>('pair-sources'),
    /** What each source says of a pair, and why the others say nothing. */
    compare: get<'compare', CompareQuestion>('compare'),
    /** One answer of the history of a pair, oldest point first; {@link history} has all of it. */
    historical: get<'historical', HistoricalQuestion>('historical'),
    /** Every point of a pair's history, the newest first, asked for page by page as they are read. */
    history: (question: HistoryQuestion, call?: CallOptions) => readHistory(sender, question, call),
    /** The last days of several currencies. */
    series: get<'series', SeriesQuestion>('series'),
    /** One answer of what a source corrected; {@link corrections} has all of it. */
    revisions: get<'revisions', RevisionsQuestion>('revisions'),
    /** Everything that a source corrected, the oldest change first, asked for page by page as it is read. */
    corrections: (question: CorrectionsQuestion, call?: CallOptions) => readCorrected(sender, question, call),
    /** The bytes of a publisher's document by its SHA-256, or what is known of it where the document itself is not given. */
    document: (sha256: string, call?: CallOptions) => readDocument(sender, sha256, call),
    /** Every currency that the service knows. */
    currencies: bare('currencies'),
    /** How each source and each part of the service is doing. Needs no key. */
    status: bare('status'),
    /** The rates of some pairs, at once and whenever one changes; connects again by itself and goes on where it was. */
    stream: (question: StreamQuestion, followed?: StreamOptions) => follow(sender, question, followed),
  };
}

/** The path of a question; lists have commas between their values, and what is undefined is not asked. */
function addressOf(id: EndpointId, question: object): string {
  const given = Object.entries(question).filter(([, value]) => value !== undefined && value !== null);
  return requestAddress(
    ENDPOINT_PATHS[id],
    Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
  );
}

/** Asks for one path. */
async function readPage<T>(
  sender: RequestSender,
  path: string,
  call?: CallOptions,
): Promise<{ readonly page: T; readonly headers: Headers }> {
  const response = await sender.answer(path, call);
  const read = await answerIn<T>(response).catch(() => null);
  if (read?.ok) return { page: read.value, headers: response.headers };
  const message = 'The answer is not JSON. Check the address of the server.';
  throw new CrossrateError(message, { code: 'unexpected_answer', status: response.status });
}

/** The most that one answer carries. */
const PAGE_POINTS = 5000;
const PAGE_CORRECTIONS = 1000;

async function* readHistory(
  sender: RequestSender,
  question: HistoryQuestion,
  call?: CallOptions,
): AsyncGenerator<PointAnswer, void, undefined> {
  const path = addressOf('historical', { limit: PAGE_POINTS, ...question });
  const ask = (next: string) => readPage<EndpointAnswers['historical']>(sender, next, call);
  // Points of several sources at one instant may be cut apart; then the page before begins with that instant once more.
  let edge: ReadonlySet<string> = new Set();
  for await (const { points } of linkedPages(ask, path, 'prev')) {
    yield* points.filter((point) => !edge.has(nameOfPoint(point))).toReversed();
    edge = new Set(points.filter(({ timestamp }) => timestamp === points[0]?.timestamp).map(nameOfPoint));
  }
}

type PointAnswer = EndpointAnswers['historical']['points'][number];

function nameOfPoint({ source, timestamp }: PointAnswer): string {
  return `${timestamp} ${source}`;
}

async function* readCorrected(
  sender: RequestSender,
  question: CorrectionsQuestion,
  call?: CallOptions,
): AsyncGenerator<EndpointAnswers['revisions']['revisions'][number], void, undefined> {
  const path = addressOf('revisions', { limit: PAGE_CORRECTIONS, ...question });
  const ask = (next: string) => readPage<EndpointAnswers['revisions']>(sender, next, call);
  for await (const { revisions } of linkedPages(ask, path, 'next')) yield* revisions;
}

async function readDocument(
  sender: RequestSender,
  sha256: string,
  call?: CallOptions,
): Promise<Uint8Array | EndpointAnswers['documents']> {
  const response = await sender.answer(addressOf('documents', { sha256 }), call);
  const isFacts = response.headers.get('Content-Type')?.startsWith('application/json') === true;
  return isFacts
    ? asAnswer<EndpointAnswers['documents']>(await response.json())
    : new Uint8Array(await response.arrayBuffer());
}

async function* follow(
  sender: RequestSender,
  question: StreamQuestion,
  { signal, lastEventId }: StreamOptions = {},
): AsyncGenerator<StreamedEvent, void, undefined> {
  const path = addressOf('stream', question);
  let lastId = lastEventId ?? null;
  let hasBegun = false;
  for (let failures = 0; ; failures += 1) {
    signal?.throwIfAborted();
    let failure: unknown = new CrossrateError('The stream ended.', { code: 'unreachable' });
    try {
      for await (const message of streamEvents((ended) => sender.open(path, lastId, ended), signal)) {
        failures = 0;
        hasBegun = true;
        if (message === null) continue;
        lastId = message.id ?? lastId;
        const told = asStreamed(message, lastId ?? '');
        if (told !== null) yield told;
      }
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof CrossrateError) failure = cause;
    }
    // One that never was there is given up like any request; one that was is looked for until somebody stops it.
    if (!hasBegun && failures >= sender.retries) throw failure;
    await sender.pause(failure, failures, signal);
  }
}

/** What an event says; null for one of a kind that did not exist when this was written. The service's own tests hold what they bear. */
function asStreamed(
  { event, data }: { readonly event?: string | undefined; readonly data: string },
  id: string,
): StreamedEvent | null {
  if (event === 'rate') return { event, id, data: asAnswer<EndpointAnswers['stream']>(JSON.parse(data)) };
  if (event === 'unavailable') return { event, id, data: asAnswer<UnavailablePair>(JSON.parse(data)) };
  return null;
}
