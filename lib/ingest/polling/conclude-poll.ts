import type { CheckVerdict } from '#lib/domain/health/check-kind';
import { causeOf, type FaultCause } from '#lib/domain/health/fault-cause';
import { afterAge, afterCheck, downSinceMs, type HealthState } from '#lib/domain/health/health-machine';
import { isCheckReason } from '#lib/domain/health/health-reason';
import { healthStateText } from '#lib/domain/health/health-state-text';
import type { Rejection } from '#lib/domain/rates/observation';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Source } from '#lib/sources/source';
import type { RuleRefusals } from '#lib/store/validation/refusals';
import type { AgedStep } from '#lib/store/health/health-records';
import type { PollRecord } from '#lib/store/polls';
import { NO_QUARANTINE_CHANGES } from '#lib/store/validation/quarantine';

import type { DocumentVersions } from './document-versions.ts';
import type { JudgedFigures, JudgedPoll } from '#lib/ingest/judging/judge-poll';
import { comparisonOf } from '#lib/ingest/judging/other-figures';
import type { PollContext, PollOutcome } from './poll-context.ts';
import { type PollMoment, pollMoment } from './poll-moment.ts';
import { driftingPairs } from './drifting-pairs.ts';
import { keptOf, sentenceOf, verdictOn } from './poll-verdict.ts';
import { type HeldBefore, quarantineChanges } from '#lib/ingest/judging/quarantine-changes';
import { fixingBatch, flagRow, tickBatch, withheldRow } from '#lib/ingest/judging/stored-rows';

/** Polls for which a pair may be in quarantine before its source is degraded for it. */
const QUARANTINE_POLLS_MAX = 3;

/** A poll that is over. */
export interface EndedPoll {
  readonly judged: JudgedPoll;
  /** When its documents came. */
  readonly now: Date;
  readonly latencyMs: number;
  /** The source's quarantine before the poll. */
  readonly held: HeldBefore;
  /** What was known of the source's documents before it. */
  readonly versions: DocumentVersions;
}

/** Classifies a poll, moves the source's health on, and stores all of it in one transaction. */
export async function concludePoll(
  source: Source,
  { judged, now, latencyMs, held, versions }: EndedPoll,
  context: PollContext,
): Promise<PollOutcome> {
  const snapshot = context.snapshot();
  const drift = await driftingPairs(source, judged, { snapshot, store: context.store });
  const verdict = verdictOn(source, judged, { latencyMs, drift });
  const kept = keptOf(source, judged);
  const moment = pollMoment(source, kept, { snapshot, now });
  const quarantine = kept ? kept.held : held.figures;
  const { aged, state, cause } = healthAfter(context.health(source.id), { verdict, quarantine, moment });
  const sentence = sentenceOf(source, judged, verdict, drift);
  const rejected = judged.kind === 'judged' ? judged.rejected : [];
  const refusals = refusalsOf(rejected);
  const counts = await context.store.write.storePoll({
    ...figuresOf(source, kept, now),
    source: source.id,
    quarantine: kept ? quarantineChanges(source, held, kept) : NO_QUARANTINE_CHANGES,
    refusals,
    ...doubtsOf(source, kept),
    check: {
      atMs: now.getTime(),
      kind: verdict.kind,
      latencyMs,
      reason: verdict.reason,
      sentence,
      accepted: kept?.acceptedPairs ?? 0,
      rejected: rejected.length,
      held: quarantine.length,
      status: state.status,
      cause,
      state: healthStateText(state),
      changedAtMs: state.changedAtMs ?? now.getTime(),
      intervalMs: moment.intervalMs,
      ...(aged && { aged: await agedStep(source, { aged, held, moment }, context) }),
    },
  });
  noteVersions(source, { verdict, kept }, versions);
  noteRecent(source, kept, snapshot, context);
  await context.catchUp();
  return {
    ...verdict,
    sentence,
    status: state.status,
    ...counts,
    rejected: rejected.length,
    refusals,
    held: quarantine.length,
    latencyMs,
  };
}

/** What of a poll is stored though it is doubted, and what is not for that. */
function doubtsOf(
  source: Source,
  kept: JudgedFigures | null,
): Pick<PollRecord, 'withheld' | 'settlesWithheld' | 'flags'> {
  return {
    withheld: (kept?.withheld ?? []).map(({ document, doubt }) =>
      withheldRow(source.id, 'poll', document, doubt),
    ),
    settlesWithheld: kept !== null && !kept.isUnchanged && kept.acceptedPairs > 0,
    flags: (kept?.flagged ?? []).map(({ observation, rule }) => flagRow(observation, rule)),
  };
}

interface Concluded {
  readonly verdict: CheckVerdict;
  readonly quarantine: readonly { readonly polls: number }[];
  readonly moment: PollMoment;
}

