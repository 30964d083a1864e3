import { isoDayOf } from '#lib/domain/iso-day';
import { nextPublicationDay } from '#lib/domain/calendars/publication-calendar';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { FixingSource, Source } from '#lib/sources/source';

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
