import { memo, type ReactNode } from 'react';
import { CartesianGrid } from 'recharts';
import type { ModelLine } from '#lib/format/charts/chart-model';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { placeOf } from '#lib/format/charts/chart-rows';
import { PlotFrame, TimeMarks, ValueMarks } from './plot-axes.tsx';
import { EndLabels, LastValue } from './plot-ends.tsx';
import { GapBands } from './plot-gaps.tsx';
import type { PlotLayout } from './plot-layout.ts';
import { PlotLine } from './plot-line.tsx';

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
  return (
    <PlotFrame layout={drawn.layout}>
      <Drawing {...drawn} />
      {children}
    </PlotFrame>
  );
}

/** What does not change while somebody points. */
const Drawing = memo(function Drawing({ lines, layout, isIntraday, isComparing, pointsMax }: PlotProps) {
  const [first] = lines;
  const hasNames = layout.axisSide === 'left';
  const last = first?.shown.rates.at(-1);
  return (
    <>
      {first && <GapBands line={first} layout={layout} isIntraday={isIntraday} />}
      <CartesianGrid vertical={false} stroke="var(--color-grid)" shapeRendering="crispEdges" syncWithTicks />
      <TimeMarks layout={layout} />
      <ValueMarks layout={layout} lastValue={hasNames ? undefined : last} />
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
        first &&
        last !== undefined && (
          <LastValue
            place={first.place}
            x={placeOf(first.shown.instantsMs.at(-1) ?? 0, isIntraday)}
            y={last}
            text={shortRate(last)}
            layout={layout}
          />
        )
      )}
    </>
  );
});
