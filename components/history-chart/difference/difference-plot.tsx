import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { CartesianGrid, ReferenceLine } from 'recharts';
import { AlignedFigure } from '#components/ui/figures/figure';
import { timeAt } from '#lib/format/charts/chart-geometry';
import { chartDate } from '#lib/format/charts/chart-dates';
import { nearestDay, type DifferenceModel } from '#lib/format/charts/difference-model';
import { differencePointText, differenceText } from '#lib/format/charts/difference-text';
import { DRAWN_POINTS_MAX } from '#lib/format/charts/drawn-points';
import { basisPointsText } from '#lib/format/numbers/basis-points';
import { fractionCharsOf, rateParts } from '#lib/format/numbers/figures';
import { dayPillText, PointMarks, Readout } from '#components/history-chart/plot/crosshair';
import { PlotFrame, TimeMarks, ValueMarks } from '#components/history-chart/plot/plot-axes';
import { LastValue } from '#components/history-chart/plot/plot-ends';
import { GapBands } from '#components/history-chart/plot/plot-gaps';
import { differenceLayout, type PlotLayout } from '#components/history-chart/plot/plot-layout.ts';
import { PlotLine } from '#components/history-chart/plot/plot-line';
import { PLOT_MARK } from '#components/history-chart/plot/plot-surface.ts';
import { PointSlider, usePointKeys } from '#components/history-chart/plot/point-slider';
import { useTapElsewhere } from '#components/history-chart/plot/use-plot-pointers.ts';
import { useSize } from '#components/history-chart/plot/use-size.ts';

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
  const [frame, size] = useSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number | null>(null);
  const thisYear = new Date(nowMs).getUTCFullYear();
  const layout = useMemo(
    () => size && differenceLayout(drawn, window, size, thisYear),
    [drawn, window, size, thisYear],
  );
  const last = days.length - 1;
  const index = pointed !== null && pointed <= last ? pointed : null;
  const pointAt = (row: number) => setPointed(Math.min(last, Math.max(0, row)));
  usePointKeys({ pointed: index, last, pointAt, leave: () => setPointed(null) });
  useTapElsewhere(frame, () => setPointed(null));
  const pointers = usePointing({
    pointed: index,
    show: setPointed,
    rowAt: (pixel) => layout && nearestDay(difference, timeAt(pixel, layout.window, layout.box)),
  });
  return (
    <div
      ref={frame}
      className={`relative h-100 touch-pan-y select-none max-xl:h-90 max-phone:h-75 ${isStandIn ? 'opacity-50' : ''}`}
      data-plot
    >
      {layout && (
        // What is drawn is said by the slider and the table.
        <div {...{ [PLOT_MARK]: '' }} inert>
          <PlotFrame layout={layout}>
            <Drawing difference={difference} layout={layout} />
            {index !== null && <PointedMarks difference={difference} layout={layout} index={index} />}
          </PlotFrame>
        </div>
      )}
      <PointSlider
        at={index ?? last}
        last={last}
        text={differencePointText(difference, index ?? last)}
        pointAt={pointAt}
        onFocus={() => index === null && pointAt(last)}
        {...pointers}
      />
      {layout && index !== null && (
        <PointedDifference difference={difference} layout={layout} index={index} />
      )}
    </div>
  );
}

interface DrawnProps {
  readonly difference: DifferenceModel;
  readonly layout: PlotLayout;
}

function Drawing({ difference: { drawn, figures }, layout }: DrawnProps) {
  const { basisPoints } = figures.last;
  return (
    <>
      <GapBands line={drawn} layout={layout} isIntraday={false} />
      <CartesianGrid vertical={false} stroke="var(--color-grid)" shapeRendering="crispEdges" syncWithTicks />
      <TimeMarks layout={layout} />
      <ValueMarks layout={layout} lastValue={basisPoints} />
      <ReferenceLine y={0} stroke="var(--color-text-muted)" shapeRendering="crispEdges" data-zero />
      <PlotLine line={drawn} layout={layout} isIntraday={false} pointsMax={DRAWN_POINTS_MAX} />
      <LastValue
        place={drawn.place}
        x={drawn.shown.instantsMs.at(-1) ?? 0}
        y={basisPoints}
        text={basisPointsText(basisPoints)}
        layout={layout}
      />
    </>
  );
}

function PointedMarks({ difference, layout, index }: DrawnProps & { readonly index: number }) {
  const { drawn, days, window } = difference;
  const atMs = drawn.shown.instantsMs[index];
  const day = days[index];
  if (atMs === undefined || !day) return null;
  return (
    <PointMarks
      atMs={atMs}
      text={dayPillText(atMs, window)}
      rings={[{ place: drawn.place, value: day.basisPoints }]}
      layout={layout}
    />
  );
}

/** Both rates of a day and their difference, in a box beside it. */
function PointedDifference({ difference, layout, index }: DrawnProps & { readonly index: number }) {
  const { line, reference, days, drawn } = difference;
  const day = days[index];
  if (!day) return null;
  const rates = [
    { label: line.label, parts: rateParts(day.rate) },
    { label: reference.label, parts: rateParts(day.referenceRate) },
  ];
  const fractionChars = fractionCharsOf(rates.map(({ parts }) => parts));
  return (
    <Readout
      atMs={drawn.shown.instantsMs[index] ?? day.dayMs}
      layout={layout}
      title={chartDate(day.dayMs, 'full')}
    >
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

/** A mouse points where it goes, a finger where it is put; what a finger points at stays until a tap elsewhere. */
function usePointing({
  pointed,
  show,
  rowAt,
}: {
  readonly pointed: number | null;
  readonly show: (row: number | null) => void;
  /** The row at a pixel of the plot; null before it is laid out. */
  readonly rowAt: (pixel: number) => number | null;
}) {
  const before = useRef<number | null>(null);
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    show(rowAt(clientX - currentTarget.getBoundingClientRect().left));
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      before.current = pointed;
      point(event);
    },
    onPointerMove: point,
    /** The browser scrolls the page with a finger that it takes: that one has not pointed. */
    onPointerCancel: () => show(before.current),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') show(null);
    },
  };
}
