import { XAxis, type XAxisProps, YAxis } from 'recharts';
import type { TimeWindow } from '#lib/format/charts/chart-geometry';
import type { PlottedLine } from '#lib/format/charts/chart-model';
import type { Tick } from '#lib/format/charts/chart-ticks';
import { BOTTOM_PX, type PlotLayout, valueAt } from './plot-layout.ts';

/** A mark nearer than this to the pill of the last value would stand under it. */
const PILL_CLEARANCE_PX = 14;

/** Between the lines and the marks of their axis. */
const AXIS_GAP_PX = 8;

const MARK_LOOK = { fontSize: 12, fill: 'var(--color-text-muted)' } as const;

/** The marks of time, below the lines. */
export function TimeMarks({ layout: { window, times } }: { readonly layout: PlotLayout }) {
  const line = { stroke: 'var(--color-line-strong)', shapeRendering: 'crispEdges' } as const;
  return (
    <XAxis
      {...timeAxis(window, times)}
      height={BOTTOM_PX}
      tickSize={4}
      tickMargin={7}
      tickLine={line}
      axisLine={line}
    />
  );
}

/** An axis of time with marks, whatever it looks like. */
export function timeAxis({ fromMs, toMs }: TimeWindow, marks: readonly Tick[]) {
  return {
    type: 'number',
    dataKey: 'x',
    domain: [fromMs, toMs],
    allowDataOverflow: true,
    interval: 0,
    ticks: marks.map(({ value }) => value),
    tickFormatter: labelsOf(marks),
    tick: MARK_LOOK,
  } as const satisfies XAxisProps;
}

/** The marks of values, at the side that the layout says; none where the pill of a single line's last value stands. */
export function ValueMarks({ layout, line }: { readonly layout: PlotLayout; readonly line: PlottedLine }) {
  const { values, scale, axisSide, box, rightPx } = layout;
  const lastPx = axisSide === 'left' ? -Infinity : valueAt(layout, line.shown.rates.at(-1) ?? 0);
  const isFree = ({ value }: Tick) => Math.abs(valueAt(layout, value) - lastPx) > PILL_CLEARANCE_PX;
  return (
    <YAxis
      type="number"
      scale={scale}
      domain={[values.min, values.max]}
      allowDataOverflow
      orientation={axisSide}
      width={axisSide === 'left' ? box.left : rightPx}
      interval={0}
      ticks={values.ticks.map(({ value }) => value)}
      tickFormatter={labelsOf(values.ticks.filter(isFree))}
      tick={MARK_LOOK}
      tickSize={0}
      tickMargin={AXIS_GAP_PX}
      tickLine={false}
      axisLine={false}
    />
  );
}

/** The label of a tick by its value; nothing for values that have none. */
function labelsOf(ticks: readonly Tick[]): (value: number) => string {
  const labels = new Map(ticks.map(({ value, label }) => [value, label]));
  return (value) => labels.get(value) ?? '';
}
