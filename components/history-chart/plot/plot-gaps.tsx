import { ReferenceArea, type ReferenceAreaProps } from 'recharts';
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
  const names = namesWithRoom(line, hatched, layout);
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
      {weekends.length > 0 && (
        // One area for all of them: each area that the library has to know of costs a slow phone milliseconds.
        <ReferenceArea
          x1={window.fromMs}
          x2={window.toMs}
          shape={() => <path d={bandsPath(weekends, layout)} fill="var(--color-sunken)" />}
        />
      )}
      {hatched.map((band) => (
        <ReferenceArea
          key={band.fromMs}
          x1={band.fromMs}
          x2={band.toMs}
          fill="url(#chart-gap)"
          fillOpacity={1}
          data-gap={band.gap.kind}
          {...names.get(band)}
        />
      ))}
    </>
  );
}

/** Bands as high as the plot, as one path. */
function bandsPath(bands: readonly TimeBand[], { window, box }: PlotLayout): string {
  return bands
    .map(({ fromMs, toMs }) => {
      const [left, right] = [timePosition(fromMs, window, box), timePosition(toMs, window, box)];
      return `M${left} ${box.top}H${right}v${box.height}H${left}Z`;
    })
    .join('');
}

/**
 * The names above the widest gaps, moved sideways where they would leave the box. Where two would touch, the narrower one's
 * is left to the words above.
 */
function namesWithRoom(line: PlottedLine, bands: readonly TimeBand[], { window, box }: PlotLayout) {
  const taken: { readonly middle: number; readonly half: number }[] = [];
  const names = new Map<TimeBand, Pick<ReferenceAreaProps, 'label'>>();
  const lengthMs = ({ fromMs, toMs }: TimeBand) => toMs - fromMs;
  for (const band of bands.toSorted((one, other) => lengthMs(other) - lengthMs(one))) {
    const value = gapName(line.facts, band.gap);
    const half = (value.length * LETTER_PX) / 2;
    const own = timePosition((band.fromMs + band.toMs) / 2, window, box);
    const middle = Math.min(Math.max(own, box.left + half), box.left + box.width - half);
    if (taken.some((other) => Math.abs(other.middle - middle) < other.half + half + APART_PX)) continue;
    taken.push({ middle, half });
    const dx = middle - own;
    names.set(band, { label: { value, position: 'top', offset: ABOVE_PX, dx, fontSize: 11, fill: SOFT } });
  }
  return names;
}
