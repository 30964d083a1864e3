import { setImmediate as otherWork } from 'node:timers/promises';

import { isoDayOf } from '#lib/domain/iso-day';
import type { Observation } from '#lib/domain/rates/observation';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Source, SourceDocument } from '#lib/sources/source';
import { concludePoll } from './conclude-poll.ts';
import type { DocumentVersions } from './document-versions.ts';
import { judgePoll, type JudgedFigures, type JudgedPoll } from '#lib/ingest/judging/judge-poll';
import { givingWay } from '#lib/ingest/judging/unproven-past';
import { type MeteredCalls, meterCalls } from './meter-calls.ts';
import { type Quarantine, readQuarantineFor } from '#lib/ingest/judging/held-figures';
import { heldBefore } from '#lib/ingest/judging/quarantine-changes';
import { comparisonOf } from '#lib/ingest/judging/other-figures';
import { readStoredPast } from '#lib/ingest/judging/stored-past';
import type { PollContext, PollOutcome } from './poll-context.ts';
import { type PollFailure, type ReadDocument, readPoll } from '#lib/ingest/judging/read-poll';

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
  let quarantine = await readQuarantineFor(context.store, source);
  const versions = await knownVersions(source, context);
  let judged: JudgedPoll;
  try {
    ({ judged, quarantine } = await askAndJudge(source, { context, meter, quarantine, versions, signal }));
  } catch (error) {
    context.log.error({ source: source.id, err: error }, 'a poll ended in a defect');
    const sentence = `${source.id} could not be polled because of a defect; the log has it.`;
    judged = { kind: 'failed', failure: { reason: 'defect', sentence } };
  }
  await otherWork();
  // What was read by the later time would be of the future by the one that counts now.
  if (signal?.aborted || context.clock.serviceMs() < startMs) return null;
  const held = heldBefore(quarantine.heldRows);
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

/** A poll's judgement, and the quarantine that it goes by. */
interface Judgement {
  readonly judged: JudgedPoll;
  readonly quarantine: Quarantine;
}

async function askAndJudge(source: Source, poll: Poll): Promise<Judgement> {
  const { context, quarantine } = poll;
  const failed = (failure: PollFailure): Judgement => ({ judged: { kind: 'failed', failure }, quarantine });
  const documents = await ask(source, poll);
  if (!documents.ok) return failed(documents.error);
  // Each step on thousands of figures takes milliseconds: requests that wait are answered in between.
  await otherWork();
  const now = context.clock.service();
  const read = readPoll(source, documents.value, { now, snapshot: context.snapshot() });
  if (!read.ok) return failed(read.error);
  await otherWork();
  const unproven = await unprovenPairs(source, poll);
  const judge = async (by: Quarantine): Promise<JudgedFigures> =>
    judgePoll(source, read.value, {
      isPoll: true,
      snapshot: context.snapshot(),
      kindOf: context.kindOf,
      quarantine: by,
      now,
      earlier: context.recentOf(source.id).earlier,
      unproven: new Set(unproven.map(({ base, quote }) => pairKey(base, quote))),
      stored: await readStoredPast(context.store, source, read.value.documents),
    });
  const judged = await judge(quarantine);
  const pairs = givingWay(judged, {
    heldBefore: quarantine.held,
    unproven,
    now,
    newest: newestOf(read.value.documents),
    othersAt: comparisonOf(context.snapshot(), source.id, quarantine.othersHeld).others,
  });
  if (pairs.length === 0 || poll.signal?.aborted) return { judged, quarantine };
  context.log.warn({ source: source.id, pairs: pairs.length }, 'took back what its publisher never repeated');
  await context.store.write.takeBackSeries({ source: source.id, pairs, atMs: now.getTime() });
  await context.catchUp();
  const left = await readQuarantineFor(context.store, source);
  return { judged: await judge(left), quarantine: left };
}

/** The figures of a poll's newest publication. */
function newestOf(documents: readonly ReadDocument[]): readonly Observation[] {
  const stated = documents.flatMap(({ accepted }) => accepted);
  const newestMs = stated.reduce((newest, { observedAt }) => Math.max(newest, observedAt.getTime()), 0);
  return stated.filter(({ observedAt }) => observedAt.getTime() === newestMs);
}

/** Asked only after a poll that was no pass: it reads a whole history. */
async function unprovenPairs(
  { id, cadence }: Source,
  { context, quarantine }: Poll,
): Promise<readonly Pair[]> {
  const isInDoubt = quarantine.heldRows.length > 0 || context.health(id).run?.kind !== 'pass';
  return cadence === 'fixing' && isInDoubt ? context.store.readUnprovenPairs(id) : [];
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
