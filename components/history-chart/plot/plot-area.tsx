import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ChartClients } from '#lib/client/history/chart-clients';
import { askedOf } from '#lib/client/history/chart-lines';
import type { HistorySeries } from '#lib/client/history/history-client';
import { wholeQuery } from '#lib/client/history/history-queries';
import type { Received } from '#lib/client/asking/ask';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { DAY_MS } from '#lib/domain/durations';
import { chartDate } from '#lib/format/charts/chart-dates';
import { movedInto, type PlotBox, timeAt, type TimeWindow, zoomed } from '#lib/format/charts/chart-geometry';
import { type ChartModel, DRAWN_POINTS_MAX, windowedLines, wholeLine } from '#lib/format/charts/chart-model';
import { measureStretch, type Stretch } from '#lib/format/charts/measured-stretch';
import { pillText, PointedFigures, PointMarks, pointText } from './crosshair.tsx';
import { CorrectedLine, CorrectionMarks } from './correction-marks.tsx';
import { MeasuredBand, MeasuredNote } from './measured-band.tsx';
import { OverviewBrush } from './overview-brush.tsx';
import { type PlotPoints, PlotStage, usePlotLayout, usePlotPoints } from './plot-stage.tsx';
import type { ChartParts } from '#components/history-chart/use-chart.ts';
import { useCorrections } from '#components/history-chart/use-corrections.ts';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { useMovedWindow, WINDOW_MIN_MS } from './use-moved-window.ts';
import type { HandMove } from './use-plot-pointers.ts';

/** Points of a line while the window moves: enough for the eye, and light enough for every frame. */
const MOVING_POINTS_MAX = 150;

const ZOOM_STEP = 2;

/** Whether each press on the plot measures, and how that is changed. */
export interface Measuring {
  readonly isOn: boolean;
  readonly turn: (isOn: boolean) => void;
}

/** The plot with its crosshair and the strip below it. */
export function PlotArea({
  clients,
  state,
  nowMs,
  model,
  measuring,
}: ChartParts & { readonly model: ChartModel; readonly measuring: Measuring }) {
  const { overview, isStandIn } = state;
  const points = usePlotPoints(useMemo(() => model.rows.map(({ atMs }) => atMs), [model.rows]));
  const whole = useWhole(clients, model, nowMs);
  const corrections = useCorrections(clients, model);
  const [isComparing, bounds] = [model.baseMs !== null, boundsOf(model, overview)];
  const { moving, ...movement } = useMovedWindow({
    model,
    state,
    bounds,
    onSettled: () => points.point(null),
  });
  const window = moving ?? model.window;
  const lines = useMemo(
    () =>
      moving && whole.lines ? windowedLines(model.lines, whole.lines, moving, isComparing) : model.lines,
    [model.lines, whole.lines, moving, isComparing],
  );
  const kind = isComparing ? 'indices' : 'rates';
  const [frame, layout] = usePlotLayout(
    lines,
    window,
    { kind, scale: state.view.scale, isIntraday: model.isIntraday },
    nowMs,
  );
  const pointed = moving === null ? points.pointed : null;
  const row = pointed === null ? undefined : model.rows[pointed];
  const rings = (model.shownRows[pointed ?? -1]?.cells ?? []).flatMap((cell, line) =>
    cell === null ? [] : [{ place: model.lines[line]?.place ?? 0, value: cell.rate }],
  );
  const { measured, measure, end } = useMeasure(model, { ...points, pointed }, measuring);
  const zoom = (factor: number) =>
    movement.step((from) => {
      const pointedMs = pointed === null || from !== window ? undefined : points.instantsMs[pointed];
      const to = zoomed(from, factor, pointedMs ?? (from.fromMs + from.toMs) / 2, bounds);
      return factor > 1 || to.toMs - to.fromMs >= WINDOW_MIN_MS ? to : from;
    });
  const [zoomIn, zoomOut] = [() => zoom(1 / ZOOM_STEP), () => zoom(ZOOM_STEP)];
  usePageKeys({ '+': zoomIn, '=': zoomIn, '-': zoomOut, '−': zoomOut });
  const start = () => {
    movement.finishSteps();
    whole.want();
  };
  return (
    <>
      <PlotStage
        frame={frame}
        layout={layout}
        lines={lines}
        pointsMax={moving === null ? DRAWN_POINTS_MAX : MOVING_POINTS_MAX}
        points={{ ...points, pointed }}
        text={pointText(model, pointed ?? points.last, corrections)}
        moves={{
          window,
          start,
          move: (by, from) => layout && movement.moveTo(movedByHand(from, by, layout.box, bounds)),
          end: movement.settleMoved,
          turn: (by) => {
            whole.want();
            if (layout) movement.step((from) => movedByHand(from, by, layout.box, bounds));
          },
        }}
        measure={measure}
        isStandIn={isStandIn}
        marks={
          <>
            {measured && <MeasuredBand stretch={measured} />}
            <CorrectionMarks model={model} corrections={corrections} />
            {layout && row && (
              <PointMarks atMs={row.atMs} text={pillText(row, model)} rings={rings} layout={layout} />
            )}
          </>
        }
      >
        {moving && <MovingDates window={moving} />}
        {measured && <MeasuredNote stretch={measured} onEnd={end} />}
        {layout && pointed !== null && (
          <PointedFigures model={model} layout={layout} index={pointed} corrections={corrections} />
        )}
      </PlotStage>
      <OverviewBrush
        overview={overview}
        bounds={bounds}
        window={window}
        layout={layout}
        onStart={start}
        movement={movement}
      />
      <CorrectedLine model={model} corrections={corrections} />
    </>
  );
}

