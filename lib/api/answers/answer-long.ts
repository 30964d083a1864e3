import { type ApiError, HISTORY_AWAY, tooManyWaiting } from '#lib/contract/errors';
import { requestsFor } from '#lib/contract/request-limits';
import { fail, ok, type Result } from '#lib/domain/result';
import type { Payer } from '#lib/api/limits/admission';
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
  const charged = { ...sending, limit: extra > 0 ? payer.charge(extra) : sending.limit };
  const make = () => makeOfOneCommit(endpoint, service, allowedSources, asked);
  const turn = await turns.add(payer.place, make, request.signal);
  if (turn.kind === 'left') return respondWithError(GONE, charged);
  const { answer, version } = turn.value;
  return answer.ok
    ? respondWithAnswer(answer.value, charged, version)
    : respondWithError(answer.error, charged, version);
}

/** For a caller that has hung up: no one reads it. */
const GONE: ApiError = { code: 'bad_request', message: 'The request was taken back.' };

/** An answer and the version that it bears. */
interface Made {
  readonly answer: Result<PreparedAnswer, ApiError>;
  readonly version: string;
}

/** Readings of the database that a commit may cut into before the last one is taken as it is. */
const ANSWER_TRIES = 5;

/**
 * Has an answer made, unless another caller's turn brought it, and made again when a commit came in that its snapshot does not
 * know: figures of two commits must not bear one version.
 */
async function makeOfOneCommit(
  { name, readsDatabase, whenAway = HISTORY_AWAY }: ThreadEndpoint,
  { answers, longAnswers, history, views, catchUp, storeReceipt, ...service }: ApiService,
  allowedSources: LongRequest['allowedSources'],
  { question, query, coding }: LongRequest['asked'],
): Promise<Made> {
  for (let attempt = 1; ; attempt += 1) {
    const snapshot = service.snapshot();
    const { version } = snapshot;
    const view = views.viewOf(snapshot, allowedSources);
    const kept = answers.find(view, question);
    if (kept) return { answer: ok(kept), version };
    if (readsDatabase && isKnownAway(history)) return { answer: fail(whenAway), version };
    const askedAt = service.clock.service();
    const asked = { endpoint: name, query, coding, askedAt, snapshot, seen: view.snapshot };
    const { made, revision, toStore } = await longAnswers.make(asked);
    const isWhole = revision === null || revision === snapshot.revision;
    if (isWhole || attempt === ANSWER_TRIES) {
      if (!made.ok) return { answer: made, version };
      const stored = toStore === null ? 'stored' : await storeReceipt(toStore);
      if (stored === 'away') return { answer: fail(whenAway), version };
      // Another process has given a receipt of the same answer meanwhile: the thread finds that one.
      if (stored === 'known') continue;
      const prepared = prepareAnswer(made.value);
      if (isWhole) answers.keep(view, question, prepared);
      return { answer: ok(prepared), version };
    }
    await catchUp();
  }
}
