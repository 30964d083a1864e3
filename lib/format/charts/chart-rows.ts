import type { PeriodSeries } from '#lib/domain/series/period-series';
import type { PeriodNote } from '#lib/domain/series/periods';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

/** What several lines say of one day, or of one moment. */
export interface ChartRow {
  /** Where the row stands: 12:00 UTC of its day, or the moment itself. */
  readonly atMs: number;
  /** One a line; null where the line has none. */
  readonly cells: readonly (ChartCell | null)[];
}

/** A figure of a row and its own instant in epoch milliseconds. */
export interface ChartCell {
  readonly rate: number;
  readonly atMs: number;
  /** Of a period, what it is made of; absent of an observation. */
  readonly period?: PeriodNote | undefined;
}

/** The instant at which a point is drawn: the middle of its day where rows are days, else its own minute. */
export function placeOf(atMs: number, isIntraday: boolean): number {
  return isIntraday
    ? Math.floor(atMs / MINUTE_MS) * MINUTE_MS
    : Math.floor(atMs / DAY_MS) * DAY_MS + DAY_MS / 2;
}

/** Lines side by side, ascending in time; of several points of a line in one row the last stands. */
export function chartRows(lines: readonly PeriodSeries[], isIntraday: boolean): readonly ChartRow[] {
  const rows = new Map<number, (ChartCell | null)[]>();
  lines.forEach(({ instantsMs, rates, periods }, line) => {
    instantsMs.forEach((atMs, index) => {
      const placeMs = placeOf(atMs, isIntraday);
      const cells = rows.get(placeMs) ?? lines.map(() => null);
      cells[line] = { rate: rates[index] ?? 0, atMs, period: periods?.[index] };
      rows.set(placeMs, cells);
    });
  });
  return [...rows].map(([atMs, cells]) => ({ atMs, cells })).toSorted((one, other) => one.atMs - other.atMs);
}
