import type { CheckVerdict } from '#lib/domain/health/check-kind';
import { causeOf, type FaultCause } from '#lib/domain/health/fault-cause';
import { afterAge, afterCheck, downSinceMs, type HealthState } from '#lib/domain/health/health-machine';
import { isCheckReason } from '#lib/domain/health/health-reason';
import { healthStateText } from '#lib/domain/health/health-state-text';
import { type Rejection, rejectionOf } from '#lib/domain/validation/rules';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Result } from '#lib/domain/result';
import type { PollFailure } from './read-poll.ts';
import type { Source } from '#lib/sources/source';
import type { RuleRefusals } from '#lib/store/validation/refusals';
import type { AgedStep } from '#lib/store/health/health-records';
import type { PollRecord } from '#lib/store/polls';
import type { HeldFigure } from '#lib/domain/validation/held-figure';
import { type HeldChanges, NO_HELD_CHANGES, POLL_SUBJECT } from '#lib/store/validation/held-changes';

import type { DocumentVersions } from './poll-context.ts';
import type { JudgedPoll } from './judge-poll.ts';
import { comparisonOf } from '#lib/ingest/judge/neighbours';
import type { Poll, PollContext, PollOutcome } from './poll-context.ts';
import { type PollMoment, pollMoment } from './poll-moment.ts';
import { driftingPairs } from './verdict.ts';
import { keptOf, sentenceOf, verdictOn } from './verdict.ts';
import { figureChanges } from '#lib/ingest/judge/held-figures';
import { fixingBatch, flagRow, heldDocument, tickBatch } from '#lib/ingest/judge/stored-rows';

/** Polls for which a pair may be in quarantine before its source is degraded for it. */
const QUARANTINE_POLLS_MAX = 3;

/** Classifies a poll, moves the source's health on, and stores all of it in one transaction. */
export async function keepPoll(
  { source, now, latencyMs, before: { held: before }, versions }: Poll,
  judged: Result<JudgedPoll, PollFailure>,
  context: PollContext,
): Promise<PollOutcome> {
  const snapshot = context.snapshot();
  const drift = await driftingPairs(source, judged, { snapshot, store: context.store });
  const verdict = verdictOn(source, judged, { latencyMs, drift });
  const kept = keptOf(source, judged);
  const moment = pollMoment(source, kept, { snapshot, now });
  const held = kept ? kept.held : before;
  const { aged, state, cause } = healthAfter(context.health(source.id), { verdict, held, moment });
  const sentence = sentenceOf(source, judged, verdict, drift);
  const rejected = judged.ok ? judged.value.rejected : [];
  const refusals = refusalsOf(rejected);
  const counts = await context.store.write.storePoll({
    ...figuresOf(source, kept, now),
    source: source.id,
    held: kept ? changesOf(source, before, kept) : NO_HELD_CHANGES,
    refusals,
    flags: (kept?.flagged ?? []).map(({ observation, rule }) => flagRow(observation, rule)),
    check: {
      atMs: now.getTime(),
      kind: verdict.kind,
      latencyMs,
      reason: verdict.reason,
      sentence,
      accepted: kept?.acceptedPairs ?? 0,
      rejected: rejected.length,
      held: held.length,
      status: state.status,
      cause,
      state: healthStateText(state),
      changedAtMs: state.changedAtMs ?? now.getTime(),
      intervalMs: moment.intervalMs,
      ...(aged && { aged: await agedStep(source, { aged, held: before, moment }, context) }),
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
    held: held.length,
    holds: holdsOf(held),
    latencyMs,
  };
}

/** What a poll changes in what is held; figures that are stored settle its publisher's earlier documents. */
function changesOf(
  source: Source,
  before: readonly HeldFigure[],
  { held, left, originOf, withheld, isUnchanged, acceptedPairs }: JudgedPoll,
): HeldChanges {
  return {
    ...figureChanges(source, { kind: source.cadence, before, held, left, originOf }),
    documents: withheld.map(({ document, doubt }, place) =>
      heldDocument(source.id, `${POLL_SUBJECT}${place + 1}`, document, doubt),
    ),
    settled: !isUnchanged && acceptedPairs > 0 ? 'polls' : [],
  };
}

interface Concluded {
  readonly verdict: CheckVerdict;
  readonly held: readonly { readonly polls: number }[];
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
function healthAfter(before: HealthState, { verdict, held, moment }: Concluded): HealthAfter {
  const { now, intervalMs, ageBefore, ageAfter: age } = moment;
  const at = { atMs: now.getTime(), intervalMs };
  const isQuarantineLong = isLong(held);
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
  }: { readonly aged: HealthState; readonly held: Concluded['held']; readonly moment: PollMoment },
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
      isQuarantineLong: isLong(held),
      newestReason: isCheckReason(reason) ? reason : null,
    }),
  };
}

function isLong(held: Concluded['held']): boolean {
  return held.some(({ polls }) => polls > QUARANTINE_POLLS_MAX);
}

function figuresOf(
  source: Source,
  kept: JudgedPoll | null,
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

function holdsOf(held: readonly HeldFigure[]): readonly RuleRefusals[] {
  return refusalsOf(held.map((figure) => rejectionOf(figure, figure.rule)));
}

/**
 * Figures that are committed need not be fetched again. A document with figures that were refused, or too thin, is: the
 * next check would find it unchanged and call it good. So is the one that may follow it, which may be the last sound one:
 * unchanged, it would seem to state again what the validation holds.
 */
function noteVersions(
  source: Source,
  { verdict, kept }: { readonly verdict: CheckVerdict; readonly kept: JudgedPoll | null },
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
  kept: JudgedPoll | null,
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
