import { memo, useMemo } from 'react';
import { CartesianGrid, ComposedChart, ZIndexLayer } from 'recharts';
import { timePosition } from '#lib/format/chart-geometry';
import type { ModelLine } from '#lib/format/chart-model';
import type { Tick } from '#lib/format/chart-ticks';
import { EndLabels, LastPill } from './plot-ends.tsx';
import { GapBands } from './plot-gaps.tsx';
import { BOTTOM_PX, type PlotLayout, valueAt } from './plot-layout.ts';
import { PlotLine } from './plot-line.tsx';

/** A mark nearer than this to the pill of the last value would stand under it. */
const PILL_CLEARANCE_PX = 14;

/**
 * Lines and marks are placed by the layout and not by the library's axes, which would measure every mark and pass every
 * point through its store at each step of a movement: with them a step took three times as long.
 */
const NO_ROWS: readonly never[] = [];

/** Layers, behind and before the grid (-100) and the axes (500) of recharts. */
const BEHIND_GRID = -150;
const BEFORE_AXES = 600;

/** The drawing: grid, axes, weekends, gaps, lines, last values. Nothing in it moves by itself. */
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
  const { size, box, window, values, rightPx } = layout;
  const { left, top } = box;
  const margin = useMemo(() => ({ left, top, right: rightPx, bottom: BOTTOM_PX }), [left, top, rightPx]);
  const [first] = lines;
  const lastValue = isComparing ? undefined : first?.shown.rates.at(-1);
  const isFree = ({ value }: Tick) =>
    lastValue === undefined ||
    Math.abs(valueAt(layout, value) - valueAt(layout, lastValue)) > PILL_CLEARANCE_PX;
  return (
    <ComposedChart
      width={size.width}
      height={size.height}
      margin={margin}
      data={NO_ROWS}
      accessibilityLayer={false}
    >
      <CartesianGrid
        vertical={false}
        horizontalPoints={values.ticks.map(({ value }) => valueAt(layout, value))}
        stroke="var(--color-grid)"
        shapeRendering="crispEdges"
      />
      <ZIndexLayer zIndex={BEHIND_GRID}>
        {first && <GapBands line={first} layout={layout} isIntraday={isIntraday} />}
      </ZIndexLayer>
      {lines.toReversed().map((line) => (
        <PlotLine
          key={line.place}
          line={line}
          layout={layout}
          isIntraday={isIntraday}
          pointsMax={pointsMax}
        />
      ))}
      <ZIndexLayer zIndex={BEFORE_AXES}>
        <TimeMarks layout={layout} />
        <g fontSize={12} fill="var(--color-text-muted)">
          {values.ticks.filter(isFree).map(({ value, label }) => (
            <text
              key={value}
              x={isComparing ? box.left : box.left + box.width + 8}
              y={valueAt(layout, value) + (isComparing ? -5 : 4)}
            >
              {label}
            </text>
          ))}
        </g>
        {isComparing ? (
          <EndLabels lines={lines} layout={layout} />
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
      </ZIndexLayer>
    </ComposedChart>
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
