import { memo } from 'react';
import { Line, LineChart, ReferenceArea, XAxis, YAxis } from 'recharts';
import { useIsDrawable } from '#lib/client/browser/use-is-drawable';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { firstIndexFrom } from '#lib/domain/series/range-figures';
import { timeTicks, valueAxis } from '#lib/format/charts/chart-ticks';
import { timeAxis } from './plot-axes.tsx';

/** Height of the strip that the window is moved on; the marks of time stand below it. */
const STRIP_PX = 52;
const MARKS_PX = 20;

/** Between the line and the edges of the strip. */
const EDGE_PX = 4;

/** Room that a mark of time wants. */
const MARK_WIDTH_PX = 110;

/** What a character of one takes at most, on average. */
const CHARACTER_PX = 7;

/** A whole history, thinned, as a strip, which comes after the plot above it. Its props are plain numbers, so that it is drawn once and not at each step of a movement. */
export const OverviewStrip = memo(function OverviewStrip({
  overview,
  fromMs,
  toMs,
  width,
  leftPx,
  rightPx,
}: {
  readonly overview: SeriesFigures | null;
  readonly fromMs: number;
  readonly toMs: number;
  /** Of the whole drawing, and what is free on either side of the strip, in pixels. */
  readonly width: number;
  readonly leftPx: number;
  readonly rightPx: number;
}) {
  const isDrawable = useIsDrawable();
  if (!isDrawable) return null;
  const start = firstIndexFrom(overview?.instantsMs ?? [], fromMs);
  const rates = overview?.rates.slice(start) ?? [];
  const points = rates.map((y, index) => ({ x: overview?.instantsMs[start + index] ?? 0, y }));
  const { min, max } = valueAxis(rates, 3, 'linear');
  const stripPx = width - leftPx - rightPx;
  // A mark that the edge would cut is left out; the others say enough.
  const marks = timeTicks(fromMs, toMs, stripPx / MARK_WIDTH_PX).filter(({ value, label }) => {
    const middlePx = leftPx + ((value - fromMs) / (toMs - fromMs)) * stripPx;
    const halfPx = (label.length * CHARACTER_PX) / 2;
    return middlePx >= halfPx && middlePx <= width - halfPx;
  });
  return (
    <LineChart
      width={width}
      height={STRIP_PX + MARKS_PX}
      margin={{ top: 0, right: rightPx, bottom: 0, left: leftPx }}
      accessibilityLayer={false}
      className="absolute! inset-0"
    >
      <ReferenceArea x1={fromMs} x2={toMs} fill="var(--color-sunken)" fillOpacity={1} />
      <XAxis
        {...timeAxis({ fromMs, toMs }, marks)}
        height={MARKS_PX}
        tickSize={0}
        tickMargin={5}
        tickLine={false}
        axisLine={false}
      />
      <YAxis hide domain={[min, max]} allowDataOverflow padding={{ top: EDGE_PX, bottom: EDGE_PX }} />
      <Line
        data={points}
        dataKey="y"
        type="linear"
        stroke="var(--color-text-muted)"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
    </LineChart>
  );
});
