import type { PlottedLine } from '#lib/format/charts/chart-model';
import { type PlotBox, type TimeWindow, valuePosition } from '#lib/format/charts/chart-geometry';
import { indexText, shortRate } from '#lib/format/charts/chart-numbers';
import { placeOf } from '#lib/format/charts/chart-rows';
import { signedAxis, type Tick, timeTicks, type ValueAxis, valueAxis } from '#lib/format/charts/chart-ticks';
import { basisPointsText } from '#lib/format/numbers/basis-points';
import { DAY_MS } from '#lib/domain/durations';
import { seriesWithin } from '#lib/domain/series/range-figures';

/** Width and height in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the values of a plot are: rates, rates indexed to 100, or differences in basis points, among which is always zero. */
export type PlotValues = 'rates' | 'indices' | 'differences';

const VALUE_TEXTS: Readonly<Record<PlotValues, (value: number) => string>> = {
  rates: shortRate,
  indices: indexText,
  differences: basisPointsText,
};

/** How a plot is to be drawn; marks of another year than `thisYear` say so. */
export interface PlotWish {
  readonly kind: PlotValues;
  readonly scale: 'linear' | 'log';
  readonly isIntraday: boolean;
  readonly thisYear: number;
}

/** Where everything of a plot stands, in pixels. */
export interface PlotLayout extends Omit<PlotWish, 'thisYear'> {
  readonly size: Size;
  readonly box: PlotBox;
  readonly window: TimeWindow;
  readonly values: ValueAxis;
  readonly times: readonly Tick[];
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

/** Lays a plot out: axes that hold what is shown, and room for what stands at the right. */
export function plotLayout(
  lines: readonly PlottedLine[],
  window: TimeWindow,
  size: Size,
  { thisYear, ...wish }: PlotWish,
): PlotLayout {
  const { kind, scale, isIntraday } = wish;
  const shown = lines.flatMap((line) => seriesWithin(line.shown, window.fromMs, window.toMs).rates);
  const hasNames = kind === 'indices' || lines.length > 1;
  const isNarrow = size.width < NARROW_PX;
  const height = size.height - TOP_PX - BOTTOM_PX;
  const marks = height / MARK_HEIGHT_PX;
  const values = kind === 'differences' ? signedAxis(shown, marks) : valueAxis(shown, marks, scale);
  // The pill of the last value stands on the axis of a single line.
  const pills = hasNames ? [] : lines.map((line) => lastText(line, kind));
  const texts = [...values.ticks.map(({ label }) => label), ...pills];
  const names = lines.map((line) => endText(line, lines, { isNarrow, kind }));
  const axisPx = longest(texts) * DIGIT_PX + BESIDE_PX;
  const leftPx = hasNames ? axisPx : LEFT_PX;
  const rightPx = hasNames ? longest(names) * LETTER_PX + BESIDE_PX : axisPx;
  const box = { left: leftPx, top: TOP_PX, width: size.width - leftPx - rightPx, height };
  return {
    ...wish,
    size,
    box,
    window,
    values,
    times: withYear(timesOf(window, box, isIntraday), thisYear),
    axisSide: hasNames ? 'left' : 'right',
    rightPx,
    isNarrow,
  };
}

function longest(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length));
}

function timesOf({ fromMs, toMs }: TimeWindow, box: PlotBox, isIntraday: boolean): readonly Tick[] {
  const room = box.width / MARK_WIDTH_PX;
  // Figures of days have no hours.
  const count = isIntraday ? room : Math.min(room, Math.max(1, (toMs - fromMs) / DAY_MS));
  // Where points stand in the middle of their days, marks of days stand there too.
  return timeTicks(fromMs, toMs, count)
    .map(({ value, label }) => ({ label, value: placeOf(value, isIntraday) }))
    .filter(({ value }) => value <= toMs);
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

/** The last value of a line, as it is read. */
export function lastText({ shown }: PlottedLine, kind: PlotValues): string {
  return VALUE_TEXTS[kind](shown.rates.at(-1) ?? 0);
}

/** What a line is called at its right end: on a phone by its name alone, of a pair its quote where no other line has it. */
export function endText(
  line: PlottedLine,
  lines: readonly PlottedLine[],
  { isNarrow, kind }: Pick<PlotLayout, 'isNarrow' | 'kind'>,
): string {
  const { label, quote } = line;
  if (!isNarrow) return `${label} ${lastText(line, kind)}`;
  return kind === 'indices' && lines.filter((one) => one.quote === quote).length === 1 ? quote : label;
}
