import { type DotProps, ReferenceDot } from 'recharts';
import { spreadLabels, timePosition } from '#lib/format/charts/chart-geometry';
import type { PlottedLine } from '#lib/format/charts/chart-model';
import { placeOf } from '#lib/format/charts/chart-rows';
import { lineLook } from './line-look.tsx';
import { endText, lastText, type PlotLayout, valueAt } from './plot-layout.ts';

const LABEL_PX = 16;
const PILL_PX = 20;
const DIGIT_PX = 7;

/** The last value of the only line: a dot at its end, and the figure on the axis. */
export function LastValue({ line, layout }: { readonly line: PlottedLine; readonly layout: PlotLayout }) {
  const { instantsMs, rates } = line.shown;
  const y = rates.at(-1);
  if (y === undefined) return null;
  const text = lastText(line, layout.kind);
  const dotLeft = timePosition(placeOf(instantsMs.at(-1) ?? 0, layout.isIntraday), layout.window, layout.box);
  return (
    <ReferenceDot
      x={layout.window.toMs}
      y={y}
      ifOverflow="visible"
      shape={({ cx = 0, cy = 0 }: DotProps) => (
        <g>
          <circle cx={dotLeft} cy={cy} r={3} fill={lineLook(line.place).colour} />
          <Pill
            left={cx + 3}
            top={cy - PILL_PX / 2}
            width={text.length * DIGIT_PX + 10}
            text={text}
            fill="var(--color-accent)"
            ink="var(--color-on-accent)"
          />
        </g>
      )}
    />
  );
}

/** A text on an axis, in a box around it. */
export function Pill({
  left,
  top,
  width,
  text,
  fill,
  ink,
  isPointed,
}: {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly text: string;
  readonly fill: string;
  readonly ink: string;
  /** Whether it tells of the point that somebody looks at. */
  readonly isPointed?: boolean;
}) {
  return (
    <g data-pointed={isPointed}>
      <rect x={left} y={top} width={width} height={PILL_PX} rx={3} fill={fill} />
      <text x={left + width / 2} y={top + 14} textAnchor="middle" fontSize={12} fontWeight={500} fill={ink}>
        {text}
      </text>
    </g>
  );
}

/** The name and the last value of each line at its right end, moved apart where they would touch. */
export function EndLabels({
  lines,
  layout,
}: {
  readonly lines: readonly PlottedLine[];
  readonly layout: PlotLayout;
}) {
  const { box, window } = layout;
  const ends = lines.map(({ shown }) => valueAt(layout, shown.rates.at(-1) ?? 0));
  const spread = spreadLabels(ends, LABEL_PX, box.top, box.top + box.height);
  return lines.map((line, index) => {
    const text = endText(line, lines, layout);
    return (
      <ReferenceDot
        key={line.place}
        x={window.toMs}
        y={line.shown.rates.at(-1) ?? 0}
        ifOverflow="visible"
        shape={(dot: DotProps) => (
          <text
            x={(dot.cx ?? 0) + 8}
            y={(spread[index] ?? 0) + 4}
            fontSize={12}
            fontWeight={500}
            fill={lineLook(line.place).colour}
          >
            {text}
          </text>
        )}
      />
    );
  });
}
