import { memo, type ReactNode } from 'react';
import { CartesianGrid, LineChart, ReferenceLine } from 'recharts';
import type { PlottedLine } from '#lib/format/charts/chart-model';
import { TimeMarks, ValueMarks } from './plot-axes.tsx';
import { EndLabels, LastValue } from './plot-ends.tsx';
import { GapBands } from './plot-gaps.tsx';
import { type PlotLayout, TOP_PX } from './plot-layout.ts';
import { PlotLine } from './plot-line.tsx';

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
