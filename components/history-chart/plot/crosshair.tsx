import type { ReactNode } from 'react';
import { DefaultZIndexes, ReferenceDot, ReferenceLine } from 'recharts';
import { DAY_MS } from '#lib/domain/durations';
import { type TimeWindow, timePosition } from '#lib/format/charts/chart-geometry';
import { chartDate, dayField } from '#lib/format/charts/chart-dates';
import { type CorrectionsOfDays, correctionTexts } from '#lib/format/charts/correction-text';
import { gapText } from '#lib/format/charts/chart-gap-text';
import type { ChartModel } from '#lib/format/charts/chart-model';
import { indexText } from '#lib/format/charts/chart-numbers';
import type { ChartRow } from '#lib/format/charts/chart-rows';
import { madeOfText, periodName, statWords } from '#lib/format/charts/period-text';
import { figureText, fractionCharsOf, rateParts } from '#lib/format/numbers/figures';
import { capital } from '#lib/format/sources/source-names';
import { AlignedFigure } from '#components/ui/figures/figure';
import { LineSwatch, lineLook } from './line-look.tsx';
import type { PlotLayout } from './plot-layout.ts';
import { Pill } from './plot-ends.tsx';

const PILL_WIDTH_PX = 92;
const BOX_APART_PX = 18;

/** The day of a point covers the marks of the axis that it stands on. */
const ABOVE_MARKS = DefaultZIndexes.label + 1;

/** A point that somebody looks at: a dotted line through the plot, what it stands for below it, and a ring on each value. */
export function PointMarks({
  atMs,
  text,
  rings,
  layout,
}: {
  readonly atMs: number;
  readonly text: string;
  readonly rings: readonly { readonly place: number; readonly value: number }[];
  readonly layout: PlotLayout;
}) {
  const { size, box, window } = layout;
  const left = timePosition(atMs, window, box) - PILL_WIDTH_PX / 2;
  return (
    <>
      <ReferenceLine
        x={atMs}
        stroke="var(--color-text-muted)"
        strokeDasharray="2 2"
        shapeRendering="crispEdges"
        zIndex={ABOVE_MARKS}
        data-pointed
        label={
          <Pill
            // Never beyond the drawing.
            left={Math.min(Math.max(left, 0), size.width - PILL_WIDTH_PX)}
            top={box.top + box.height + 3}
            width={PILL_WIDTH_PX}
            text={text}
            fill="var(--color-text)"
            ink="var(--color-text-inverse)"
            isPointed
          />
        }
      />
      {rings.map(({ place, value }) => (
        <ReferenceDot
          key={place}
          x={atMs}
          y={value}
          r={4}
          fill="var(--color-surface)"
          stroke={lineLook(place).colour}
          strokeWidth={2}
          ifOverflow="visible"
          zIndex={ABOVE_MARKS}
          data-pointed
        />
      ))}
    </>
  );
}

/** What a point says in one sentence, for those who move by keys. */
export function pointText(
  model: ChartModel,
  index: number,
  corrections: readonly CorrectionsOfDays[],
): string {
  const row = model.rows[index];
  if (!row) return '';
  const figures = model.lines.map(({ label }, line) => {
    const cell = row.cells[line];
    return `${label} ${cell ? figureText(rateParts(cell.rate)) : 'no figure'}`;
  });
  return [
    `${whenText(row, model)}: ${figures.join(', ')}`,
    ...correctionTexts(dayField(row.atMs), model.lines, corrections),
  ].join('. ');
}

function whenText({ atMs }: ChartRow, { period, isIntraday }: ChartModel): string {
  if (period) return `${capital(periodName(atMs, period.length))}, ${statWords(period.stat)}`;
  return isIntraday ? `${chartDate(atMs, 'full')} ${chartDate(atMs, 'time')} UTC` : chartDate(atMs, 'full');
}

