import { writeFileSync } from 'node:fs';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { FED_SCHEDULE } from '#lib/sources/fed/schedule';
import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';
import { FRED_SERIES } from '#lib/sources/fed/fred-series';

const LAST_DAY = parseIsoDay('2026-04-02');

/** Writes FRED's bulk archive of every daily series up to 2026, with made-up figures that are the same every time. */
export function writeFedHistory(path: string): void {
  const members: Zippable = {};
  for (const [place, { id, firstDay }] of FRED_SERIES.entries()) {
    const rows = publicationDays(firstDay).map((day, age) => `${day},${figureOf(place, age)}`);
    members[`INTLFXD_csv_2/data/${id}.csv`] = strToU8(`DATE,VALUE\r\n${rows.join('\r\n')}\r\n`);
  }
  writeFileSync(path, zipSync(members));
}

function publicationDays(firstDay: string): readonly IsoDay[] {
  const days: IsoDay[] = [];
  for (let day = parseIsoDay(firstDay); day && LAST_DAY && day <= LAST_DAY; day = addDays(day, 1)) {
    if (FED_SCHEDULE.isPublicationDay(day)) days.push(day);
  }
  return days;
}

function figureOf(place: number, age: number): string {
  return (1 + place * 3.7 + Math.sin(age / 90 + place) * 0.2).toFixed(4);
}
