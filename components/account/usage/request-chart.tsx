import { Bar, BarChart, type BarShapeProps, CartesianGrid, Rectangle, XAxis, YAxis } from 'recharts';
import { axisTop } from '#lib/format/account/request-counts';
import { wholeText } from '#lib/format/numbers/number-text';

const HEIGHT_PX = 160;

/** Room above the highest bar, for half a line of the axis's figures. */
const TOP_PX = 8;

/** Of a day's room, what is left free beside its bar. */
const FREE = '30%';

/** Daily counts as bars, of which the chosen one is marked. */
export function RequestChart({
  counts,
  chosen,
  axisPx,
}: {
  readonly counts: readonly number[];
  /** The index of a day; null for none. */
  readonly chosen: number | null;
  /** Room of the figures of the axis, at the right. */
  readonly axisPx: number;
}) {
  const top = axisTop(Math.max(...counts));
  return (
    <BarChart
      responsive
      style={{ width: '100%', height: HEIGHT_PX + TOP_PX }}
      data={counts.map((count, day) => ({ day, count }))}
      margin={{ top: TOP_PX, right: 0, bottom: 0, left: 0 }}
      barCategoryGap={FREE}
      accessibilityLayer={false}
    >
      <CartesianGrid vertical={false} stroke="var(--color-grid)" shapeRendering="crispEdges" syncWithTicks />
      <XAxis
        dataKey="day"
        tick={false}
        tickLine={false}
        height={1}
        axisLine={{ stroke: 'var(--color-line-strong)' }}
      />
      <YAxis
        orientation="right"
        width={axisPx}
        domain={[0, top]}
        ticks={[0, top / 2, top]}
        tickFormatter={(count: number) => (count === top / 2 ? '' : wholeText(count))}
        tick={{ fontSize: 12, fill: 'var(--color-text-muted)' }}
        tickSize={0}
        tickMargin={8}
        tickLine={false}
        axisLine={false}
      />
      <Bar
        dataKey="count"
        // A quiet day still has its place.
        minPointSize={1}
        isAnimationActive={false}
        shape={(bar: BarShapeProps) => (
          <Rectangle
            {...bar}
            fill={bar.index === chosen ? 'var(--color-accent)' : 'var(--color-text-muted)'}
          />
        )}
      />
    </BarChart>
  );
}
