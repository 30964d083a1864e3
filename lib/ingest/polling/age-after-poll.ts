import { isoDayOf } from '#lib/domain/iso-day';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import {
  type AgeLimits,
  type AgeState,
  ageLimits,
  ageStateAt,
  tickAgeLimits,
} from '#lib/domain/calendars/staleness';
import type { Source } from '#lib/sources/source';

import type { JudgedFigures } from '#lib/ingest/judging/judge-poll';

/** The age of a source's newest figure once a poll is stored; `none` when it has no figure at all. */
export function ageAfterPoll(
  source: Source,
  stored: JudgedFigures | null,
  snapshot: RateSnapshot,
  now: Date,
): AgeState | 'none' {
  const limits = newestLimits(source, stored, snapshot, now);
  return limits ? ageStateAt(limits, now) : 'none';
}

/** Since when a source's newest stored figure has the age that it has now; now, where that is not of a figure. */
export function agedAt(source: Source, snapshot: RateSnapshot, now: Date): Date {
  const limits = newestLimits(source, null, snapshot, now);
  if (limits === null) return now;
  const { lateAt, staleAt, expiresAt } = limits;
  return [staleAt < expiresAt ? staleAt : expiresAt, lateAt].find((from) => from <= now) ?? now;
}

function newestLimits(
  source: Source,
  stored: JudgedFigures | null,
  snapshot: RateSnapshot,
  now: Date,
): AgeLimits | null {
  const known = snapshot.sources.find(({ id }) => id === source.id)?.publications[0];
  const instants = (stored?.documents ?? []).flatMap(({ accepted }) =>
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
