import { gapName } from '#lib/format/chart-gap-text';
import { type TimeBand, timeBands, timePosition } from '#lib/format/chart-geometry';
import type { ModelLine } from '#lib/format/chart-model';
import type { PlotLayout } from './plot-layout.ts';

/** Room of a letter of a gap's name, and between two names. */
const LETTER_PX = 6;
const APART_PX = 10;

/** What stands behind the lines: weekends faintly tinted, other gaps hatched, with their name above where there is room. */
export function GapBands({
  line,
  layout,
  isIntraday,
}: {
  readonly line: ModelLine;
  readonly layout: PlotLayout;
  readonly isIntraday: boolean;
}) {
  const { window, box } = layout;
  const pixelsPerMs = box.width / (window.toMs - window.fromMs);
  const { weekends, hatched } = timeBands(line.gaps, { ...window, isIntraday, pixelsPerMs });
  const span = ({ fromMs, toMs }: TimeBand) => ({
    x: timePosition(fromMs, window, box),
    width: (toMs - fromMs) * pixelsPerMs,
    y: box.top,
    height: box.height,
  });
  return (
    <g>
      <defs>
        <pattern
          id="chart-gap"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="6" height="6" fill="var(--color-sunken)" />
          <path d="M0 0V6" stroke="var(--color-line-strong)" strokeWidth="2" />
        </pattern>
      </defs>
      {weekends.map((band, index) => (
        <rect key={index} {...span(band)} fill="var(--color-sunken)" />
      ))}
      {hatched.map((band, index) => (
        <rect key={index} {...span(band)} fill="url(#chart-gap)" data-gap={band.gap.kind} />
      ))}
      {namesWithRoom(
        hatched.map((band) => ({ ...span(band), name: gapName(line.facts, band.gap) })),
        layout,
      ).map(({ x, name }) => (
        <text key={x} x={x} y={14} textAnchor="middle" fontSize={11} fill="var(--color-text-soft)">
          {name}
        </text>
      ))}
    </g>
  );
}

interface GapName {
  readonly x: number;
  readonly width: number;
  readonly name: string;
}

/** The names of the widest gaps first: where two would touch, the narrower one's is left to the words above. */
function namesWithRoom(
  gaps: readonly GapName[],
  { box }: PlotLayout,
): readonly { readonly x: number; readonly name: string }[] {
  const named: { readonly x: number; readonly half: number; readonly name: string }[] = [];
  for (const { x, width, name } of gaps.toSorted((one, other) => other.width - one.width)) {
    const half = (name.length * LETTER_PX) / 2;
    const middle = Math.min(Math.max(x + width / 2, box.left + half), box.left + box.width - half);
    if (named.every((other) => Math.abs(other.x - middle) >= other.half + half + APART_PX)) {
      named.push({ x: middle, half, name });
    }
  }
  return named;
}