/** A state that time made, and one that a check did. */
interface HealthAfter {
  /** Null where time alone changed nothing. */
  readonly aged: HealthState | null;
  readonly state: HealthState;
  /** Why the source is not operational now. */
  readonly cause: FaultCause | null;
}

/** What time has done since the newest check counts first: a source that went into outage by age comes back by steps. */
function healthAfter(before: HealthState, { verdict, quarantine, moment }: Concluded): HealthAfter {
  const { now, intervalMs, ageBefore, ageAfter: age } = moment;
  const at = { atMs: now.getTime(), intervalMs };
  const isQuarantineLong = isLong(quarantine);
  const aged = before.run === null ? before : afterAge(before, { ...at, age: ageBefore });
  const state = afterCheck(aged, { ...at, kind: verdict.kind, age, isQuarantineLong });
  return {
    aged: aged.status === before.status ? null : aged,
    state,
    cause: causeOf(state, { age, isQuarantineLong, newestReason: verdict.reason }),
  };
}

/** What people saw before the poll, in the words that they saw; from when the figures aged, where they did. */
async function agedStep(
  source: Source,
  {
    aged,
    held,
    moment,
  }: { readonly aged: HealthState; readonly held: HeldBefore; readonly moment: PollMoment },
  { store }: PollContext,
): Promise<AgedStep> {
  const { intervalMs, ageBefore: age, agedAt } = moment;
  const atMs = moment.now.getTime();
  const [newest] = await store.readHealthChecks({ source: source.id, sinceMs: 0, untilMs: atMs, limit: 1 });
  const reason = newest?.reason ?? null;
  // Figures that may be served make no outage: it is of the checks that failed.
  const isOfRun = aged.status === 'outage' && (age === 'fresh' || age === 'late');
  return {
    status: aged.status,
    atMs: isOfRun ? (downSinceMs(aged, { atMs, intervalMs }) ?? atMs) : agedAt.getTime(),
    reason: aged.run?.kind === 'pass' ? null : reason,
    cause: causeOf(aged, {
      age,
      isQuarantineLong: isLong(held.figures),
      newestReason: isCheckReason(reason) ? reason : null,
    }),
  };
}

function isLong(quarantine: Concluded['quarantine']): boolean {
  return quarantine.some(({ polls }) => polls > QUARANTINE_POLLS_MAX);
}

function figuresOf(
  source: Source,
  kept: JudgedFigures | null,
  now: Date,
): Pick<PollRecord, 'fixings' | 'ticks'> {
  if (!kept || kept.documents.length === 0) return { fixings: [], ticks: null };
  if (source.cadence === 'tick') return { fixings: [], ticks: tickBatch(source.id, kept.documents, now) };
  return {
    fixings: kept.documents.map((read) => fixingBatch(source.id, read)),
    ticks: null,
  };
}

function refusalsOf(rejected: readonly Rejection[]): readonly RuleRefusals[] {
  return [...Map.groupBy(rejected, ({ rule }) => rule)].map(([rule, rows]) => ({
    rule,
    n: rows.length,
    example: rows[0]?.detail ?? '',
  }));
}

/**
 * Figures that are committed need not be fetched again. A document with figures that were refused, or too thin, is: the
 * next check would find it unchanged and call it good. So is the one that may follow it, which may be the last sound one:
 * unchanged, it would seem to state again what the validation holds.
 */
function noteVersions(
  source: Source,
  { verdict, kept }: { readonly verdict: CheckVerdict; readonly kept: JudgedFigures | null },
  versions: DocumentVersions,
): void {
  const isSound = verdict.kind === 'pass' || (verdict.kind === 'soft' && KEPT_VERSIONS.has(verdict.reason));
  if (source.cadence !== 'fixing') return;
  if (!isSound) {
    versions.clear();
    return;
  }
  for (const { document } of kept?.documents ?? []) {
    if (document.version) versions.set(document.url, document.version);
  }
}

/** A market's figures, for the limits of the next polls; a confirmed move begins a pair's memory anew. */
function noteRecent(
  source: Source,
  kept: JudgedFigures | null,
  before: RateSnapshot,
  { recentOf }: PollContext,
): void {
  if (source.cadence !== 'tick' || kept === null) return;
  const recent = recentOf(source.id);
  for (const { figure, as } of kept.left) if (as === 'released') recent.forget(figure.base, figure.quote);
  const { last } = comparisonOf(before, source.id, new Map());
  for (const { accepted } of kept.documents) {
    for (const figure of accepted) recent.note(figure, last(figure.base, figure.quote));
  }
}

/** Reasons that say nothing against a document's own figures, or that the next check finds again without it. */
const KEPT_VERSIONS: ReadonlySet<CheckVerdict['reason']> = new Set(['slow', 'quarantined']);
