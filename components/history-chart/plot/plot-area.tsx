import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ChartClients } from '#lib/client/history/chart-clients';
import type { ChartRange } from '#lib/client/address/chart-range';
import type { HistorySeries } from '#lib/client/history/history-client';
import { wholeQuery } from '#lib/client/history/history-queries';
import type { Received } from '#lib/client/rates/rates-client';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { DAY_MS } from '#lib/domain/durations';
import { chartDate } from '#lib/format/charts/chart-dates';
import { movedInto, type PlotBox, timeAt, type TimeWindow, zoomed } from '#lib/format/charts/chart-geometry';
import { DRAWN_POINTS_MAX } from '#lib/format/charts/drawn-points';
import { type ChartModel, type ModelLine, windowedLines, wholeLine } from '#lib/format/charts/chart-model';
import { PointedFigures, PointedMarks, pointText } from './crosshair.tsx';
import { CorrectedLine, CorrectionMarks } from './correction-marks.tsx';
import { OverviewBrush } from './overview-brush.tsx';
import { Plot } from './plot.tsx';
import { type PlotLayout, plotLayout, type PlotWish } from './plot-layout.ts';
import { PLOT_MARK } from './plot-surface.ts';
import { PointSlider, usePointKeys } from './point-slider.tsx';
import { useCorrections } from '#components/history-chart/use-corrections.ts';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { useMovedWindow } from './use-moved-window.ts';
import { type Pinch, usePlotPointers } from './use-plot-pointers.ts';
import { type Size, useSize } from './use-size.ts';

/** Points of a line while the window moves: enough for the eye, and light enough for every frame. */
const MOVING_POINTS_MAX = 150;

/** The shortest window that zooming reaches. */
const WINDOW_MIN_MS = 5 * DAY_MS;

const ZOOM_STEP = 2;

/** The plot with its crosshair and the strip below it. */
export function PlotArea({
  clients,
  model,
  overview,
  scale,
  range,
  isStandIn,
  nowMs,
  onRange,
}: {
  readonly clients: ChartClients;
  readonly model: ChartModel;
  readonly overview: SeriesFigures | null;
  readonly scale: 'linear' | 'log';
  readonly range: ChartRange;
  /** Whether the model is of another range, which stays until this one has come. */
  readonly isStandIn: boolean;
  readonly nowMs: number;
  readonly onRange: (range: ChartRange) => void;
}) {
  const [frame, size] = useSize<HTMLDivElement>();
  const [pointed, setPointed] = useState<number | null>(null);
  const whole = useWhole(clients, model, nowMs);
  const corrections = useCorrections(clients, model);
  const [isComparing, bounds] = [model.baseMs !== null, boundsOf(model, overview)];
  const { moving, ...movement } = useMovedWindow({
    model,
    range,
    isStandIn,
    bounds,
    onRange: (asked) => {
      setPointed(null);
      onRange(asked);
    },
  });
  const window = moving ?? model.window;
  const lines = useMemo(
    () =>
      moving && whole.lines ? windowedLines(model.lines, whole.lines, moving, isComparing) : model.lines,
    [model.lines, whole.lines, moving, isComparing],
  );
  const layout = usePlotLayout(lines, window, size, {
    scale,
    isComparing,
    isIntraday: model.isIntraday,
    nowMs,
  });
  const index = moving === null && pointed !== null && pointed < model.rows.length ? pointed : null;
  const last = model.rows.length - 1;
  const pointAt = (row: number) => setPointed(Math.min(last, Math.max(0, row)));
  const zoom = (factor: number) => {
    const from = movement.lastStep() ?? window;
    const pointedMs = index === null || from !== window ? null : model.rows[index]?.atMs;
    const to = zoomed(from, factor, pointedMs ?? (from.fromMs + from.toMs) / 2, bounds);
    if (to.toMs - to.fromMs >= WINDOW_MIN_MS) movement.stepTo(to);
  };
  usePointKeys({ pointed, last, pointAt, leave: () => setPointed(null) });
  useZoomKeys(zoom);
  const start = () => {
    movement.finishSteps();
    whole.want();
  };
  const pointers = usePlotPointers(frame, {
    start,
    point: (pixel) => {
      if (layout) setPointed(nearestRow(model, timeAt(pixel, layout.window, layout.box)));
    },
    moveBy: (pixels, from) => layout && movement.moveTo(panned(from, pixels, layout.box, bounds)),
    pinch: (by, from) => layout && movement.moveTo(pinched(from, by, layout.box, bounds)),
    end: movement.settleMoved,
    pointed,
    show: setPointed,
    window,
  });
  return (
    <>
      <div
        ref={frame}
        className={`relative h-100 touch-pan-y select-none max-xl:h-90 max-phone:h-75 ${isStandIn ? 'opacity-50' : ''}`}
        data-plot
      >
        {layout && (
          // What is drawn is said by the slider and the table; inert, because browsers take layers of the drawing for places of the focus.
          <div {...{ [PLOT_MARK]: '' }} inert>
            <Plot
              lines={lines}
              layout={layout}
              isIntraday={model.isIntraday}
              isComparing={isComparing}
              pointsMax={moving === null ? DRAWN_POINTS_MAX : MOVING_POINTS_MAX}
            >
              <CorrectionMarks model={model} corrections={corrections} />
              {index !== null && <PointedMarks model={model} layout={layout} index={index} />}
            </Plot>
          </div>
        )}
        <PointSlider
          at={index ?? last}
          last={last}
          text={pointText(model, index ?? last, corrections)}
          pointAt={pointAt}
          onFocus={() => index === null && pointAt(last)}
          {...pointers}
        />
        {moving && <MovingDates window={moving} />}
        {layout && index !== null && (
          <PointedFigures model={model} layout={layout} index={index} corrections={corrections} />
        )}
      </div>
      <OverviewBrush
        overview={overview}
        bounds={bounds}
        window={window}
        layout={layout}
        minMs={WINDOW_MIN_MS}
        onStart={start}
        movement={movement}
      />
      <CorrectedLine model={model} corrections={corrections} />
    </>
  );
}

