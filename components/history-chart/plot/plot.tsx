import { memo, type ReactNode } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceLine } from 'recharts';
import type { PlottedLine } from '#lib/format/charts/chart-model';
import { DAY_MS } from '#lib/domain/durations';
import { drawLine, type DrawnPoint } from '#lib/format/charts/chart-geometry';
import { TimeMarks, ValueMarks } from './plot-axes.tsx';
import { EndLabels, LastValue } from './plot-ends.tsx';
import { GapBands } from './plot-gaps.tsx';
import { type PlotLayout, TOP_PX } from './plot-layout.ts';
import { lineLook } from './line-look.tsx';

/** The lines of a chart, and where they stand. */
export interface PlotProps {
  readonly lines: readonly PlottedLine[];
  readonly layout: PlotLayout;
  /** Points of a line that are drawn at most. */
  readonly pointsMax: number;
}

/** The drawing: weekends, gaps, grid, lines, axes, last values, and above them what is given as children. */
export function Plot({ children, ...drawn }: PlotProps & { readonly children: ReactNode }) {
  const { size, box, axisSide, rightPx } = drawn.layout;
  return (
    <LineChart
      width={size.width}
      height={size.height}
      // The side that has no axis; the axes themselves keep the room of the others.
      margin={{
        top: TOP_PX,
        bottom: 0,
        left: axisSide === 'left' ? 0 : box.left,
        right: axisSide === 'left' ? rightPx : 0,
      }}
      accessibilityLayer={false}
    >
      <Drawing {...drawn} />
      {children}
    </LineChart>
  );
}

/** What does not change while somebody points. */
const Drawing = memo(function Drawing({ lines, layout, pointsMax }: PlotProps) {
  const [first] = lines;
  if (!first) return null;
  return (
    <>
      <GapBands line={first} layout={layout} />
      <CartesianGrid vertical={false} stroke="var(--color-grid)" shapeRendering="crispEdges" syncWithTicks />
      <TimeMarks layout={layout} />
      <ValueMarks layout={layout} line={first} />
      {layout.kind === 'differences' && (
        <ReferenceLine y={0} stroke="var(--color-text-muted)" shapeRendering="crispEdges" data-zero />
      )}
      {lines.toReversed().map((line) => (
        <PlotLine key={line.place} line={line} layout={layout} pointsMax={pointsMax} />
      ))}
      {layout.axisSide === 'left' ? (
        <EndLabels lines={lines} layout={layout} />
      ) : (
        <LastValue line={first} layout={layout} />
      )}
    </>
  );
});

/** How strong the stroke over a weekend is. */
const BRIDGE_OPACITY = 0.4;

const ALONE_RADIUS_PX = 1.75;

/** A point as the chart takes it: without a value the line is broken there. */
interface ChartPoint {
  readonly x: number;
  readonly y: number | null;
}

/** A line: whole strokes between its gaps, lighter ones over weekends, dots where a point stands alone. */
function PlotLine({
  line,
  layout: { window, box, isIntraday },
  pointsMax,
}: {
  readonly line: PlottedLine;
  readonly layout: PlotLayout;
  readonly pointsMax: number;
}) {
  const { runs, bridges } = drawLine(line.shown, line.gaps, {
    // The strokes run up to the edge: a day more on each side.
    fromMs: window.fromMs - (isIntraday ? 0 : DAY_MS),
    toMs: window.toMs + (isIntraday ? 0 : DAY_MS),
    isIntraday,
    pixelsPerMs: box.width / (window.toMs - window.fromMs),
    pointsMax,
  });
  const { colour, dash, width } = lineLook(line.place);
  const alone = runs.filter(({ length }) => length === 1).flat();
  const stroke = {
    type: 'linear',
    dataKey: 'y',
    stroke: colour,
    strokeWidth: width,
    strokeLinejoin: 'round',
    dot: false,
    activeDot: false,
    isAnimationActive: false,
  } as const;
  return (
    <>
      {bridges.length > 0 && <Line {...stroke} data={broken(bridges)} strokeOpacity={BRIDGE_OPACITY} />}
      <Line
        {...stroke}
        data={broken(runs)}
        {...(dash !== undefined && { strokeDasharray: dash })}
        strokeLinecap={dash === undefined ? 'round' : 'butt'}
        data-line={line.label}
        data-points={runs.reduce((sum, run) => sum + run.length, 0)}
      />
      {alone.length > 0 && (
        <Line
          {...stroke}
          data={alone}
          stroke="none"
          dot={{ r: ALONE_RADIUS_PX, fill: colour, stroke: 'none' }}
        />
      )}
    </>
  );
}

/** Stretches one after the other, with a break between them. */
function broken(stretches: readonly (readonly DrawnPoint[])[]): ChartPoint[] {
  return stretches.flatMap((points, index): readonly ChartPoint[] => {
    const [first] = points;
    return index === 0 || !first ? points : [{ x: first.x, y: null }, ...points];
  });
}
