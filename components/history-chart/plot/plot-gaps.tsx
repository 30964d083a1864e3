import { ReferenceArea } from 'recharts';
import { gapName } from '#lib/format/charts/chart-gap-text';
import { type TimeBand, timeBands, timePosition } from '#lib/format/charts/chart-geometry';
import type { PlottedLine } from '#lib/format/charts/chart-model';
import type { PlotLayout } from './plot-layout.ts';

/** Room of a letter of a gap's name, and between two names. */
const LETTER_PX = 6;
const APART_PX = 10;

/** How far above the lines the names of gaps stand. */
const ABOVE_PX = 4;

const SOFT = 'var(--color-text-soft)';

/** What stands behind the lines: weekends faintly tinted, other gaps hatched, with their name above where there is room. */
export function GapBands({ line, layout }: { readonly line: PlottedLine; readonly layout: PlotLayout }) {
  const { window, box, isIntraday } = layout;
  const pixelsPerMs = box.width / (window.toMs - window.fromMs);
  const { weekends, hatched } = timeBands(line.gaps, { ...window, isIntraday, pixelsPerMs });
  const names = namesWithRoom(
    hatched.map((band) => ({
      band,
      x: timePosition(band.fromMs, window, box),
      width: (band.toMs - band.fromMs) * pixelsPerMs,
      name: gapName(line.facts, band.gap),
    })),
    layout,
  );
  return (
    <>
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
        <ReferenceArea key={index} {...spanOf(band)} fill="var(--color-sunken)" fillOpacity={1} />
      ))}
      {hatched.map((band, index) => (
        <ReferenceArea
          key={index}
          {...spanOf(band)}
          fill="url(#chart-gap)"
          fillOpacity={1}
          data-gap={band.gap.kind}
          {...labelOf(names.get(band))}
        />
      ))}
    </>
  );
}

function spanOf({ fromMs, toMs }: TimeBand) {
  return { x1: fromMs, x2: toMs };
}

/** The name above a band, moved sideways where it would leave the lines' box. */
function labelOf(name: PlacedName | undefined) {
  if (name === undefined) return {};
  const { text, dx } = name;
  const label = { value: text, position: 'top', offset: ABOVE_PX, dx, fontSize: 11, fill: SOFT } as const;
  return { label };
}

interface NamedBand {
  readonly band: TimeBand;
  readonly x: number;
  readonly width: number;
  readonly name: string;
}

interface PlacedName {
  readonly text: string;
  /** From the middle of its band, in pixels. */
  readonly dx: number;
}

/** The names of the widest gaps first: where two would touch, the narrower one's is left to the words above. */
function namesWithRoom(gaps: readonly NamedBand[], { box }: PlotLayout): ReadonlyMap<TimeBand, PlacedName> {
  const taken: { readonly middle: number; readonly half: number }[] = [];
  const names = new Map<TimeBand, PlacedName>();
  for (const { band, x, width, name } of gaps.toSorted((one, other) => other.width - one.width)) {
    const half = (name.length * LETTER_PX) / 2;
    const middle = Math.min(Math.max(x + width / 2, box.left + half), box.left + box.width - half);
    if (taken.every((other) => Math.abs(other.middle - middle) >= other.half + half + APART_PX)) {
      taken.push({ middle, half });
      names.set(band, { text: name, dx: middle - (x + width / 2) });
    }
  }
  return names;
}
