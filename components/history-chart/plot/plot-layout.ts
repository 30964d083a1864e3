import type { ModelLine } from '#lib/format/charts/chart-model';
import { type PlotBox, type TimeWindow, valuePosition } from '#lib/format/charts/chart-geometry';
import { indexText, shortRate } from '#lib/format/charts/chart-numbers';
import { placeOf } from '#lib/format/charts/chart-rows';
import { type Tick, timeTicks, type ValueAxis, valueAxis } from '#lib/format/charts/chart-ticks';
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
  const isNarrow = size.width < NARROW_PX;
  const height = size.height - TOP_PX - BOTTOM_PX;
  const shown = lines.flatMap(({ shown: { instantsMs, rates } }) =>
    rates.slice(firstIndexFrom(instantsMs, window.fromMs), firstIndexFrom(instantsMs, window.toMs + 1)),
  );
  const hasNames = isComparing || lines.length > 1;
  const values = valueAxis(shown, height / MARK_HEIGHT_PX, scale);
  const widest = Math.max(
    ...values.ticks.map(({ label }) => label.length),
    // The pill of the last value stands on the axis of a single line.
    ...(hasNames ? [] : lines.map(({ shown: { rates } }) => shortRate(rates.at(-1) ?? 0).length)),
  );
  const names = lines.map((line) => endText(line, lines, { isNarrow, isComparing }).length);
  const axisPx = widest * DIGIT_PX + BESIDE_PX;
  const leftPx = hasNames ? axisPx : LEFT_PX;
  const rightPx = hasNames ? Math.max(...names) * LETTER_PX + BESIDE_PX : axisPx;
  const box = { left: leftPx, top: TOP_PX, width: size.width - leftPx - rightPx, height };
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
    axisSide: hasNames ? 'left' : 'right',
    rightPx,
    isNarrow,
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
