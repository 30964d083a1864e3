import { setImmediate as otherWork } from 'node:timers/promises';

import { isoDayOf } from '#lib/domain/iso-day';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok, type Result } from '#lib/domain/result';
import type { Source, SourceDocument } from '#lib/sources/source';
import { storePoll } from './conclude-poll.ts';
import type { DocumentVersions } from './document-versions.ts';
import { judgePoll } from '#lib/ingest/judging/judge-poll';
import { type MeteredCalls, meterCalls } from './meter-calls.ts';
import { readHeldBefore } from '#lib/ingest/judging/held-figures';
import { readStoredPast } from '#lib/ingest/judging/stored-past';
import type { Poll, PollContext, PollOutcome } from './poll-context.ts';
import { type PollFailure, type ReadPoll, readPoll } from '#lib/ingest/judging/read-poll';

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
  return storePoll(poll, judged, context);
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
