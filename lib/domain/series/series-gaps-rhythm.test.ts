import { describe, expect, it } from 'vitest';
import { isWeekend } from '#lib/domain/calendars/holiday-rules';
import { DAY_MS } from '#lib/domain/durations';
import { addDays, isoDayOf } from '#lib/domain/iso-day';
import { listSources } from '#lib/sources/registry';
import { rhythmFacts, rhythmOf } from './series-gaps-rhythm.ts';

const BANKS = listSources('kraken').flatMap((source) =>
  'cadence' in source && source.cadence === 'fixing' ? [source] : [],
);

/** Instants all over a year, among them the days around Christmas and Easter. */
const NOWS = ['2026-01-02T07:00Z', '2026-04-03T12:00Z', '2026-04-14T08:00Z', '2026-12-24T23:59Z'];

describe.each(BANKS)('the rhythm of $id as a value', (bank) => {
  const { schedule, firstDay } = bank;

  it.each(NOWS)('has the closed weekdays of its calendar, at %s', (text) => {
    const now = new Date(text);
    const { isOpenDay } = rhythmOf(JSON.parse(JSON.stringify(rhythmFacts(bank, now))));
    const wrong: string[] = [];
    for (let day = firstDay; day <= isoDayOf(new Date(now.getTime() + 12 * DAY_MS)); day = addDays(day, 1)) {
      if (isOpenDay(day) !== schedule.isPublicationDay(day)) wrong.push(day);
    }
    expect(wrong).toEqual([]);
  });

  it.each(NOWS)(
    'says of each day what its timetable says: missing by now, or when it is due, at %s',
    (text) => {
      const now = new Date(text);
      const rhythm = rhythmOf(JSON.parse(JSON.stringify(rhythmFacts(bank, now))));
      const isMissing = (dueAt: Date) => dueAt.getTime() + schedule.graceMs <= now.getTime();
      for (let offset = -400; offset <= 12; offset += 1) {
        const day = addDays(isoDayOf(now), offset);
        if (isWeekend(day) || !schedule.isPublicationDay(day)) continue;
        const dueAt = schedule.dueAt(day);
        if (isMissing(dueAt)) expect(isMissing(rhythm.dueAt(day)), day).toBe(true);
        else expect(rhythm.dueAt(day), day).toEqual(dueAt);
      }
    },
  );
});
