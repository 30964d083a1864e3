import { Curve } from 'recharts';
import { DAY_MS } from '#lib/domain/durations';
import { drawLine, type DrawnPoint, timePosition } from '#lib/format/chart-geometry';
import type { ModelLine } from '#lib/format/chart-model';
import { lineLook } from './line-look.tsx';
import { type PlotLayout, valueAt } from './plot-layout.ts';

/** How strong the stroke over a weekend is. */
const BRIDGE_OPACITY = 0.4;

/**
 * A line: whole strokes between its gaps, lighter ones over weekends, dots where a point stands alone. Its parts are known by
 * their place, so that a movement changes elements instead of replacing them.
 */
export function PlotLine({
  line,
  layout,
  isIntraday,
  pointsMax,
}: {
  readonly line: ModelLine;
  readonly layout: PlotLayout;
  readonly isIntraday: boolean;
  readonly pointsMax: number;
}) {
  const { window, box } = layout;
  const pixelsPerMs = box.width / (window.toMs - window.fromMs);
  const { runs, bridges } = drawLine(line.shown, line.gaps, {
    // The strokes run up to the edge: a day more on each side.
    fromMs: window.fromMs - (isIntraday ? 0 : DAY_MS),
    toMs: window.toMs + (isIntraday ? 0 : DAY_MS),
    isIntraday,
    pixelsPerMs,
    pointsMax,
  });
  const { colour, dash, width } = lineLook(line.place);
  const pixels = (points: readonly DrawnPoint[]) =>
    points.map(({ x, y }) => ({ x: timePosition(x, window, box), y: valueAt(layout, y) }));
  const stroke = { fill: 'none', stroke: colour, strokeWidth: width, strokeLinejoin: 'round' } as const;
  return (
    <g data-line={line.label} data-points={runs.reduce((sum, run) => sum + run.length, 0)}>
      {bridges.map((bridge, index) => (
        <Curve key={index} type="linear" points={pixels(bridge)} {...stroke} strokeOpacity={BRIDGE_OPACITY} />
      ))}
      {runs.map((run, index) => {
        const [only] = pixels(run);
        if (!only) return null;
        return run.length === 1 ? (
          <circle key={index} cx={only.x} cy={only.y} r={1.75} fill={colour} />
        ) : (
          <Curve
            key={index}
            type="linear"
            points={pixels(run)}
            {...stroke}
            {...(dash !== undefined && { strokeDasharray: dash })}
            strokeLinecap={dash === undefined ? 'round' : 'butt'}
          />
        );
      })}
    </g>
  );
}
