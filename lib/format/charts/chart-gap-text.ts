import { easterSunday, isWeekend } from '#lib/domain/calendars/holiday-rules';
import { addDays } from '#lib/domain/iso-day';
import type { GapKind, SeriesGap } from '#lib/domain/series/series-gaps';
import type { SeriesRhythm } from '#lib/domain/series/series-gaps-rhythm';
import { chartDate, dayField, daysText, eachDay, nearDay } from './chart-dates.ts';
import { wholeText } from '#lib/format/numbers/number-text';
import type { ChartSource } from './chart-source.ts';
import { instantText } from '#lib/format/instants';
import { capital, shortSourceName, sourceInText } from '#lib/format/sources/source-names';

/** Whose line it is. */
export interface NamedLine {
  readonly source: string;
  readonly facts: ChartSource;
}

/** A line and its gaps. */
export interface NamedGaps extends NamedLine {
  readonly gaps: readonly SeriesGap[];
}

/** More of a kind than this are counted instead of named. */
const NAMED_MAX = 2;

/** The weekends of half a year; of more nobody wants to know. */
const WEEKENDS_MAX = 26;

/** What figures of a source with this rhythm are called, with its name: `ECB fixings`. */
export function figureWords(source: string, rhythm: SeriesRhythm['kind'], isPlural: boolean): string {
  if (rhythm === 'law') return `${isPlural ? 'days' : 'day'} in force by law`;
  const word = rhythm === 'fixing' ? 'fixing' : 'quote';
  return `${shortSourceName(source)} ${word}${isPlural ? 's' : ''}`;
}

/** Why a stretch has no point, in a sentence without its full stop; years only where they are not `currentYear`. */
export function gapText({ source, facts }: NamedLine, gap: SeriesGap, currentYear: number): string {
  const { kind, firstDay, lastDay, afterMs, dueAt } = gap;
  // Between the figure before and the gap may lie days on which nothing was due.
  const sinceDay = afterMs === null ? addDays(firstDay, -1) : dayField(afterMs);
  const days = gapDays(gap, currentYear);
  const figure = figureWords(source, facts.rhythm.kind, false);
  switch (kind) {
    case 'weekend':
      return `Weekend, no ${figure} ${days}`;
    case 'holiday':
      return `${holidayName(facts, gap)}, no ${figure} ${days}`;
    case 'missing':
      return `Outage: no ${figure} ${firstDay === lastDay ? 'on' : 'from'} ${days}, although due`;
    case 'not-yet':
      return `${capital(sourceInText(source))} has published nothing since ${nearDay(sinceDay, currentYear)}${
        dueAt === null
          ? ''
          : `; next due ${chartDate(dueAt.getTime(), 'weekday').slice(0, 3)} ${instantText(dueAt)}`
      }`;
    case 'before':
      return `${capital(sourceInText(source))} has no figures before ${nearDay(addDays(lastDay, 1), currentYear)}`;
    default:
      return kind satisfies never;
  }
}

/** The days of a gap; of a holiday without the weekend that it stands beside. */
function gapDays({ kind, firstDay, lastDay }: SeriesGap, currentYear: number): string {
  const closed = kind === 'holiday' ? eachDay(firstDay, lastDay).filter((day) => !isWeekend(day)) : [];
  return daysText(closed[0] ?? firstDay, closed.at(-1) ?? lastDay, currentYear);
}

/** The gap's cause in a word or two: `Easter`, `Weekend`, `Outage`. */
export function gapName(facts: ChartSource, gap: SeriesGap): string {
  const names: Readonly<Record<Exclude<GapKind, 'holiday'>, string>> = {
    weekend: 'Weekend',
    missing: 'Outage',
    'not-yet': 'Not yet published',
    before: 'Not yet begun',
  };
  return gap.kind === 'holiday' ? holidayName(facts, gap) : names[gap.kind];
}

/** All gaps in words, the ones that matter most first; many of a kind are counted, and so are weekends unless they are too many to matter. */
export function gapsSentences(lines: readonly NamedGaps[], currentYear: number): readonly string[] {
  const others = (['not-yet', 'missing', 'before', 'holiday'] as const).flatMap((kind) =>
    lines.flatMap((line) => {
      const found = line.gaps.filter((gap) => gap.kind === kind);
      const last = found.at(-1);
      if (found.length <= NAMED_MAX || !last) return found.map((gap) => gapText(line, gap, currentYear));
      return [countedText(line, found.length, last, currentYear)];
    }),
  );
  return [...others, ...weekendsText(lines)];
}

/** Weekends of one line stand for all: where they are seen they are the same ones. */
function weekendsText([first]: readonly NamedGaps[]): readonly string[] {
  const count = first?.gaps.filter(({ kind }) => kind === 'weekend').length ?? 0;
  if (count === 0 || count > WEEKENDS_MAX) return [];
  return [count === 1 ? 'a weekend, bridged' : `${count} weekends, bridged`];
}

/** So many holidays or outages of a line in words, and when the last of them was. */
function countedText({ source, facts }: NamedLine, count: number, last: SeriesGap, currentYear: number) {
  const figures = figureWords(source, facts.rhythm.kind, true);
  const when = gapDays(last, currentYear);
  return last.kind === 'holiday'
    ? `${wholeText(count)} holidays without ${figures}, most recently ${holidayName(facts, last)} ${when}`
    : `${wholeText(count)} outages, no ${figures} although due, most recently ${when}`;
}

function holidayName({ holiday, holidayNames }: ChartSource, { firstDay, lastDay }: SeriesGap): string {
  const days = eachDay(firstDay, lastDay);
  const easter = easterSunday(Number(firstDay.slice(0, 4)));
  if (days.some((day) => day === addDays(easter, -2) || day === addDays(easter, 1))) return 'Easter';
  if (days.some((day) => day.endsWith('-12-25') || day.endsWith('-12-26'))) return 'Christmas';
  if (days.some((day) => day.endsWith('-01-01'))) return 'New Year';
  const named = days.find((day) => day.slice(5) in holidayNames);
  return (named && holidayNames[named.slice(5)]) ?? holiday;
}
