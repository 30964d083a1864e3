import { nextPublicationDay } from '#lib/domain/calendars/publication-calendar';
import {
  type AgeLimits,
  ageLimits,
  type AgeState,
  ageStateAt,
  tickAgeLimits,
} from '#lib/domain/calendars/staleness';
import { isoDayOf } from '#lib/domain/iso-day';
import type { Publication } from '#lib/domain/rates/publication';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { FixingSource, Source } from '#lib/sources/source';
import type { JudgedPoll } from './judge-poll.ts';

/** What is known of the newest figures, and the time. */
export interface AskedAt {
  readonly snapshot: RateSnapshot;
  readonly now: Date;
}

/**
 * How long until the next poll: a market's interval; a publisher's shorter one while its next publication is due, else its
 * longer one, cut where the next publication becomes due before that is over.
 */
export function intervalMs(source: Source, asked: AskedAt): number {
  const usualMs = paceMs(source, asked);
  const untilDueMs = msUntilDue(source, asked);
  return untilDueMs > 0 ? Math.min(usualMs, untilDueMs) : usualMs;
}

/** The interval at which a source is polled now, however near its next publication is: by it health counts checks. */
export function paceMs(source: Source, asked: AskedAt): number {
  if (source.cadence === 'tick') return source.polling.intervalMs;
  return msUntilDue(source, asked) > 0 ? source.polling.gapMs : source.polling.dueMs;
}

/** Zero and less while a publication is due, and before the first one. */
function msUntilDue(source: Source, { snapshot, now }: AskedAt): number {
  if (source.cadence === 'tick') return 0;
  const newest = snapshot.sources.find(({ id }) => id === source.id)?.publications[0];
  return newest ? nextDueAt(source, newest.observedAt).getTime() - now.getTime() : 0;
}

/** When the publication after the one observed at an instant is due. */
export function nextDueAt(source: FixingSource, observedAt: Date): Date {
  return source.schedule.dueAt(nextPublicationDay(source.schedule, isoDayOf(observedAt)));
}

/** What counts of a source when a poll of it is stored, beside what the poll brought. */
export interface PollMoment {
  readonly now: Date;
  /** The interval at which the source is polled now, in ms. */
  readonly intervalMs: number;
  /** The age of its newest figure, without what the poll brought and with it; `none` where it has no figure at all. */
  readonly ageBefore: AgeState | 'none';
  readonly ageAfter: AgeState | 'none';
  /** Since when the newest figure has `ageBefore`; now, where that is not of a figure. */
  readonly agedAt: Date;
}

/** The moment of a poll of which `kept` is stored, and nothing where that is null. */
export function pollMoment(source: Source, kept: JudgedPoll | null, asked: AskedAt): PollMoment {
  const { snapshot, now } = asked;
  const known = snapshot.sources.find(({ id }) => id === source.id)?.publications[0];
  const before = known?.limits ?? null;
  const after = limitsAfter(source, kept, known, now);
  return {
    now,
    intervalMs: paceMs(source, asked),
    ageBefore: before ? ageStateAt(before, now) : 'none',
    ageAfter: after ? ageStateAt(after, now) : 'none',
    agedAt: before ? agedAt(before, now) : now,
  };
}

function agedAt({ lateAt, staleAt, expiresAt }: AgeLimits, now: Date): Date {
  return [staleAt < expiresAt ? staleAt : expiresAt, lateAt].find((from) => from <= now) ?? now;
}

/** The limits of the newest figure once those that are kept are stored. */
function limitsAfter(
  source: Source,
  kept: JudgedPoll | null,
  known: Publication | undefined,
  now: Date,
): AgeLimits | null {
  const instants = (kept?.documents ?? []).flatMap(({ accepted }) =>
    accepted.map(({ observedAt }) => observedAt.getTime()).filter((atMs) => atMs <= now.getTime()),
  );
  if (instants.length === 0) return known?.limits ?? null;
  const newest = new Date(instants.reduce((latest, atMs) => Math.max(latest, atMs)));
  if (source.cadence === 'tick') {
    return tickAgeLimits(source.ages, source.market, source.market === 'always' ? now : newest);
  }
  if (known && known.observedAt >= newest) return known.limits;
  return ageLimits(source.schedule, isoDayOf(newest), newest);
}
