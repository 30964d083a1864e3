import { type ApiError, HISTORY_AWAY, tooManyReceipts, tooManyWaiting } from '#lib/contract/errors';
import { requestsFor } from '#lib/contract/request-limits';
import { fail, ok, type Result } from '#lib/domain/result';
import type { Payer } from '#lib/api/limits/admitted';
import type { Turn } from '#lib/api/limits/fair-queue';
import type { NewReceipt } from '#lib/store/rates/receipts';
import type { Question } from './answer-cache.ts';
import type { ApiService } from '#lib/api/api-service';
import { isKnownAway } from '#lib/api/health/database-health';
import type { ThreadEndpoint } from '#lib/api/endpoint';
import type { LongQuestion } from './long-answers.ts';
import { type PreparedAnswer, prepareAnswer } from './prepared-answer.ts';
import { respondWithAnswer, respondWithError, type Sending } from '#lib/api/http/respond';

/** A question that no kept answer fits, and whose it is. */
export interface LongRequest {
  readonly request: Request;
  readonly payer: Payer;
  readonly allowedSources: ReadonlySet<string> | null;
  readonly asked: Pick<LongQuestion, 'query' | 'coding' | 'seen'> & {
    readonly question: Question;
  };
}

/**
 * Has an answer made in its caller's turn. It counts as more than one request where it is much work; where too much waits already
 * it is refused, and counts as none. Somebody who hangs up loses the turn.
 */
export async function answerLong(
  endpoint: ThreadEndpoint,
  service: ApiService,
  { request, payer, allowedSources, asked }: LongRequest,
  sending: Sending,
): Promise<Response> {
  if (endpoint.readsDatabase && isKnownAway(service.history))
    return respondWithError(endpoint.whenAway ?? HISTORY_AWAY, sending);
  const turns = service.longAnswers.turns[endpoint.readsDatabase ? 'database' : 'memory'];
  const refused = turns.refusal(payer.place);
  if (refused) {
    const limit = payer.charge(-1) ?? sending.limit;
    return respondWithError(tooManyWaiting(refused), { ...sending, limit });
  }
  const extra = requestsFor(endpoint.figuresMax(asked.query, asked.seen)) - 1;
  const limit = extra > 0 ? payer.charge(extra) : sending.limit;
  const make = () => makeOfOneCommit(endpoint, service, allowedSources, asked);
  const turn = () => turns.add(payer.place, make, request.signal);
  const made = await makeAndStore(endpoint, service.storeReceipt, { payer, turn }).catch((error: unknown) => {
    if (endpoint.givesReceipts) payer.charge(-extra);
    throw error;
  });
  // A receipt that is not given, or was given before, counts as one request.
  const isMuch = !endpoint.givesReceipts || made?.isNew === true;
  const charged = { ...sending, limit: isMuch ? limit : payer.charge(-extra) };
  if (made === null) return respondWithError(GONE, charged);
  return made.answer.ok
    ? respondWithAnswer(made.answer.value, charged, made.version)
    : respondWithError(made.answer.error, charged, made.version);
}

/** For a caller that has hung up: no one reads it. */
const GONE: ApiError = { code: 'bad_request', message: 'The request was taken back.' };

/** An answer and the version that it bears. */
interface Answered {
  readonly answer: Result<PreparedAnswer, ApiError>;
  readonly version: string;
}

interface Made extends Answered {
  /** What must be stored before the answer is given; it is kept only then. */
  readonly unstored?: { readonly receipt: NewReceipt; readonly keep: () => void };
}

/** Turns in which another process was there first with a receipt of the same answer. */
const STORE_TRIES = 3;

/** How long a receipt may take to be stored before it is refused. */
const STORE_MS_MAX = 10_000;

/** Where an answer is made, and who pays for its receipt. */
interface ReceiptTurn {
  readonly payer: Payer;
  readonly turn: () => Promise<Turn<Made>>;
}

/**
 * Has an answer made in a turn, and its receipt stored after that, which is the payer's where it `isNew`: others need not wait for a
 * database that writes slowly. Null where those who asked have left.
 */
async function makeAndStore(
  endpoint: ThreadEndpoint,
  storeReceipt: ApiService['storeReceipt'],
  { payer, turn }: ReceiptTurn,
  tries = STORE_TRIES,
): Promise<(Answered & { readonly isNew: boolean }) | null> {
  const made = await turn();
  if (made.kind === 'left') return null;
  const { answer, version, unstored } = made.value;
  if (!unstored) return { answer, version, isNew: false };
  const waitSeconds = payer.takeReceipt();
  if (waitSeconds > 0) return { answer: fail(tooManyReceipts(waitSeconds)), version, isNew: false };
  const stored = await inTime(storeReceipt(unstored.receipt)).catch((error: unknown) => {
    payer.giveBackReceipt();
    throw error;
  });
  if (stored === 'stored') {
    unstored.keep();
    return { answer, version, isNew: true };
  }
  payer.giveBackReceipt();
  // Another process has given a receipt of the same answer meanwhile: the thread finds that one.
  if (stored === 'known' && tries > 1)
    return makeAndStore(endpoint, storeReceipt, { payer, turn }, tries - 1);
  return { answer: fail(endpoint.whenAway ?? HISTORY_AWAY), version, isNew: false };
}

/** Gives up on what takes too long; it may still be stored, and is then found when the same is asked again. */
async function inTime(storing: ReturnType<ApiService['storeReceipt']>): Promise<Awaited<typeof storing>> {
  const { promise: tooLong, resolve } = Promise.withResolvers<'away'>();
  const timer = setTimeout(resolve, STORE_MS_MAX, 'away');
  try {
    return await Promise.race([storing, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

/** Readings of the database that a commit may cut into before the last one is taken as it is. */
const ANSWER_TRIES = 5;

/**
 * Has an answer made, unless another caller's turn brought it, and made again when a commit came in that its snapshot does not
 * know: figures of two commits must not bear one version.
 */
async function makeOfOneCommit(
  { name, readsDatabase, whenAway = HISTORY_AWAY }: ThreadEndpoint,
  service: ApiService,
  allowedSources: LongRequest['allowedSources'],
  { question, query, coding }: LongRequest['asked'],
): Promise<Made> {
  const { answers, longAnswers, views, catchUp, snapshot: newest, clock } = service;
  for (let attempt = 1; ; attempt += 1) {
    const snapshot = newest();
    const { version } = snapshot;
    const view = views.viewOf(snapshot, allowedSources);
    const kept = answers.find(view, question);
    if (kept) return { answer: ok(kept), version };
    if (readsDatabase && isKnownAway(service.history)) return { answer: fail(whenAway), version };
    const askedAt = clock.service();
    const asked = { endpoint: name, query, coding, askedAt, snapshot, seen: view.snapshot };
    const { made, revision, toStore } = await longAnswers.make(asked);
    const isWhole = revision === null || revision === snapshot.revision;
    if (isWhole || attempt === ANSWER_TRIES) {
      if (!made.ok) return { answer: made, version };
      const prepared = prepareAnswer(made.value);
      const keep = () => isWhole && answers.keep(view, question, prepared);
      const answered = { answer: ok(prepared), version };
      if (toStore !== null) return { ...answered, unstored: { receipt: toStore, keep } };
      keep();
      return answered;
    }
    await catchUp();
  }
}
