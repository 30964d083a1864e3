import { isoDayOf } from '#lib/domain/iso-day';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok, type Result } from '#lib/domain/result';
import { readHeldBefore } from '#lib/ingest/judge/held-figures';
import { readStoredPast } from '#lib/ingest/judge/stored-past';
import type { HttpClient, HttpResult } from '#lib/platform/http-client';
import type { Source, SourceDocument } from '#lib/sources/source';
import { judgePoll } from './judge-poll.ts';
import type { DocumentVersions, Poll, PollContext, PollOutcome } from './poll-context.ts';
import { type PollFailure, type ReadPoll, readPoll } from './read-poll.ts';
import { keepPoll } from './keep-poll.ts';
import { setImmediate as otherWork } from 'node:timers/promises';

/**
 * Asks a source once for what the store lacks, checks what came, and stores figures, check and health in one transaction.
 * Never throws for what a publisher does: a defect of ours is a failed check too, and is logged. Null when `signal` ended
 * it, or the clock was put back meanwhile: that says nothing of the source, so it is no check and nothing is stored.
 */
export async function pollSource(
  source: Source,
  context: PollContext,
  signal?: AbortSignal,
): Promise<PollOutcome | null> {
  const { clock, store } = context;
  const meter = meterCalls(context.http);
  const before = await readHeldBefore(store, source);
  const versions = await knownVersions(source, context);
  const guard = defectsAsFailures(source, context);
  const documents = await guard(() => ask(source, { context, meter, versions, signal }));
  const poll: Poll = { source, now: clock.service(), latencyMs: meter.latencyMs(), before, versions };
  // Each step on thousands of figures takes milliseconds: requests that wait are answered in between.
  await otherWork();
  const read = documents.ok
    ? await guard(() => readPoll(poll, documents.value, context.snapshot()))
    : documents;
  await otherWork();
  const judged = read.ok ? await guard(() => judge(poll, read.value, context)) : read;
  await otherWork();
  // What was read by the later time would be of the future by the one that counts now.
  if (signal?.aborted || clock.serviceMs() < poll.now.getTime()) return null;
  return keepPoll(poll, judged, context);
}

async function judge({ source, now, before }: Poll, read: ReadPoll, context: PollContext) {
  return ok(
    await judgePoll(source, read, {
      isPoll: true,
      snapshot: context.snapshot(),
      kindOf: context.kindOf,
      before,
      now,
      earlier: context.recentOf(source.id).earlier,
      stored: await readStoredPast(context.store, source, read.documents),
    }),
  );
}

/** Turns a defect of ours into a failed check. */
function defectsAsFailures({ id }: Source, { log }: PollContext) {
  return async <Made>(
    work: () => Result<Made, PollFailure> | Promise<Result<Made, PollFailure>>,
  ): Promise<Result<Made, PollFailure>> => {
    try {
      return await work();
    } catch (error) {
      log.error({ source: id, err: error }, 'a poll ended in a defect');
      return fail({
        reason: 'defect',
        sentence: `${id} could not be polled because of a defect; the log has it.`,
      });
    }
  };
}

/** What is known of a bank's documents; read before it is asked, so that no change meanwhile is missed. */
async function knownVersions({ id, cadence }: Source, context: PollContext): Promise<DocumentVersions> {
  if (cadence === 'tick') return new Map();
  const { rateSources } = await context.store.readRevisions();
  return context.versionsOf(id, rateSources.get(id) ?? 0);
}

interface Asking {
  readonly context: PollContext;
  readonly meter: MeteredCalls;
  readonly versions: DocumentVersions;
  readonly signal: AbortSignal | undefined;
}

async function ask(
  source: Source,
  { context, meter, versions, signal }: Asking,
): Promise<Result<readonly SourceDocument[], PollFailure>> {
  const documents =
    source.cadence === 'tick'
      ? await source.fetch(meter.http, signal)
      : await source.fetch(meter.http, {
          newestStoredOn: newestDay(context.snapshot(), source),
          today: isoDayOf(context.clock.service()),
          storedVersions: versions,
          ...(signal && { signal }),
        });
  if (documents.ok) {
    // Only a publisher that was asked for something newer may have nothing: every window has a day with figures.
    if (documents.value.length > 0 || meter.isUnchanged()) return documents;
    const sentence = `${source.name} answered without a single figure for a time that has some.`;
    return fail({ reason: 'layout', sentence });
  }
  const { error } = documents;
  return error.kind === 'unknown-layout'
    ? fail({ reason: 'layout', sentence: error.sentence })
    : fail({ reason: 'http', http: error, sentence: error.sentence });
}

function newestDay(snapshot: RateSnapshot, { id }: Source) {
  const source = snapshot.sources.find((candidate) => candidate.id === id);
  return source?.publications[0]?.observedOn ?? null;
}

/** A client whose calls are timed. */
export interface MeteredCalls {
  readonly http: HttpClient;
  /** Of the slowest call so far, in whole milliseconds; of one that timed out, the time-out. */
  readonly latencyMs: () => number;
  /** Whether a host said that the asked version is still its newest. */
  readonly isUnchanged: () => boolean;
}

/** Times the calls of one poll: an answered call by its successful try, a failed one by its time-out or as a whole. */
export function meterCalls(http: HttpClient): MeteredCalls {
  let slowestMs = 0;
  let isUnchanged = false;
  const timed = async <Answer extends { readonly kind: string; readonly latencyMs: number }>(
    call: Promise<HttpResult<Answer>>,
  ): Promise<HttpResult<Answer>> => {
    const startedMs = performance.now();
    const result = await call;
    isUnchanged ||= result.ok && result.value.kind === 'not-modified';
    slowestMs = Math.max(slowestMs, latencyOf(result, performance.now() - startedMs));
    return result;
  };
  return {
    http: {
      get: (url, options) => timed(http.get(url, options)),
      getIfChanged: (url, version, options) => timed(http.getIfChanged(url, version, options)),
    },
    latencyMs: () => Math.round(slowestMs),
    isUnchanged: () => isUnchanged,
  };
}

function latencyOf(result: HttpResult<{ readonly latencyMs: number }>, elapsedMs: number): number {
  if (result.ok) return result.value.latencyMs;
  return result.error.kind === 'timeout' ? result.error.limitMs : elapsedMs;
}
