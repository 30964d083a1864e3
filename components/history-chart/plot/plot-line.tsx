import { Line } from 'recharts';
import { DAY_MS } from '#lib/domain/durations';
import { drawLine, type DrawnPoint } from '#lib/format/charts/chart-geometry';
import type { PlottedLine } from '#lib/format/charts/chart-model';
import { lineLook } from './line-look.tsx';
import type { PlotLayout } from './plot-layout.ts';

/** How strong the stroke over a weekend is. */
const BRIDGE_OPACITY = 0.4;

const ALONE_RADIUS_PX = 1.75;

/** A point as the chart takes it: without a value the line is broken there. */
interface ChartPoint {
  readonly x: number;
  readonly y: number | null;
}

/** A line: whole strokes between its gaps, lighter ones over weekends, dots where a point stands alone. */
export function PlotLine({
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
