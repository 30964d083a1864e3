import { spreadLabels, timePosition } from '#lib/format/chart-geometry';
import type { ModelLine } from '#lib/format/chart-model';
import { shortRate } from '#lib/format/chart-numbers';
import { placeOf } from '#lib/format/chart-rows';
import { lineLook } from './line-look.tsx';
import { endText, type PlotLayout, valueAt } from './plot-layout.ts';

const LABEL_PX = 16;
const PILL_PX = 20;
const DIGIT_PX = 7;

/** The last value of the first line, on the axis. */
export function LastPill({
  line,
  layout,
  x,
  isIntraday,
}: {
  readonly line: ModelLine;
  readonly layout: PlotLayout;
  readonly x: number;
  readonly isIntraday: boolean;
}) {
  const { instantsMs, rates } = line.shown;
  const last = rates.at(-1);
  const lastMs = instantsMs.at(-1);
  if (last === undefined || lastMs === undefined) return null;
  const y = valueAt(layout, last);
  const text = shortRate(last);
  const width = text.length * DIGIT_PX + 10;
  const { colour } = lineLook(line.place);
  return (
    <g>
      <circle
        cx={timePosition(placeOf(lastMs, isIntraday), layout.window, layout.box)}
        cy={y}
        r={3}
        fill={colour}
      />
      <rect x={x + 3} y={y - PILL_PX / 2} width={width} height={PILL_PX} rx={3} fill="var(--color-accent)" />
      <text
        x={x + 3 + width / 2}
        y={y + 4}
        textAnchor="middle"
        fontSize={12}
        fontWeight={500}
        fill="var(--color-on-accent)"
      >
        {text}
      </text>
    </g>
  );
}

/** The name and the last value of each line at its right end, moved apart where they would touch. */
export function EndLabels({
  lines,
  layout,
  isComparing,
}: {
  readonly lines: readonly ModelLine[];
  readonly layout: PlotLayout;
  readonly isComparing: boolean;
}) {
  const { box, isNarrow } = layout;
  const ends = lines.map(({ shown }) => valueAt(layout, shown.rates.at(-1) ?? 0));
  const spread = spreadLabels(ends, LABEL_PX, box.top, box.top + box.height);
  return lines.map((line, index) => (
    <text
      key={line.place}
      x={box.left + box.width + 8}
      y={(spread[index] ?? 0) + 4}
      fontSize={12}
      fontWeight={500}
      fill={lineLook(line.place).colour}
    >
      {endText(line, lines, { isNarrow, isComparing })}
    </text>
  ));
}
