import { isoDayOf } from '#lib/domain/iso-day';
import type { FixingSchedule } from './publication-calendar.ts';

/** A publication, and when a poll or a fetch of history first brought some of it here; null where only files did. */
interface SeenPublication {
  readonly observedAt: Date;
  readonly firstSeenAt: Date | null;
}

/**
 * The instant from which a publication counts: when it was due to be public, or seen here before, but never before its
 * fixing. Nobody knew Friday's noon rate of the H.10 on Friday: it counts from Monday 16:15 New York time, in a history
 * that is imported years later too. The ECB's file that is out at 15:57 for 16:00 counts from 15:57.
 */
export function countsFrom(schedule: FixingSchedule, { observedAt, firstSeenAt }: SeenPublication): Date {
  const dueAt = schedule.dueAt(isoDayOf(observedAt));
  const publicAt = firstSeenAt !== null && firstSeenAt < dueAt ? firstSeenAt : dueAt;
  return publicAt < observedAt ? observedAt : publicAt;
}
