import { DAY_MS } from '#lib/domain/durations';
import { changePercentOf } from '#lib/domain/series/range-figures';
import type { ChartModel } from './chart-model.ts';
import { chartDate } from './chart-dates.ts';
import { rateMovement } from './chart-numbers.ts';
import { wholeText } from '#lib/format/numbers/number-text';

/** Two points of a chart, by the instants of their rows in epoch milliseconds; in the order in which they were pointed at. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What a line did from the earlier point to the later one. */
export interface MeasuredLine {
  readonly place: number;
  readonly label: string;
  /** In per cent of the earlier rate. */
  readonly changePercent: number;
  /** In quote, with its sign: `−0.0027`. */
  readonly movement: string;
  /** What the change comes to in a year at the same pace, in per cent; null of stretches too short to say so. */
  readonly yearlyPercent: number | null;
}

/** A stretch of a chart in figures. */
export interface MeasuredStretch {
  readonly fromMs: number;
  readonly toMs: number;
  /** The two instants, in words. */
  readonly between: string;
  /** How long it is, in words. */
  readonly length: string;
  /** Lines without a figure at both points are left out. */
  readonly lines: readonly MeasuredLine[];
}

/** Days of a Gregorian year. */
const YEAR_DAYS = 365.2425;

/** A pace of fewer days says nothing of a year. */
const PACE_DAYS_MIN = 30;

const HOUR_MS = DAY_MS / 24;

/** Measures what the lines of a chart did between two of its points; null where these are one, or are not there. */
export function measureStretch(model: ChartModel, { fromMs, toMs }: Stretch): MeasuredStretch | null {
  const rowAt = (wantedMs: number) => model.rows.find(({ atMs }) => atMs === wantedMs);
  const first = rowAt(Math.min(fromMs, toMs));
  const last = rowAt(Math.max(fromMs, toMs));
  if (!first || !last || first === last) return null;
  const tookMs = last.atMs - first.atMs;
  const days = tookMs / DAY_MS;
  const lines = model.lines.flatMap(({ place, label }, line): readonly MeasuredLine[] => {
    const [begun, ended] = [first.cells[line], last.cells[line]];
    if (!begun || !ended) return [];
    const yearly = ((ended.rate / begun.rate) ** (YEAR_DAYS / days) - 1) * 100;
    return [
      {
        place,
        label,
        changePercent: changePercentOf(begun.rate, ended.rate),
        movement: rateMovement(ended.rate - begun.rate, ended.rate).figure,
        yearlyPercent: days < PACE_DAYS_MIN ? null : yearly,
      },
    ];
  });
  const said = (atMs: number) =>
    model.isIntraday ? `${chartDate(atMs, 'short')} ${chartDate(atMs, 'time')}` : chartDate(atMs, 'day');
  return {
    fromMs: first.atMs,
    toMs: last.atMs,
    between: `${said(first.atMs)} to ${said(last.atMs)}`,
    length: lengthText(tookMs),
    lines,
  };
}

function lengthText(tookMs: number): string {
  if (tookMs >= DAY_MS) return count(Math.round(tookMs / DAY_MS), 'day');
  return tookMs >= HOUR_MS
    ? count(Math.round(tookMs / HOUR_MS), 'hour')
    : count(Math.round((tookMs / HOUR_MS) * 60), 'minute');
}

function count(number: number, unit: string): string {
  return `${wholeText(number)} ${unit}${number === 1 ? '' : 's'}`;
}
