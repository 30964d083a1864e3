import { type KeyboardEvent, memo, type PointerEvent, useState } from 'react';
import { Line, LineChart, XAxis, YAxis } from 'recharts';
import { sliderKey } from '#lib/client/browser/slider-keys';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import { DAY_MS } from '#lib/domain/durations';
import { chartDate } from '#lib/format/charts/chart-dates';
import { movedInto, timeAt, timePosition, type TimeWindow } from '#lib/format/charts/chart-geometry';
import { useIsDrawable } from '#lib/client/browser/use-is-drawable';
import { firstIndexFrom } from '#lib/domain/series/range-figures';
import { timeTicks, valueAxis } from '#lib/format/charts/chart-ticks';
import type { PlotLayout } from './plot-layout.ts';
import { type useMovedWindow, WINDOW_MIN_MS } from './use-moved-window.ts';
import { timeAxis } from './plot-axes.tsx';

/** A narrower window could not be taken hold of. */
const WINDOW_PX_MIN = 10;

/** What stays free between the ends of a narrow window, so that it can still be panned. */
const PAN_PX = 8;

/** A short window is shown within these years, where it is wide enough to be moved with care. */
const NEAR_YEARS_MS = 5 * 365 * DAY_MS;
const SHORT_MS = 400 * DAY_MS;

/** How far an arrow key moves an end, in shares of the window. */
const KEY_SHARE = 0.1;

/** Steps of a Page key. */
const PAGE_STEPS = 5;

const FRAME_LOOK = 'relative mt-1 h-18 select-none [--hold:1.5rem] max-phone:[--hold:2.5rem] print:hidden';

type Hold = 'from' | 'to' | 'both';

/** What was taken hold of, where, and the window and the years that the movement begins with. */
interface Held {
  readonly hold: Hold;
  readonly atX: number;
  readonly from: TimeWindow;
  readonly span: TimeWindow;
}

/** What the brush itself moved to last, and the years that it was moved in. */
interface MovedTo {
  readonly to: TimeWindow;
  readonly span: TimeWindow;
}

/** The whole history as a strip, and the window on it: its ends are moved to change it, its middle to pan. */
export function OverviewBrush({
  overview,
  bounds,
  window,
  layout,
  onStart,
  movement: { moveTo, step, settleMoved },
}: {
  readonly overview: SeriesFigures | null;
  readonly bounds: TimeWindow;
  readonly window: TimeWindow;
  /** Of the plot above, whose ends it shares. */
  readonly layout: PlotLayout | null;
  readonly onStart: () => void;
  readonly movement: Pick<ReturnType<typeof useMovedWindow>, 'moveTo' | 'step' | 'settleMoved'>;
}) {
  const [held, setHeld] = useState<Held | null>(null);
  const [movedTo, setMovedTo] = useState<MovedTo | null>(null);
  const span = held?.span ?? spanOf(movedTo, window, bounds);
  if (layout === null) return <div className={FRAME_LOOK} data-brush />;
  const { box } = layout;
  const right = Math.max(timePosition(window.toMs, span, box), box.left + WINDOW_PX_MIN);
  const left = Math.min(timePosition(window.fromMs, span, box), right - WINDOW_PX_MIN);
  const byOf = (pixels: number) => (pixels / box.width) * (span.toMs - span.fromMs);
  const release = () => {
    if (held === null) return;
    setHeld(null);
    setMovedTo({ to: window, span });
    settleMoved();
  };
  const takeHold = (event: PointerEvent<Element>, hold: Hold, from: TimeWindow) => {
    if (event.button !== 0) return;
    onStart();
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ hold, atX: event.clientX, from, span });
    if (from !== window) moveTo(from);
  };
  /** A press beside the window brings its middle there, and goes on as a hold of it. */
  const bring = (event: PointerEvent<Element>) => {
    const atMs = timeAt(event.clientX - event.currentTarget.getBoundingClientRect().left, span, box);
    takeHold(event, 'both', movedBy('both', window, atMs - (window.fromMs + window.toMs) / 2, span));
  };
  const handlers = (hold: Hold) => ({
    onPointerDown: (event: PointerEvent<Element>) => takeHold(event, hold, window),
    onPointerMove: ({ clientX }: PointerEvent<Element>) => {
      if (held) moveTo(movedBy(held.hold, held.from, byOf(clientX - held.atX), span));
    },
    onPointerUp: release,
    onPointerCancel: release,
  });
  const press = (hold: 'from' | 'to') => (event: KeyboardEvent) => {
    const at = hold === 'to' ? window.toMs : window.fromMs;
    const byMs = KEY_SHARE * (window.toMs - window.fromMs);
    const ends = { first: span.fromMs, last: span.toMs };
    const toMs = sliderKey(event.key, { at, ...ends, step: byMs, page: PAGE_STEPS * byMs });
    if (toMs === null) return;
    event.preventDefault();
    const to = movedBy(hold, window, toMs - at, span);
    setMovedTo({ to, span });
    step(() => to);
  };
  // How far an end is taken hold of beside its mark, so that the two never lie on each other.
  const aside = `max(0px, (var(--hold) + ${PAN_PX}px - ${right - left}px) / 2)`;
  const end = (hold: 'from' | 'to', x: number) => (
    <div
      role="slider"
      tabIndex={0}
      aria-label={hold === 'from' ? 'Start of the range' : 'End of the range'}
      aria-valuemin={span.fromMs}
      aria-valuemax={span.toMs}
      aria-valuenow={hold === 'from' ? window.fromMs : window.toMs}
      aria-valuetext={chartDate(hold === 'from' ? window.fromMs : window.toMs - 1, 'long')}
      className="absolute top-0 flex h-13 w-(--hold) -translate-x-1/2 cursor-ew-resize touch-none items-center justify-center rounded-tag"
      style={{ left: `calc(${x}px ${hold === 'from' ? '-' : '+'} ${aside})` }}
      onKeyDown={press(hold)}
      {...handlers(hold)}
    >
      <span
        className="relative h-5 w-1.5 rounded-xs border border-accent bg-surface"
        style={{ left: hold === 'from' ? aside : `calc(-1 * ${aside})` }}
      />
    </div>
  );
  return (
    <div className={FRAME_LOOK} data-brush>
      <div inert>
        <OverviewStrip
          overview={overview}
          fromMs={span.fromMs}
          toMs={span.toMs}
          width={layout.size.width}
          leftPx={box.left}
          rightPx={layout.rightPx}
        />
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-x-0 top-0 h-13 touch-none"
        {...handlers('both')}
        onPointerDown={bring}
      />
      <div
        aria-hidden="true"
        className="absolute top-0 h-13 cursor-grab touch-none border-x border-accent bg-accent/12 active:cursor-grabbing"
        style={{ left, width: right - left }}
        {...handlers('both')}
      />
      {end('from', left)}
      {end('to', right)}
    </div>
  );
}

