import { useMemo } from 'react';
import { AlignedFigure } from '#components/ui/figures/figure';
import type { DayDifference } from '#lib/domain/series/source-difference';
import { chartDate } from '#lib/format/charts/chart-dates';
import { DRAWN_POINTS_MAX } from '#lib/format/charts/chart-model';
import { placeOf } from '#lib/format/charts/chart-rows';
import type { DifferenceModel } from '#lib/format/charts/difference-model';
import { differencePointText, differenceText } from '#lib/format/charts/difference-text';
import { fractionCharsOf, rateParts } from '#lib/format/numbers/figures';
import { dayPillText, PointMarks, Readout } from '#components/history-chart/plot/crosshair';
import type { PlotLayout } from '#components/history-chart/plot/plot-layout.ts';
import { PlotStage, usePlotLayout, usePlotPoints } from '#components/history-chart/plot/plot-stage';

/** What the values are, how they are drawn, and that each stands for a day. */
const DIFFERENCES = { kind: 'differences', scale: 'linear', isIntraday: false } as const;

/** The difference of two sources over time about a line at zero, and its figures where somebody points. */
export function DifferencePlot({
  difference,
  isStandIn,
  nowMs,
}: {
  readonly difference: DifferenceModel;
  /** Whether the difference is of another range, which stays until this one has come. */
  readonly isStandIn: boolean;
  readonly nowMs: number;
}) {
  const { days, drawn, window } = difference;
  const lines = useMemo(() => [drawn], [drawn]);
  const [frame, layout] = usePlotLayout(lines, window, DIFFERENCES, nowMs);
  const points = usePlotPoints(drawn.shown.instantsMs);
  const { pointed } = points;
  const day = pointed === null ? undefined : days[pointed];
  return (
    <PlotStage
      frame={frame}
      layout={layout}
      lines={lines}
      pointsMax={DRAWN_POINTS_MAX}
      points={points}
      text={differencePointText(difference, pointed ?? points.last)}
      isStandIn={isStandIn}
      marks={
        layout &&
        day && (
          <PointMarks
            atMs={placeOf(day.dayMs, false)}
            text={dayPillText(day.dayMs, window)}
            rings={[{ place: drawn.place, value: day.basisPoints }]}
            layout={layout}
          />
        )
      }
    >
      {layout && day && <PointedDifference difference={difference} layout={layout} day={day} />}
    </PlotStage>
  );
}

/** Both rates of a day and their difference, in a box beside it. */
function PointedDifference({
  difference: { line, reference },
  layout,
  day,
}: {
  readonly difference: DifferenceModel;
  readonly layout: PlotLayout;
  readonly day: DayDifference;
}) {
  const rates = [
    { label: line.label, parts: rateParts(day.rate) },
    { label: reference.label, parts: rateParts(day.referenceRate) },
  ];
  const fractionChars = fractionCharsOf(rates.map(({ parts }) => parts));
  return (
    <Readout atMs={placeOf(day.dayMs, false)} layout={layout} title={chartDate(day.dayMs, 'full')}>
      <ul className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 whitespace-nowrap">
        {rates.map(({ label, parts }) => (
          <li key={label} className="col-span-full grid grid-cols-subgrid">
            <span className="truncate">{label}</span>
            <span className="text-right">
              <AlignedFigure parts={parts} fractionChars={fractionChars} />
            </span>
          </li>
        ))}
        <li className="col-span-full grid grid-cols-subgrid border-t border-line pt-1 font-medium">
          <span>Difference</span>
          <span className="text-right">{differenceText(day.basisPoints)}</span>
        </li>
      </ul>
    </Readout>
  );
}
