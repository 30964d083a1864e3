import { isoDayOf } from '#lib/domain/iso-day';
import type { Publication } from '#lib/domain/rates/rate-snapshot';
import {
  type AgeLimits,
  type AgeState,
  ageLimits,
  ageStateAt,
  tickAgeLimits,
} from '#lib/domain/calendars/staleness';
import type { Source } from '#lib/sources/source';

import type { JudgedPoll } from '#lib/ingest/judging/judge-poll';
import { type AskedAt, paceMs } from './poll-interval.ts';

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