function usePlotLayout(
  lines: readonly ModelLine[],
  window: TimeWindow,
  size: Size | null,
  { scale, isComparing, isIntraday, nowMs }: Omit<PlotWish, 'thisYear'> & { readonly nowMs: number },
): PlotLayout | null {
  const thisYear = new Date(nowMs).getUTCFullYear();
  return useMemo(
    () => size && plotLayout(lines, window, size, { scale, isComparing, isIntraday, thisYear }),
    [lines, window, size, scale, isComparing, isIntraday, thisYear],
  );
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

/** The keys that make the window shorter and longer. */
function useZoomKeys(zoom: (factor: number) => void) {
  usePageKeys({
    '+': () => zoom(1 / ZOOM_STEP),
    '=': () => zoom(1 / ZOOM_STEP),
    '-': () => zoom(ZOOM_STEP),
    '−': () => zoom(ZOOM_STEP),
  });
}

/** The lines' whole histories, asked for once somebody begins to move; undefined until all of them are there. */
function useWhole(clients: ChartClients, model: ChartModel, nowMs: number) {
  const [isWanted, setIsWanted] = useState(false);
  const { period, knownAt } = model;
  const found = useQueries({
    queries: model.lines.map((line) => ({
      ...wholeQuery(clients.history, { ...line, period, knownAt }),
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

/** A window that was taken along by pixels. */
function panned(window: TimeWindow, pixels: number, { width }: PlotBox, bounds: TimeWindow): TimeWindow {
  const byMs = (pixels / width) * (window.toMs - window.fromMs);
  return movedInto({ fromMs: window.fromMs - byMs, toMs: window.toMs - byMs }, bounds);
}

/** A window that two fingers made longer or shorter around what was between them, and took along. */
function pinched(window: TimeWindow, pinch: Pinch, box: PlotBox, bounds: TimeWindow): TimeWindow {
  const shortest = Math.min(1, WINDOW_MIN_MS / (window.toMs - window.fromMs));
  const aroundMs = timeAt(pinch.atPixel, window, box);
  return panned(
    zoomed(window, Math.max(pinch.factor, shortest), aroundMs, bounds),
    pinch.byPixels,
    box,
    bounds,
  );
}

function nearestRow({ rows }: ChartModel, atMs: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.atMs ?? 0) < atMs) low = middle;
    else high = middle;
  }
  return atMs - (rows[low]?.atMs ?? 0) < (rows[high]?.atMs ?? 0) - atMs ? low : high;
}

/** How far a window can go: from the first figure to today. */
function boundsOf({ window }: ChartModel, overview: SeriesFigures | null): TimeWindow {
  const firstMs = overview?.instantsMs[0] ?? window.fromMs;
  return {
    fromMs: Math.min(Math.floor(firstMs / DAY_MS) * DAY_MS, window.fromMs),
    toMs: Math.max(window.toMs, Math.floor((overview?.instantsMs.at(-1) ?? 0) / DAY_MS) * DAY_MS + DAY_MS),
  };
}
