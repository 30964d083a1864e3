import { memo } from 'react';
import { Surface } from 'recharts';
import { timePosition } from '#lib/format/chart-geometry';
import type { ModelLine } from '#lib/format/chart-model';
import type { Tick } from '#lib/format/chart-ticks';
import { EndLabels, LastPill } from './plot-ends.tsx';
import { GapBands } from './plot-gaps.tsx';
import { type PlotLayout, valueAt } from './plot-layout.ts';
import { PlotLine } from './plot-line.tsx';

/** A mark nearer than this to the pill of the last value would stand under it. */
const PILL_CLEARANCE_PX = 14;

/** Between the lines and the marks of their axis. */
const AXIS_GAP_PX = 8;

/**
 * The drawing: weekends, gaps, grid, lines, axes, last values. Nothing in it moves by itself. Of the library come the surface
 * and the curves; what stands on them is placed by the layout. Its chart and its axes keep a store that every mark and every
 * point passes through: a step of a movement took three times as long with them, and a slow telephone drew its first line a
 * quarter of a second later.
 */
export const Plot = memo(function Plot({
  lines,
  layout,
  isIntraday,
  isComparing,
  pointsMax,
}: {
  readonly lines: readonly ModelLine[];
  readonly layout: PlotLayout;
  readonly isIntraday: boolean;
  readonly isComparing: boolean;
  readonly pointsMax: number;
}) {
  const { size, box, window, values } = layout;
  const [first] = lines;
  // Several lines are named at their ends, and have their axis at the left.
  const hasNames = isComparing || lines.length > 1;
  const lastValue = hasNames ? undefined : first?.shown.rates.at(-1);
  const isFree = ({ value }: Tick) =>
    lastValue === undefined ||
    Math.abs(valueAt(layout, value) - valueAt(layout, lastValue)) > PILL_CLEARANCE_PX;
  return (
    <Surface width={size.width} height={size.height}>
      {first && <GapBands line={first} layout={layout} isIntraday={isIntraday} />}
      <path
        d={values.ticks.map(({ value }) => `M${box.left} ${valueAt(layout, value)}h${box.width}`).join('')}
        stroke="var(--color-grid)"
        shapeRendering="crispEdges"
      />
      {lines.toReversed().map((line) => (
        <PlotLine
          key={line.place}
          line={line}
          layout={layout}
          isIntraday={isIntraday}
          pointsMax={pointsMax}
        />
      ))}
      <TimeMarks layout={layout} />
      <g fontSize={12} fill="var(--color-text-muted)" textAnchor={hasNames ? 'end' : 'start'}>
        {values.ticks.filter(isFree).map(({ value, label }) => (
          <text
            key={value}
            x={hasNames ? box.left - AXIS_GAP_PX : box.left + box.width + AXIS_GAP_PX}
            y={valueAt(layout, value) + 4}
          >
            {label}
          </text>
        ))}
      </g>
      {hasNames ? (
        <EndLabels lines={lines} layout={layout} isComparing={isComparing} />
      ) : (
        first && (
          <LastPill
            line={first}
            layout={layout}
            x={timePosition(window.toMs, window, box)}
            isIntraday={isIntraday}
          />
        )
      )}
    </Surface>
  );
});

function TimeMarks({ layout: { box, times, window } }: { readonly layout: PlotLayout }) {
  const bottom = box.top + box.height;
  return (
    <g fontSize={12} fill="var(--color-text-muted)" textAnchor="middle">
      <path
        d={`M${box.left} ${bottom}H${box.left + box.width}`}
        stroke="var(--color-line-strong)"
        shapeRendering="crispEdges"
      />
      {times.map(({ value, label }, index) => {
        const x = timePosition(value, window, box);
        return (
          <g key={index}>
            <path d={`M${x} ${bottom}v4`} stroke="var(--color-line-strong)" shapeRendering="crispEdges" />
            <text x={x} y={bottom + 20}>
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}
