import { memo, type ReactNode } from 'react';
import { CartesianGrid, LineChart, XAxis, YAxis } from 'recharts';
import type { ModelLine } from '#lib/format/charts/chart-model';
import type { Tick } from '#lib/format/charts/chart-ticks';
import { EndLabels, LastValue } from './plot-ends.tsx';
import { GapBands } from './plot-gaps.tsx';
import { BOTTOM_PX, type PlotLayout, TOP_PX, valueAt } from './plot-layout.ts';
import { PlotLine } from './plot-line.tsx';

/** A mark nearer than this to the pill of the last value would stand under it. */
const PILL_CLEARANCE_PX = 14;

/** Between the lines and the marks of their axis. */
const AXIS_GAP_PX = 8;

const MARK_LOOK = { fontSize: 12, fill: 'var(--color-text-muted)' } as const;

/** The lines of a chart, and what stands on them at this moment: a point that somebody looks at. */
export interface PlotProps {
  readonly lines: readonly ModelLine[];
  readonly layout: PlotLayout;
  readonly isIntraday: boolean;
  readonly isComparing: boolean;
  /** Points of a line that are drawn at most. */
  readonly pointsMax: number;
}

/** The drawing: weekends, gaps, grid, lines, axes, last values, and above them what is given as children. */
export function Plot({ children, ...drawn }: PlotProps & { readonly children: ReactNode }) {
  const { size, box, axisSide } = drawn.layout;
  return (
    <LineChart
      width={size.width}
      height={size.height}
      // The side that has no axis; the axes themselves keep the room of the others.
      margin={{
        top: TOP_PX,
        bottom: 0,
        left: axisSide === 'left' ? 0 : box.left,
        right: axisSide === 'left' ? drawn.layout.rightPx : 0,
      }}
      accessibilityLayer={false}
    >
      <Drawing {...drawn} />
      {children}
    </LineChart>
  );
}

/** What does not change while somebody points. */
const Drawing = memo(function Drawing({ lines, layout, isIntraday, isComparing, pointsMax }: PlotProps) {
  const [first] = lines;
  const hasNames = layout.axisSide === 'left';
  return (
    <>
      {first && <GapBands line={first} layout={layout} isIntraday={isIntraday} />}
      <CartesianGrid vertical={false} stroke="var(--color-grid)" shapeRendering="crispEdges" syncWithTicks />
      <TimeAxis layout={layout} />
      <ValueAxis layout={layout} lastValue={hasNames ? undefined : first?.shown.rates.at(-1)} />
      {lines.toReversed().map((line) => (
        <PlotLine
          key={line.place}
          line={line}
          layout={layout}
          isIntraday={isIntraday}
          pointsMax={pointsMax}
        />
      ))}
      {hasNames ? (
        <EndLabels lines={lines} layout={layout} isComparing={isComparing} />
      ) : (
        first && <LastValue line={first} layout={layout} isIntraday={isIntraday} />
      )}
    </>
  );
});

function TimeAxis({ layout: { window, times } }: { readonly layout: PlotLayout }) {
  return (
    <XAxis
      type="number"
      dataKey="x"
      domain={[window.fromMs, window.toMs]}
      allowDataOverflow
      height={BOTTOM_PX}
      interval={0}
      ticks={times.map(({ value }) => value)}
      tickFormatter={labelsOf(times)}
      tick={MARK_LOOK}
      tickSize={4}
      tickMargin={7}
      tickLine={{ stroke: 'var(--color-line-strong)', shapeRendering: 'crispEdges' }}
      axisLine={{ stroke: 'var(--color-line-strong)', shapeRendering: 'crispEdges' }}
    />
  );
}

function ValueAxis({
  layout,
  lastValue,
}: {
  readonly layout: PlotLayout;
  /** What the pill on the axis says; undefined where there is none. */
  readonly lastValue: number | undefined;
}) {
  const { values, scale, axisSide, box, rightPx } = layout;
  const isFree = ({ value }: Tick) =>
    lastValue === undefined ||
    Math.abs(valueAt(layout, value) - valueAt(layout, lastValue)) > PILL_CLEARANCE_PX;
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
