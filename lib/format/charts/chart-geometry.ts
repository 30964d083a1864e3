import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { lttbIndices } from '#lib/domain/series/lttb';
import { firstIndexFrom, seriesWithin } from '#lib/domain/series/range-figures';
import type { SeriesGap } from '#lib/domain/series/series-gaps';
import { placeOf } from './chart-rows.ts';
import type { ValueAxis } from './chart-ticks.ts';

/** The part of a drawing that lines are drawn in, in pixels. */
export interface PlotBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** What of time is shown, in epoch milliseconds. */
export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How time is drawn. */
interface TimeScale extends TimeWindow {
  /** Whether points stand at their minutes, else in the middle of their days. */
  readonly isIntraday: boolean;
  readonly pixelsPerMs: number;
}

/** A line ready to be drawn: `x` are epoch milliseconds of places, `y` values; runs are stretches without a break. */
export interface DrawnLine {
  readonly runs: readonly (readonly DrawnPoint[])[];
  /** From the last point before a weekend to the first after it. */
  readonly bridges: readonly (readonly DrawnPoint[])[];
}

export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
}

/** A stretch of time behind the lines. */
export interface TimeBand extends TimeWindow {
  readonly gap: SeriesGap;
}

/** From this width of a day on, weekends are seen: their bands, and the lighter stroke over them. */
const WEEKEND_DAY_PX = 6;

/** A narrower gap would look like a flaw of the line. */
const GAP_PX_MIN = 3;

/** Whether a day is wide enough for weekends to be told apart. */
function showsWeekends(pixelsPerMs: number): boolean {
  return pixelsPerMs * DAY_MS >= WEEKEND_DAY_PX;
}

/** Thins a line within a window to what is drawn, and breaks it where it has gaps. */
export function drawLine(
  series: SeriesFigures,
  gaps: readonly SeriesGap[],
  { fromMs, toMs, isIntraday, pixelsPerMs, pointsMax }: TimeScale & { readonly pointsMax: number },
): DrawnLine {
  const { instantsMs, rates } = seriesWithin(series, fromMs, toMs);
  const breaks = new Map(
    gaps.flatMap((gap) => {
      const kind = breakOf(gap, pixelsPerMs);
      return gap.afterMs === null || kind === null ? [] : [[gap.afterMs, { gap, kind }] as const];
    }),
  );
  const points = keptIndices({ instantsMs, rates }, breaks, pointsMax).map((index) => ({
    atMs: instantsMs[index] ?? 0,
    x: placeOf(instantsMs[index] ?? 0, isIntraday),
    y: rates[index] ?? 0,
  }));
  const runs: DrawnPoint[][] = [[]];
  const bridges: DrawnPoint[][] = [];
  points.forEach((point, index) => {
    runs.at(-1)?.push(point);
    const next = points[index + 1];
    const broken = breaks.get(point.atMs);
    if (next === undefined || broken === undefined) return;
    runs.push([]);
    if (broken.kind === 'bridge') bridges.push([point, next]);
  });
  return { runs, bridges };
}

/** The stretches to be hatched, and the weekends to be tinted, as far as they are wide enough to be seen. */
export function timeBands(
  gaps: readonly SeriesGap[],
  { fromMs, toMs, isIntraday, pixelsPerMs }: TimeScale,
): { readonly weekends: readonly TimeBand[]; readonly hatched: readonly TimeBand[] } {
  const bands = gaps
    .filter(({ kind }) => kind !== 'before')
    .map((gap) => {
      const band = bandOf(gap, isIntraday, toMs);
      return { gap, fromMs: Math.max(band.fromMs, fromMs), toMs: Math.min(band.toMs, toMs) };
    })
    .filter((band) => (band.toMs - band.fromMs) * pixelsPerMs >= GAP_PX_MIN);
  return {
    weekends: showsWeekends(pixelsPerMs) ? bands.filter(({ gap }) => gap.kind === 'weekend') : [],
    hatched: bands.filter(({ gap }) => gap.kind !== 'weekend'),
  };
}

/** The pixel of a value of an axis, from the bottom of the box up. */
export function valuePosition(
  value: number,
  { min, max }: Pick<ValueAxis, 'min' | 'max'>,
  { top, height }: PlotBox,
  scale: 'linear' | 'log',
): number {
  const along = scale === 'log' ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
  return top + height * (1 - along);
}

/** The pixel of an instant. */
export function timePosition(atMs: number, { fromMs, toMs }: TimeWindow, { left, width }: PlotBox): number {
  return left + ((atMs - fromMs) / (toMs - fromMs)) * width;
}

/** The instant at a pixel. */
export function timeAt(pixel: number, { fromMs, toMs }: TimeWindow, { left, width }: PlotBox): number {
  return fromMs + ((pixel - left) / width) * (toMs - fromMs);
}

