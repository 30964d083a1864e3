import { type DotProps, ReferenceDot } from 'recharts';
import type { ChartModel } from '#lib/format/charts/chart-model';
import { dayField } from '#lib/format/charts/chart-dates';
import { correctedCountText, type CorrectionsOfDays } from '#lib/format/charts/correction-text';
import { lineLook } from './line-look.tsx';

/** Half the width of a mark. */
const MARK_PX = 5;

/** More marks than this would hide their line; the newest are drawn, and the table has them all. */
const MARKS_MAX = 200;

/** The points of a chart, and what was corrected of each of its lines. */
interface Corrected {
  readonly model: ChartModel;
  /** One a line. */
  readonly corrections: readonly CorrectionsOfDays[];
}

/** A diamond on each point whose figure was corrected later. */
export function CorrectionMarks({ model, corrections }: Corrected) {
  return markedPoints(model, corrections)
    .slice(-MARKS_MAX)
    .map(({ atMs, place, value }) => (
      <ReferenceDot
        key={`${place} ${atMs}`}
        x={atMs}
        y={value}
        shape={(dot: DotProps) => (
          <path
            d={`M${dot.cx ?? 0} ${(dot.cy ?? 0) - MARK_PX}l${MARK_PX} ${MARK_PX}l-${MARK_PX} ${MARK_PX}l-${MARK_PX} -${MARK_PX}z`}
            fill="var(--color-surface)"
            stroke={lineLook(place).colour}
            strokeWidth={1.6}
            data-correction
          />
        )}
      />
    ));
}

/** Below a chart with such points, how many there are; nothing without any. */
export function CorrectedLine({ model, corrections }: Corrected) {
  const days = new Set(markedPoints(model, corrections).map(({ atMs }) => atMs)).size;
  if (days === 0) return null;
  return (
    <p className="px-6 pt-1 pb-3 text-xs/4 text-text-muted max-phone:px-4">
      <span aria-hidden="true" className="mr-1.5 inline-block size-1.75 rotate-45 border border-accent" />
      {correctedCountText(days)}
    </p>
  );
}

function markedPoints({ lines, shownRows }: ChartModel, corrections: Corrected['corrections']) {
  if (corrections.every(({ size }) => size === 0)) return [];
  return shownRows.flatMap(({ atMs, cells }) =>
    cells.flatMap((cell, line) => {
      const place = lines[line]?.place ?? 0;
      return cell && corrections[line]?.has(dayField(atMs)) ? [{ atMs, place, value: cell.rate }] : [];
    }),
  );
}