/** What is measured on a plot: from where a press began, or the point that a key was pressed on, to what was pointed at last. */
function useMeasure(
  model: ChartModel,
  { instantsMs, pointed, last, point }: PlotPoints,
  { isOn, turn }: Measuring,
) {
  const [begunMs, setBegunMs] = useState<number | null>(null);
  const [endedMs, setEndedMs] = useState<number | null>(null);
  const begin = (row: number) => {
    setBegunMs(instantsMs[row] ?? null);
    setEndedMs(null);
    turn(true);
  };
  const end = () => {
    setBegunMs(null);
    turn(false);
  };
  const beginByKey = () => {
    point(pointed ?? last);
    begin(pointed ?? last);
  };
  usePageKeys({ m: isOn ? end : beginByKey });
  // Ended by the button above: what was measured is not there when it is pressed again.
  if (!isOn && begunMs !== null) setBegunMs(null);
  const toMs = endedMs ?? instantsMs[pointed ?? -1];
  const stretch: Stretch | null =
    isOn && begunMs !== null && toMs !== undefined ? { fromMs: begunMs, toMs } : null;
  return {
    measured: stretch && measureStretch(model, stretch),
    measure: {
      isOn,
      begin,
      finish: () => setEndedMs(instantsMs[pointed ?? -1] ?? null),
      giveUp: () => setBegunMs(null),
    },
    end,
  };
}

/** The days that are shown while the window moves: all else on the page is of the range before. */
function MovingDates({ window: { fromMs, toMs } }: { readonly window: TimeWindow }) {
  return (
    <p
      aria-hidden="true"
      className="pointer-events-none absolute top-2 left-1/2 -translate-x-1/2 rounded-control bg-raised px-3 py-1 text-sm font-medium whitespace-nowrap shadow-float"
    >
      {chartDate(fromMs, 'day')} <span className="text-text-soft">to</span> {chartDate(toMs - 1, 'day')}
    </p>
  );
}

/** The lines' whole histories, asked for once somebody begins to move; undefined until all of them are there. */
function useWhole(clients: ChartClients, model: ChartModel, nowMs: number) {
  const [isWanted, setIsWanted] = useState(false);
  const { period, knownAt } = model;
  const found = useQueries({
    queries: model.lines.map((line) => ({
      ...wholeQuery(clients.history, { ...askedOf(line), period, knownAt }),
      enabled: isWanted,
    })),
    combine: foundSeries,
  });
  const lines = useMemo(() => {
    const all = model.lines.flatMap((line, index) => {
      const series = found[index];
      return series ? [wholeLine(line, series, { period, nowMs })] : [];
    });
    return all.length === model.lines.length ? all : undefined;
  }, [model.lines, found, period, nowMs]);
  return { lines, want: () => setIsWanted(true) };
}

function foundSeries(results: readonly UseQueryResult<Received<HistorySeries>>[]) {
  return results.map(({ data }) => (data?.answer.ok ? data.answer.value : null));
}

/** A window that a hand took along, and two fingers made longer or shorter around what was between them. */
function movedByHand(
  window: TimeWindow,
  { factor, atPixel, byPixels }: HandMove,
  box: PlotBox,
  bounds: TimeWindow,
): TimeWindow {
  const shortest = Math.min(1, WINDOW_MIN_MS / (window.toMs - window.fromMs));
  const aroundMs = timeAt(atPixel, window, box);
  const { fromMs, toMs } =
    factor === 1 ? window : zoomed(window, Math.max(factor, shortest), aroundMs, bounds);
  const byMs = (byPixels / box.width) * (toMs - fromMs);
  return movedInto({ fromMs: fromMs - byMs, toMs: toMs - byMs }, bounds);
}

/** How far a window can go: from the first figure to today. */
function boundsOf({ window }: ChartModel, overview: SeriesFigures | null): TimeWindow {
  const firstMs = overview?.instantsMs[0] ?? window.fromMs;
  return {
    fromMs: Math.min(Math.floor(firstMs / DAY_MS) * DAY_MS, window.fromMs),
    toMs: Math.max(window.toMs, Math.floor((overview?.instantsMs.at(-1) ?? 0) / DAY_MS) * DAY_MS + DAY_MS),
  };
}
