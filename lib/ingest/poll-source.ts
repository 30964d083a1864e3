import { setImmediate as otherWork } from 'node:timers/promises';

import { isoDayOf } from '#lib/domain/iso-day';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import type { Source, SourceDocument } from '#lib/sources/source';
import type { QuarantinedFigure } from '#lib/store/quarantine';

import { concludePoll } from './conclude-poll.ts';
import { judgePoll, type JudgedPoll } from './judge-poll.ts';
import { type MeteredCalls, meterCalls } from './meter-calls.ts';
import { type HeldBefore, heldBefore, heldFigures } from './quarantine-changes.ts';
import type { PollContext, PollOutcome } from './poll-context.ts';
import { type PollFailure, readPoll } from './read-poll.ts';

/** Held figures that a poll looks at; more than all sources publish. */
const HELD_MAX = 20_000;

/**
 * Asks a source once for what the store lacks, checks what came, and stores figures, check and health in one transaction.
 * Never throws for what a publisher does: a defect of ours is a failed check too, and is logged. Null when `signal` ended
 * it: that says nothing of the source, so it is no check and nothing is stored.
 */
export async function pollSource(
  source: Source,
  context: PollContext,
  signal?: AbortSignal,
): Promise<PollOutcome | null> {
  const meter = meterCalls(context.http);
  const rows = await context.store.readQuarantine({ state: 'held', limit: HELD_MAX });
  const bySource = Map.groupBy(rows, (row) => row.source);
  const held = heldBefore(source.cadence, bySource.get(source.id) ?? []);
  let judged: JudgedPoll;
  try {
    judged = await askAndJudge(source, { context, meter, held, bySource, signal });
  } catch (error) {
    context.log.error({ source: source.id, err: error }, 'a poll ended in a defect');
    const sentence = `${source.id} could not be polled because of a defect; the log has it.`;
    judged = { kind: 'failed', failure: { reason: 'defect', sentence } };
  }
  await otherWork();
  if (signal?.aborted) return null;
  return concludePoll(source, { judged, latencyMs: meter.latencyMs(), held }, context);
}

interface Poll {
  readonly context: PollContext;
  readonly meter: MeteredCalls;
  /** The source's quarantine before the poll. */
  readonly held: HeldBefore;
  /** The whole quarantine. */
  readonly bySource: ReadonlyMap<string, readonly QuarantinedFigure[]>;
  readonly signal: AbortSignal | undefined;
}

async function askAndJudge(source: Source, poll: Poll): Promise<JudgedPoll> {
  const { context, held, bySource } = poll;
  const documents = await ask(source, poll);
  if (!documents.ok) return { kind: 'failed', failure: documents.error };
  // Each step on thousands of figures takes milliseconds: requests that wait are answered in between.
  await otherWork();
  const now = context.clock.service();
  const snapshot = context.snapshot();
  const read = readPoll(source, documents.value, { now, snapshot });
  if (!read.ok) return { kind: 'failed', failure: read.error };
  await otherWork();
  const othersHeld = new Map([...bySource].map(([id, rows]) => [id, heldFigures(rows)]));
  return await judgePoll(source, read.value, {
    snapshot,
    kindOf: context.kindOf,
    held: held.figures,
    othersHeld,
    now,
  });
}

type Asked =
  | { readonly ok: true; readonly value: readonly SourceDocument[] }
  | { readonly ok: false; readonly error: PollFailure };

async function ask(source: Source, { context, meter, signal }: Poll): Promise<Asked> {
  const documents =
    source.cadence === 'tick'
      ? await source.fetch(meter.http, signal)
      : await source.fetch(meter.http, {
          newestStoredOn: newestDay(context.snapshot(), source),
          today: isoDayOf(context.clock.service()),
          storedVersions: context.versions,
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
