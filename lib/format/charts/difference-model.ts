import { DAY_MS } from '#lib/domain/durations';
import { isoDayOf } from '#lib/domain/iso-day';
import { findGaps } from '#lib/domain/series/series-gaps';
import type { SeriesRhythm } from '#lib/domain/series/series-gaps-rhythm';
import {
  type DayDifference,
  dayDifferences,
  type DifferenceFigures,
  differenceFigures,
} from '#lib/domain/series/source-difference';
import type { TimeWindow } from './chart-geometry.ts';
import { type ChartModel, knownMs, type ModelLine, type PlottedLine } from './chart-model.ts';
import { placeOf } from './chart-rows.ts';

/** All that is said and drawn of the difference of two sources: how far the first is from the one it is measured against. */
export interface DifferenceModel {
  readonly line: ModelLine;
  readonly reference: ModelLine;
  /** The days that both have, ascending. */
  readonly days: readonly DayDifference[];
  readonly figures: DifferenceFigures;
  /** At 12:00 UTC of each day; its `rates` are basis points. */
  readonly drawn: PlottedLine;
  /** Whole days. */
  readonly window: TimeWindow;
}

/** The number of the line that is measured among the lines of a view, and that of the one it is measured against. */
export const MEASURED = 0;
export const REFERENCE = 1;

/** The difference of the two lines of a model; null where one is missing or they have no day in common. */
export function differenceModel(
  { lines, window, isOpenEnded, knownAt }: ChartModel,
  clockMs: number,
): DifferenceModel | null {
  const nowMs = knownMs(knownAt, clockMs);
  const line = lines.find(({ place }) => place === MEASURED);
  const reference = lines.find(({ place }) => place === REFERENCE);
  if (!line || !reference) return null;
  const rhythms = [line.facts.rhythm, reference.facts.rhythm] as const;
  // The last quote of a day is known once the day is over; a fixing is final when it is published.
  const endMs = rhythms.some(isQuoted) ? nowMs : Infinity;
  const days = dayDifferences(line.series, reference.series, endMs);
  const figures = differenceFigures(days);
  if (figures === null) return null;
  const shown = {
    instantsMs: days.map(({ dayMs }) => placeOf(dayMs, false)),
    rates: days.map(({ basisPoints }) => basisPoints),
  };
  const facts = { holiday: 'One is closed', holidayNames: {}, habit: '', rhythm: commonRhythm(rhythms) };
  const whole = wholeDays(window);
  return {
    line,
    reference,
    days,
    figures,
    window: whole,
    drawn: {
      place: MEASURED,
      label: 'Difference',
      quote: line.quote,
      facts,
      shown,
      gaps: findGaps(shown.instantsMs, facts.rhythm, {
        fromDay: isoDayOf(new Date(whole.fromMs)),
        toDay: isOpenEnded ? null : isoDayOf(new Date(whole.toMs - 1)),
        now: new Date(nowMs),
      }),
    },
  };
}

/** Whether of several figures a day the last one stands for it. */
export function isQuoted({ kind }: SeriesRhythm): boolean {
  return kind === 'forex' || kind === 'always';
}

/** A difference is due on the days on which both are, once the later of the two is. */
function commonRhythm([one, other]: readonly [SeriesRhythm, SeriesRhythm]): SeriesRhythm {
  const keepsWeekends = one.kind === 'fixing' || other.kind === 'fixing';
  return {
    kind: keepsWeekends ? 'fixing' : one.kind === 'forex' ? one.kind : other.kind,
    isOpenDay: (day) => one.isOpenDay(day) && other.isOpenDay(day),
    dueAt: (day) => new Date(Math.max(one.dueAt(day).getTime(), other.dueAt(day).getTime())),
    graceMs: Math.max(one.graceMs, other.graceMs),
  };
}

function wholeDays({ fromMs, toMs }: TimeWindow): TimeWindow {
  return { fromMs: Math.floor(fromMs / DAY_MS) * DAY_MS, toMs: Math.ceil(toMs / DAY_MS) * DAY_MS };
}
