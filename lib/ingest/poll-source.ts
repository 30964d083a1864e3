import type { HealthState } from '#lib/domain/health-machine';
import { isoDayOf } from '#lib/domain/iso-day';
import type { KindOf } from '#lib/domain/rate-kind';
import type { RateSnapshot } from '#lib/domain/rate-snapshot';
import type { Clock } from '#lib/platform/clock';
import type { DocumentVersion, HttpClient } from '#lib/platform/http-client';
import type { Logger } from '#lib/platform/logger';
import type { Source, SourceDocument } from '#lib/sources/source';
import type { QuarantinedFigure } from '#lib/store/quarantine';
import type { Store } from '#lib/store/store';

import { concludePoll } from './conclude-poll.ts';
import { judgePoll, type JudgedPoll } from './judge-poll.ts';
import { type MeteredCalls, meterCalls } from './meter-calls.ts';
import { type HeldBefore, heldBefore, heldFigures } from './quarantine-changes.ts';
import { type PollFailure, readPoll } from './read-poll.ts';

/** What a poll works with. */
export interface PollContext {
  readonly store: Store;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** The folder whose disk is looked at, or null when the database is elsewhere. */
  readonly dataDir: string | null;
  /** The newest figures of every source, for the door to compare with. */
  readonly snapshot: () => RateSnapshot;
  /** The state of a source's health as it was last stored. */
  readonly health: (source: Source['id']) => HealthState;
  /** Tells pegs, majors and coins apart. */
  readonly kindOf: KindOf;
  /** Takes in what a poll committed, so that it is served at once. */
  readonly catchUp: () => Promise<void>;
  /** Hears once of a disk that became too full to write to. */
  readonly onDiskShortage: (shortage: { readonly freeBytes: number; readonly wantedBytes: number }) => void;
  /** Uniform in [0, 1), for the jitter of intervals. */
  readonly random: () => number;
  /** Versions, by address, of the documents whose figures are committed; a poll asks for newer ones and adds its own. */
  readonly versions: Map<string, DocumentVersion>;
}

/** Held figures that a poll looks at; more than all sources publish. */
const HELD_MAX = 20_000;

/** What became of a poll. */
export interface PollOutcome {
  readonly kind: 'pass' | 'soft' | 'hard';
  /** Why it is no pass, as a word for machines and a sentence for the operator. */
  readonly reason: string | null;
  readonly sentence: string | null;
  readonly status: HealthState['status'];
  readonly imported: number;
  readonly revised: number;
  readonly rejected: number;
  /** How many figures each rule of the door refused. */
  readonly refusals: Readonly<Record<string, number>>;
  readonly held: number;
  readonly latencyMs: number;
}

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
  const now = context.clock.service();
  const snapshot = context.snapshot();
  const read = readPoll(source, documents.value, { now, snapshot });
  if (!read.ok) return { kind: 'failed', failure: read.error };
  const othersHeld = new Map([...bySource].map(([id, rows]) => [id, heldFigures(rows)]));
  return judgePoll(source, read.value, {
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