/** Every exact figure of a point, in a box beside it. */
export function PointedFigures({
  model,
  layout,
  index,
  corrections,
}: {
  readonly model: ChartModel;
  readonly layout: PlotLayout;
  readonly index: number;
  /** One a line. */
  readonly corrections: readonly CorrectionsOfDays[];
}) {
  const row = model.rows[index];
  const shown = model.shownRows[index];
  if (!row || !shown) return null;
  const { period } = model;
  const fractionChars = fractionCharsOf(row.cells.map((cell) => cell && rateParts(cell.rate)));
  const before = model.lines[0]?.gaps.find(({ beforeMs }) => beforeMs === row.cells[0]?.atMs);
  return (
    <Readout
      atMs={row.atMs}
      layout={layout}
      title={period ? whenText(row, model) : chartDate(row.atMs, 'full')}
    >
      <ul className="grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-2 gap-y-1 whitespace-nowrap">
        {model.lines.map((line, index) => {
          const cell = row.cells[index];
          const indexed = shown.cells[index];
          return (
            <li key={line.place} className="col-span-full grid grid-cols-subgrid items-baseline">
              <LineSwatch place={line.place} />
              <span className="truncate">{line.label}</span>
              {model.baseMs === null && (
                <span className="text-xs text-text-muted">
                  {cell?.period && period && madeOfText(cell.period, period)}
                  {cell && !period && `${chartDate(cell.atMs, 'time')} UTC`}
                </span>
              )}
              <span className="text-right font-medium">
                {cell ? (
                  <AlignedFigure parts={rateParts(cell.rate)} fractionChars={fractionChars} />
                ) : (
                  <span className="font-regular text-text-muted">none</span>
                )}
              </span>
              {model.baseMs !== null && (
                <span className="text-right text-text-muted">{indexed && indexText(indexed.rate)}</span>
              )}
            </li>
          );
        })}
      </ul>
      {correctionTexts(dayField(row.atMs), model.lines, corrections).map((text) => (
        <p key={text} className="mt-1 w-0 min-w-full text-xs text-text-muted">
          {text}
        </p>
      ))}
      {before && before.kind !== 'weekend' && before.kind !== 'before' && model.lines[0] && (
        <p className="mt-1 w-0 min-w-full text-xs text-text-muted">
          Before it: {gapText(model.lines[0], before, new Date(row.atMs).getUTCFullYear())}
        </p>
      )}
    </Readout>
  );
}

/** A box beside a point of the plot, never beyond it. */
export function Readout({
  atMs,
  layout,
  title,
  children,
}: {
  readonly atMs: number;
  readonly layout: PlotLayout;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const x = timePosition(atMs, layout.window, layout.box);
  // Beside the line where there is room, else as far from it as the plot goes.
  const isLeft = x > layout.box.left + layout.box.width / 2;
  const awayPx = (isLeft ? layout.size.width - x : x) + BOX_APART_PX;
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute inset-x-1 top-11 z-10 flex items-start ${isLeft ? 'flex-row-reverse' : ''}`}
    >
      <span className="min-w-0" style={{ flex: `0 1 ${awayPx}px` }} />
      <div
        className="max-w-full flex-none rounded-card bg-raised px-3 py-2.5 text-sm shadow-float"
        data-readout
      >
        <p className="mb-1 text-xs text-text-muted">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** A point as the axis of time says it. */
export function pillText(row: ChartRow, { period, isIntraday, window }: ChartModel): string {
  if (period?.length === 'week') return chartDate(row.atMs, 'day');
  if (period) return periodName(row.atMs, period.length);
  if (isIntraday) return `${chartDate(row.atMs, 'short')} ${chartDate(row.atMs, 'time')}`;
  return dayPillText(row.atMs, window);
}

/** A day as the axis of time says it below a point: with its year where more than one is shown. */
export function dayPillText(atMs: number, { fromMs, toMs }: TimeWindow): string {
  return chartDate(atMs, toMs - fromMs > 366 * DAY_MS ? 'day' : 'weekday');
}
