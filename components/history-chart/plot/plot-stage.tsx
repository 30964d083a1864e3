import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { usePageKeys } from '#lib/client/browser/page-keys';
import { sliderKey } from '#lib/client/browser/slider-keys';
import { nearestIndex, timeAt, type TimeWindow } from '#lib/format/charts/chart-geometry';
import type { PlottedLine } from '#lib/format/charts/chart-model';
import { Plot, type PlotProps } from './plot.tsx';
import { type PlotLayout, plotLayout, type PlotWish, type Size } from './plot-layout.ts';
import { type MeasureActs, usePlotPointers, type WindowMoves } from './use-plot-pointers.ts';

const FAST_STEP = 10;

/** The points of a plot from left to right, and the one that somebody looks at. */
export interface PlotPoints {
  /** Where each point is drawn, in epoch milliseconds. */
  readonly instantsMs: readonly number[];
  readonly last: number;
  /** Null for none. */
  readonly pointed: number | null;
  readonly point: (pointed: number | null) => void;
  /** Points at a row, or at the one at the end before which it would lie. */
  readonly pointAt: (row: number) => void;
}

/** Which of the points of a plot somebody looks at, and the keys of the page that move from point to point and leave. */
export function usePlotPoints(instantsMs: readonly number[]): PlotPoints {
  const [row, point] = useState<number | null>(null);
  const last = instantsMs.length - 1;
  const pointed = row !== null && row <= last ? row : null;
  const pointAt = (to: number) => point(Math.min(last, Math.max(0, to)));
  const move = ({ key, shiftKey }: { readonly key: string; readonly shiftKey: boolean }) => {
    const by = (key === 'ArrowLeft' ? -1 : 1) * (shiftKey ? FAST_STEP : 1);
    pointAt((pointed ?? (by < 0 ? last + 1 : -1)) + by);
  };
  usePageKeys({ ArrowLeft: move, ArrowRight: move, Escape: () => point(null) });
  return { instantsMs, last, pointed, point, pointAt };
}

/** Lays lines out in the frame of their plot; null until that has a size. `nowMs` is the service's clock. */
export function usePlotLayout(
  lines: readonly PlottedLine[],
  window: TimeWindow,
  { kind, scale, isIntraday }: Omit<PlotWish, 'thisYear'>,
  nowMs: number,
): readonly [RefObject<HTMLDivElement | null>, PlotLayout | null] {
  const [frame, size] = useSize();
  const thisYear = new Date(nowMs).getUTCFullYear();
  const layout = useMemo(
    () => size && plotLayout(lines, window, size, { kind, scale, isIntraday, thisYear }),
    [lines, window, size, kind, scale, isIntraday, thisYear],
  );
  return [frame, layout];
}

/** A plot in its frame, and over it a slider from point to point; `marks` are drawn into it, `children` float above it. */
export function PlotStage({
  frame,
  layout,
  points: { instantsMs, last, pointed, point, pointAt },
  text,
  moves = null,
  measure = null,
  isStandIn,
  marks,
  children,
  ...drawn
}: Omit<PlotProps, 'layout'> & {
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly layout: PlotLayout | null;
  readonly points: PlotPoints;
  /** What the point that somebody looks at says, or the last one. */
  readonly text: string;
  /** How the window is moved; null where it is not. */
  readonly moves?: WindowMoves | null;
  /** How a stretch is measured; null where none is. */
  readonly measure?: MeasureActs | null;
  /** Whether another range is shown, which stays until this one has come. */
  readonly isStandIn: boolean;
  readonly marks: ReactNode;
  readonly children: ReactNode;
}) {
  const pointers = usePlotPointers(
    frame,
    {
      pointed,
      point,
      pointPixel: (pixel) => {
        if (!layout) return null;
        const row = nearestIndex(instantsMs, timeAt(pixel, layout.window, layout.box));
        point(row);
        return row;
      },
    },
    moves,
    measure,
  );
  /** The keys of a slider beside its arrows: to either end, and a twentieth of the way. */
  const pointByKey = (event: KeyboardEvent) => {
    // These two are keys of the whole page.
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return;
    const page = Math.max(FAST_STEP, Math.round(last / 20));
    const row = sliderKey(event.key, { at: pointed ?? last, first: 0, last, step: 1, page });
    if (row === null) return;
    event.preventDefault();
    pointAt(row);
  };
  return (
    <div
      ref={frame}
      className={`relative h-100 touch-pan-y select-none max-xl:h-90 max-phone:h-75 ${isStandIn ? 'opacity-50' : ''}`}
      data-plot
    >
      {layout && (
        // What is drawn is said by the slider and the table; inert, because browsers take layers of the drawing for places of the focus.
        <div data-plot-drawing inert>
          <Plot layout={layout} {...drawn}>
            {marks}
          </Plot>
        </div>
      )}
      <div
        role="slider"
        tabIndex={0}
        aria-label="Point of the chart"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={pointed ?? last}
        aria-valuetext={text}
        onKeyDown={pointByKey}
        onFocus={() => pointed === null && pointAt(last)}
        className="absolute inset-0 cursor-crosshair focus-visible:-outline-offset-2"
        {...pointers}
      />
      {children}
    </div>
  );
}

/** The size of a plot's frame, kept up to date; null until it is on the page. */
function useSize(): readonly [RefObject<HTMLDivElement | null>, Size | null] {
  const frame = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    // What is drawn for the first time is drawn in slices.
    const measure = ([entry]: readonly ResizeObserverEntry[]) =>
      startTransition(() => setSize(entry?.contentRect ?? null));
    const observer = new ResizeObserver(measure);
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return [frame, size];
}
