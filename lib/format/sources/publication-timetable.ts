import { forexStretchAt } from '#lib/domain/calendars/forex-market';
import { addDays, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { FixingSchedule } from '#lib/domain/calendars/publication-calendar';
import type { SourceId } from '#lib/domain/source-id';
import type { Release, SourceTimetable, Timetables } from './next-expected.ts';

/** What of a source tells when it speaks next. */
export type TimetabledSource =
  | {
      readonly id: SourceId;
      readonly cadence: 'fixing';
      readonly schedule: FixingSchedule;
      readonly hours: string;
    }
  | {
      readonly id: SourceId;
      readonly cadence: 'tick';
      readonly market: 'always' | 'forex';
      readonly polling: { readonly intervalMs: number };
    }
  | { readonly id: 'fixed' };

/** Days back, as long as any figure is served, and ahead, as long as a page may stay open. */
const BACK_DAYS = 22;
const AHEAD_DAYS = 12;

/**
 * When each source publishes, from three weeks ago to twelve days ahead of `now`. For the server: pages get the instants as
 * a value, not the calendars of four banks as code.
 */
export function timetablesOf(sources: readonly TimetabledSource[], now: Date): Timetables {
  return Object.fromEntries(sources.map((source) => [source.id, timetableOf(source, now)]));
}

function timetableOf(source: TimetabledSource, now: Date): SourceTimetable {
  if (!('cadence' in source)) return { kind: 'law' };
  if (source.cadence === 'fixing') {
    const { schedule, hours } = source;
    return {
      kind: 'fixing',
      releases: releasesOf(schedule, isoDayOf(now)),
      graceMs: schedule.graceMs,
      words: hours,
    };
  }
  return {
    kind: 'ticks',
    everyMs: source.polling.intervalMs,
    closings: source.market === 'forex' ? closingsOf(now) : [],
  };
}

/** The releases of the time around a day; the days that come with one release are one entry. */
function releasesOf(schedule: FixingSchedule, today: IsoDay): readonly Release[] {
  const releases: Release[] = [];
  for (let offset = -BACK_DAYS; offset <= AHEAD_DAYS; offset += 1) {
    const day = addDays(today, offset);
    if (!schedule.isPublicationDay(day)) continue;
    const dueAt = schedule.dueAt(day).toISOString();
    if (releases.at(-1)?.dueAt !== dueAt) releases.push({ day, dueAt });
  }
  return releases;
}

/** When the foreign exchange market is closed, from now on. */
function closingsOf(now: Date): readonly (readonly [string, string])[] {
  const closings: (readonly [string, string])[] = [];
  const end = new Date(now.getTime() + AHEAD_DAYS * DAY_MS);
  for (let next = forexStretchAt(now); next.from < end; next = forexStretchAt(next.until)) {
    if (!next.isOpen) closings.push([next.from.toISOString(), next.until.toISOString()]);
  }
  return closings;
}
