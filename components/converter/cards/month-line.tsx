import { Area, ComposedChart, Line, XAxis, YAxis } from 'recharts';

/** Above the highest figure, so that the stroke is not cut; below the lowest, of the distance between them. */
const EDGE_PX = 4;
const BELOW = 0.06;

const BRIDGE_OPACITY = 0.5;

/**
 * The last days of a pair as a line over a tinted ground, as wide as its place. Days without a figure at either end stay
 * blank; weekends, holidays and outages between others are bridged by a lighter stroke, and nothing is carried forward.
 */
export function MonthLine({
  points,
  low,
  high,
}: {
  /** One a day; null where there is no figure. */
  readonly points: readonly (number | null)[];
  readonly low: number;
  readonly high: number;
}) {
  const stroke = {
    dataKey: 'rate',
    type: 'linear',
    stroke: 'var(--color-series-1)',
    strokeWidth: 1.4,
    strokeLinejoin: 'round',
    strokeLinecap: 'round',
    dot: false,
    activeDot: false,
    isAnimationActive: false,
  } as const;
  return (
    <ComposedChart
      responsive
      style={{ width: '100%', height: '100%' }}
      data={points.map((rate, day) => ({ day, rate }))}
      margin={{ top: EDGE_PX, right: 0, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <XAxis hide type="number" dataKey="day" domain={[0, points.length - 1]} />
      <YAxis hide domain={low === high ? [low * 0.99, high * 1.01] : [low - (high - low) * BELOW, high]} />
      <Area
        {...stroke}
        connectNulls
        strokeOpacity={BRIDGE_OPACITY}
        fill="var(--color-accent-wash)"
        fillOpacity={1}
      />
      <Line {...stroke} />
    </ComposedChart>
  );
}
