import { setImmediate as otherWork } from 'node:timers/promises';

import { isoDayOf } from '#lib/domain/iso-day';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import type { Source, SourceDocument } from '#lib/sources/source';
import { concludePoll } from './conclude-poll.ts';
import type { DocumentVersions } from './document-versions.ts';
import { judgePoll, type JudgedPoll } from './judge-poll.ts';
import { type MeteredCalls, meterCalls } from './meter-calls.ts';
import { type Quarantine, readQuarantineFor } from './held-figures.ts';
import { heldBefore } from './quarantine-changes.ts';
import { readStoredPast } from './stored-past.ts';
import type { PollContext, PollOutcome } from './poll-context.ts';
import { type PollFailure, readPoll } from './read-poll.ts';

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
  const startMs = context.clock.serviceMs();
  const meter = meterCalls(context.http);
  const quarantine = await readQuarantineFor(context.store, source);
  const held = heldBefore(quarantine.heldRows);
  const versions = await knownVersions(source, context);
  let judged: JudgedPoll;
  try {
    judged = await askAndJudge(source, { context, meter, quarantine, versions, signal });
  } catch (error) {
    context.log.error({ source: source.id, err: error }, 'a poll ended in a defect');
    const sentence = `${source.id} could not be polled because of a defect; the log has it.`;
    judged = { kind: 'failed', failure: { reason: 'defect', sentence } };
  }
  await otherWork();
  // What was read by the later time would be of the future by the one that counts now.
  if (signal?.aborted || context.clock.serviceMs() < startMs) return null;
  return concludePoll(source, { judged, latencyMs: meter.latencyMs(), held, versions }, context);
}

/** What is known of a bank's documents; read before it is asked, so that no change meanwhile is missed. */
async function knownVersions({ id, cadence }: Source, context: PollContext): Promise<DocumentVersions> {
  if (cadence === 'tick') return new Map();
  const { rateSources } = await context.store.readRevisions();
  return context.versionsOf(id, rateSources.get(id) ?? 0);
}

interface Poll {
  readonly context: PollContext;
  readonly meter: MeteredCalls;
  readonly quarantine: Quarantine;
  readonly versions: DocumentVersions;
  readonly signal: AbortSignal | undefined;
}

async function askAndJudge(source: Source, poll: Poll): Promise<JudgedPoll> {
  const { context, quarantine } = poll;
  const documents = await ask(source, poll);
  if (!documents.ok) return { kind: 'failed', failure: documents.error };
  // Each step on thousands of figures takes milliseconds: requests that wait are answered in between.
  await otherWork();
  const now = context.clock.service();
  const snapshot = context.snapshot();
  const read = readPoll(source, documents.value, { now, snapshot });
  if (!read.ok) return { kind: 'failed', failure: read.error };
  await otherWork();
  return await judgePoll(source, read.value, {
    isPoll: true,
    snapshot,
    kindOf: context.kindOf,
    quarantine,
    now,
    earlier: context.recentOf(source.id).earlier,
    stored: await readStoredPast(context.store, source, read.value.documents),
  });
}

type Asked =
  | { readonly ok: true; readonly value: readonly SourceDocument[] }
  | { readonly ok: false; readonly error: PollFailure };

async function ask(source: Source, { context, meter, versions, signal }: Poll): Promise<Asked> {
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
    return { ok: false, error: { reason: 'layout', sentence } };
  }
  const { error } = documents;
  return error.kind === 'unknown-layout'
    ? { ok: false, error: { reason: 'layout', sentence: error.sentence } }
    : { ok: false, error: { reason: 'http', http: error, sentence: error.sentence } };
}

function newestDay(snapshot: RateSnapshot, { id }: Source) {
  const source = snapshot.sources.find((candidate) => candidate.id === id);
  return source?.publications[0]?.observedOn ?? null;
}
