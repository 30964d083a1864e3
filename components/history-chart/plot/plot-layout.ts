import type { ModelLine } from '#lib/format/charts/chart-model';
import { type PlotBox, type TimeWindow, valuePosition } from '#lib/format/charts/chart-geometry';
import { indexText, shortRate } from '#lib/format/charts/chart-numbers';
import { placeOf } from '#lib/format/charts/chart-rows';
import { signedAxis, type Tick, timeTicks, type ValueAxis, valueAxis } from '#lib/format/charts/chart-ticks';
import type { DrawnDifference } from '#lib/format/charts/difference-model';
import { basisPointsText } from '#lib/format/numbers/basis-points';
import { DAY_MS } from '#lib/domain/durations';
import { firstIndexFrom } from '#lib/domain/series/range-figures';
import type { Size } from './use-size.ts';

/** Where everything of a plot stands, in pixels. */
export interface PlotLayout {
  readonly size: Size;
  readonly box: PlotBox;
  readonly window: TimeWindow;
  readonly values: ValueAxis;
  readonly times: readonly Tick[];
  readonly scale: 'linear' | 'log';
  /** A single line has its axis at the right; several are named there, and have it at the left. */
  readonly axisSide: 'left' | 'right';
  /** Room right of the lines. */
  readonly rightPx: number;
  readonly isNarrow: boolean;
}

/** Below this width names are short and marks are few: a phone. */
const NARROW_PX = 600;

const LEFT_PX = 16;
/** Room above the lines, for the names of gaps. */
export const TOP_PX = 20;
/** Room below the lines for the marks of time. */
export const BOTTOM_PX = 28;

/** Room of a digit of the axis, and beside it. */
const DIGIT_PX = 7;
const BESIDE_PX = 20;

/** Room of a letter of a line's name at its end. */
const LETTER_PX = 7.5;

/** Room that a mark of an axis wants. */
const MARK_WIDTH_PX = 92;
const MARK_HEIGHT_PX = 48;

/** How a plot is to be drawn; marks of another year than `thisYear` say so. */
export interface PlotWish {
  readonly scale: 'linear' | 'log';
  readonly isComparing: boolean;
  readonly isIntraday: boolean;
  readonly thisYear: number;
}

/** Lays a plot out: axes that hold what is shown, and room for what stands at the right. */
export function plotLayout(
  lines: readonly ModelLine[],
  window: TimeWindow,
  size: Size,
  { scale, isComparing, isIntraday, thisYear }: PlotWish,
): PlotLayout {
  const shown = lines.flatMap(({ shown: { instantsMs, rates } }) =>
    rates.slice(firstIndexFrom(instantsMs, window.fromMs), firstIndexFrom(instantsMs, window.toMs + 1)),
  );
  const hasNames = isComparing || lines.length > 1;
  const values = valueAxis(shown, plotHeight(size) / MARK_HEIGHT_PX, scale);
  const widest = Math.max(
    ...values.ticks.map(({ label }) => label.length),
    // The pill of the last value stands on the axis of a single line.
    ...(hasNames ? [] : lines.map(({ shown: { rates } }) => shortRate(rates.at(-1) ?? 0).length)),
  );
  const names = lines.map((line) => endText(line, lines, { isNarrow: isNarrow(size), isComparing }).length);
  const axisPx = widest * DIGIT_PX + BESIDE_PX;
  return laidOut({
    size,
    window,
    values,
    leftPx: hasNames ? axisPx : LEFT_PX,
    rightPx: hasNames ? Math.max(...names) * LETTER_PX + BESIDE_PX : axisPx,
    axisSide: hasNames ? 'left' : 'right',
    scale,
    isIntraday,
    thisYear,
  });
}

/** Lays out a difference, whose values are basis points: zero is on its axis, which is at the right. */
export function differenceLayout(
  { shown: { rates } }: DrawnDifference,
  window: TimeWindow,
  size: Size,
  thisYear: number,
): PlotLayout {
  const values = signedAxis(rates, plotHeight(size) / MARK_HEIGHT_PX);
  const texts = [basisPointsText(rates.at(-1) ?? 0), ...values.ticks.map((tick) => tick.label)];
  return laidOut({
    size,
    window,
    values,
    leftPx: LEFT_PX,
    rightPx: Math.max(...texts.map(({ length }) => length)) * DIGIT_PX + BESIDE_PX,
    axisSide: 'right',
    scale: 'linear',
    isIntraday: false,
    thisYear,
  });
}

function isNarrow({ width }: Size): boolean {
  return width < NARROW_PX;
}

function plotHeight({ height }: Size): number {
  return height - TOP_PX - BOTTOM_PX;
}

function laidOut({
  size,
  window,
  values,
  leftPx,
  rightPx,
  axisSide,
  scale,
  isIntraday,
  thisYear,
}: Pick<PlotLayout, 'size' | 'window' | 'values' | 'rightPx' | 'axisSide' | 'scale'> &
  Pick<PlotWish, 'isIntraday' | 'thisYear'> & { readonly leftPx: number }): PlotLayout {
  const box = { left: leftPx, top: TOP_PX, width: size.width - leftPx - rightPx, height: plotHeight(size) };
  const days = (window.toMs - window.fromMs) / DAY_MS;
  const room = box.width / MARK_WIDTH_PX;
  // Figures of days have no hours.
  const times = timeTicks(window.fromMs, window.toMs, isIntraday ? room : Math.min(room, Math.max(1, days)))
    // Where points stand in the middle of their days, marks of days stand there too.
    .map(({ value, label }) => ({ label, value: placeOf(value, isIntraday) }))
    .filter(({ value }) => value <= window.toMs);
  return {
    size,
    box,
    window,
    values,
    times: withYear(times, thisYear),
    scale,
    axisSide,
    rightPx,
    isNarrow: isNarrow(size),
  };
}

const YEAR_FORM = /\d{4}/;

/** Marks of a past year, of which none names it, tell it once, at the first of them. */
function withYear(times: readonly Tick[], thisYear: number): readonly Tick[] {
  const [first, ...others] = times;
  if (!first || times.some(({ label }) => YEAR_FORM.test(label))) return times;
  const year = new Date(first.value).getUTCFullYear();
  return year === thisYear ? times : [{ ...first, label: `${first.label} ${year}` }, ...others];
}

/** The pixel of a value in a layout. */
export function valueAt({ values, box, scale }: PlotLayout, value: number): number {
  return valuePosition(value, values, box, scale);
}

/** What a line is called at its right end: on a phone by its name alone, of a pair its quote where no other line has it. */
export function endText(
  { label, quote, shown }: ModelLine,
  lines: readonly ModelLine[],
  { isNarrow, isComparing }: { readonly isNarrow: boolean; readonly isComparing: boolean },
): string {
  const last = shown.rates.at(-1) ?? 0;
  if (isNarrow)
    return isComparing && lines.filter((line) => line.quote === quote).length === 1 ? quote : label;
  return `${label} ${isComparing ? indexText(last) : shortRate(last)}`;
}