/** A window whose end, or both, was moved within a span, never shorter than {@link WINDOW_MIN_MS}. */
function movedBy(hold: Hold, { fromMs, toMs }: TimeWindow, byMs: number, span: TimeWindow): TimeWindow {
  switch (hold) {
    case 'both':
      return movedInto({ fromMs: fromMs + byMs, toMs: toMs + byMs }, span);
    case 'from':
      return { fromMs: Math.min(Math.max(fromMs + byMs, span.fromMs), toMs - WINDOW_MIN_MS), toMs };
    case 'to':
      return { fromMs, toMs: Math.max(Math.min(toMs + byMs, span.toMs), fromMs + WINDOW_MIN_MS) };
    default:
      return hold satisfies never;
  }
}

/**
 * The years around a short recent window, else everything. They stay while the brush alone moves the window: under a hand
 * nothing changes its scale.
 */
function spanOf(movedTo: MovedTo | null, window: TimeWindow, bounds: TimeWindow): TimeWindow {
  // What was let go is shown in whole days, and today ends what can be shown only while it is shown.
  const isNear = (one: number, other: number) => Math.abs(one - other) <= DAY_MS;
  const isOwn =
    movedTo !== null &&
    isNear(movedTo.span.toMs, bounds.toMs) &&
    isNear(movedTo.to.fromMs, window.fromMs) &&
    isNear(movedTo.to.toMs, window.toMs);
  if (isOwn) return movedTo.span;
  const nearMs = bounds.toMs - NEAR_YEARS_MS;
  const isShort = window.toMs - window.fromMs <= SHORT_MS && window.fromMs >= nearMs;
  return isShort && nearMs > bounds.fromMs ? { fromMs: nearMs, toMs: bounds.toMs } : bounds;
}

/** Height of the strip that the window is moved on; the marks of time stand below it. */
const STRIP_PX = 52;
const MARKS_PX = 20;

/** Between the line and the edges of the strip. */
const EDGE_PX = 4;

/** Room that a mark of time wants. */
const MARK_WIDTH_PX = 110;

/** What a character of one takes at most, on average. */
const CHARACTER_PX = 7;

/** A whole history, thinned, as a strip, which comes after the plot above it. Its props are plain numbers, so that it is drawn once and not at each step of a movement. */
const OverviewStrip = memo(function OverviewStrip({
  overview,
  fromMs,
  toMs,
  width,
  leftPx,
  rightPx,
}: {
  readonly overview: SeriesFigures | null;
  readonly fromMs: number;
  readonly toMs: number;
  /** Of the whole drawing, and what is free on either side of the strip, in pixels. */
  readonly width: number;
  readonly leftPx: number;
  readonly rightPx: number;
}) {
  const isDrawable = useIsDrawable();
  if (!isDrawable) return null;
  const start = firstIndexFrom(overview?.instantsMs ?? [], fromMs);
  const rates = overview?.rates.slice(start) ?? [];
  const points = rates.map((y, index) => ({ x: overview?.instantsMs[start + index] ?? 0, y }));
  const { min, max } = valueAxis(rates, 3, 'linear');
  const stripPx = width - leftPx - rightPx;
  // A mark that the edge would cut is left out; the others say enough.
  const marks = timeTicks(fromMs, toMs, stripPx / MARK_WIDTH_PX).filter(({ value, label }) => {
    const middlePx = leftPx + ((value - fromMs) / (toMs - fromMs)) * stripPx;
    const halfPx = (label.length * CHARACTER_PX) / 2;
    return middlePx >= halfPx && middlePx <= width - halfPx;
  });
  return (
    <>
      <div className="absolute top-0 h-13 bg-sunken" style={{ left: leftPx, width: stripPx }} />
      <LineChart
        width={width}
        height={STRIP_PX + MARKS_PX}
        margin={{ top: 0, right: rightPx, bottom: 0, left: leftPx }}
        accessibilityLayer={false}
        className="absolute! inset-0"
      >
        <XAxis
          {...timeAxis({ fromMs, toMs }, marks)}
          height={MARKS_PX}
          tickSize={0}
          tickMargin={5}
          tickLine={false}
          axisLine={false}
        />
        <YAxis hide domain={[min, max]} allowDataOverflow padding={{ top: EDGE_PX, bottom: EDGE_PX }} />
        <Line
          data={points}
          dataKey="y"
          type="linear"
          stroke="var(--color-text-muted)"
          dot={false}
          activeDot={false}
          isAnimationActive={false}
        />
      </LineChart>
    </>
  );
});