/** Which of some instants, ascending, is nearest to another. */
export function nearestIndex(instantsMs: readonly number[], atMs: number): number {
  const next = firstIndexFrom(instantsMs, atMs);
  const before = Math.max(0, next - 1);
  const isNextNearer = (instantsMs[next] ?? Infinity) - atMs < atMs - (instantsMs[before] ?? -Infinity);
  return isNextNearer ? next : before;
}

/** Moves labels apart so that none is nearer to the next than `distance`, and all stay between `top` and `bottom`. */
export function spreadLabels(
  positions: readonly number[],
  distance: number,
  top: number,
  bottom: number,
): readonly number[] {
  const order = positions
    .map((_, index) => index)
    .toSorted((a, b) => (positions[a] ?? 0) - (positions[b] ?? 0));
  const spread = [...positions];
  let floor = top;
  for (const index of order) {
    spread[index] = Math.max(spread[index] ?? 0, floor);
    floor = (spread[index] ?? 0) + distance;
  }
  let ceiling = bottom;
  for (const index of order.toReversed()) {
    spread[index] = Math.min(spread[index] ?? 0, ceiling);
    ceiling = (spread[index] ?? 0) - distance;
  }
  return spread;
}

/** A window of another length around an instant, kept within bounds. */
export function zoomed(window: TimeWindow, factor: number, aroundMs: number, bounds: TimeWindow): TimeWindow {
  const length = Math.min((window.toMs - window.fromMs) * factor, bounds.toMs - bounds.fromMs);
  const share = (aroundMs - window.fromMs) / (window.toMs - window.fromMs);
  return movedInto({ fromMs: aroundMs - length * share, toMs: aroundMs + length * (1 - share) }, bounds);
}

/** A window of the same length that lies within bounds; the bounds themselves where it is longer. */
export function movedInto({ fromMs, toMs }: TimeWindow, bounds: TimeWindow): TimeWindow {
  const length = Math.min(toMs - fromMs, bounds.toMs - bounds.fromMs);
  const start = Math.min(Math.max(fromMs, bounds.fromMs), bounds.toMs - length);
  return { fromMs: start, toMs: start + length };
}

/** Rounds after which a thinning that is a point or two short is taken as it is. */
const EDGE_ROUNDS = 4;

type Break = { readonly gap: SeriesGap; readonly kind: 'gap' | 'bridge' };

function breakOf({ kind, afterMs, beforeMs }: SeriesGap, pixelsPerMs: number): Break['kind'] | null {
  if (afterMs === null || beforeMs === null) return null;
  if (kind === 'weekend') return showsWeekends(pixelsPerMs) ? 'bridge' : null;
  return (beforeMs - afterMs) * pixelsPerMs >= GAP_PX_MIN ? 'gap' : null;
}

/** Thinning must not lose the two points that a gap stands between. */
function keptIndices(
  { instantsMs, rates }: SeriesFigures,
  breaks: ReadonlyMap<number, Break>,
  pointsMax: number,
): readonly number[] {
  if (instantsMs.length <= pointsMax) return instantsMs.map((_, index) => index);
  const edges = instantsMs.flatMap((atMs, index) =>
    breaks.has(atMs) && index + 1 < instantsMs.length ? [index, index + 1] : [],
  );
  if (edges.length === 0) return lttbIndices({ instantsMs, rates }, pointsMax);
  // Edges that the thinning chose anyway leave room for as many others.
  let kept: readonly number[] = [];
  let wanted = pointsMax - edges.length;
  for (let round = 0; round < EDGE_ROUNDS && kept.length < pointsMax; round += 1) {
    wanted = Math.max(2, wanted + (round === 0 ? 0 : pointsMax - kept.length));
    const thinned = lttbIndices({ instantsMs, rates }, wanted);
    const joined = [...new Set([...thinned, ...edges])];
    if (round > 0 && joined.length > pointsMax) break;
    kept = joined.toSorted((one, other) => one - other);
  }
  return kept;
}

function bandOf(
  { firstDay, lastDay, afterMs, beforeMs }: SeriesGap,
  isIntraday: boolean,
  endMs: number,
): TimeWindow {
  if (isIntraday) return { fromMs: afterMs ?? endMs, toMs: beforeMs ?? endMs };
  if (afterMs === null || beforeMs === null) {
    return { fromMs: startOfDay(firstDay).getTime(), toMs: startOfDay(lastDay).getTime() + DAY_MS };
  }
  const dayStart = (atMs: number) => Math.floor(atMs / DAY_MS) * DAY_MS;
  return { fromMs: dayStart(afterMs) + DAY_MS, toMs: dayStart(beforeMs) };
}
