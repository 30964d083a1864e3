import { useEffect, useEffectEvent, useState } from 'react';
import type { ChartRange } from '#lib/client/address/chart-range';
import { isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { movedInto, type TimeWindow } from '#lib/format/charts/chart-geometry';
import type { ChartModel } from '#lib/format/charts/chart-model';
import type { ChartState } from '#components/history-chart/use-chart.ts';

/** A key that was not pressed for so long has come to rest. */
const STEPS_REST_MS = 250;

/** The shortest window that can be reached. */
export const WINDOW_MIN_MS = 5 * DAY_MS;

/** What is shown, and how far it can be moved. */
interface ShownWindow {
  readonly model: ChartModel;
  readonly state: Pick<ChartState, 'view' | 'isStandIn' | 'show'>;
  readonly bounds: TimeWindow;
  readonly onSettled: () => void;
}

/** Where a window is moved to: by a hand until that lets go, or by keys until they rest. */
interface MovedWindow {
  readonly to: TimeWindow;
  readonly by: 'hand' | 'keys';
}

/** A window that was let go: where, what was asked for with it, and what was shown then. */
interface SettledWindow {
  readonly to: TimeWindow;
  readonly asked: ChartRange;
  readonly over: ChartModel;
}

/** The window while it is moved, and after that until its own figures have come; a movement asks for figures once, at its end. */
export function useMovedWindow({ model, state, bounds, onSettled }: ShownWindow) {
  const { isStandIn, show } = state;
  const { range } = state.view;
  const [moved, setMoved] = useState<MovedWindow | null>(null);
  const [settled, setSettled] = useState<SettledWindow | null>(null);
  const isSettling =
    settled !== null && (settled.over === model || (isStandIn && isSameRange(settled.asked, range)));
  /** Null where the model's own window is shown. */
  const moving = moved?.to ?? (isSettling ? settled.to : null);
  const window = moving ?? model.window;
  const settle = (to: TimeWindow) => {
    const asked = rangeOf(movedInto(to, bounds), bounds);
    setSettled(isSameRange(asked, range) ? null : { to, asked, over: model });
    setMoved(null);
    onSettled();
    show({ range: asked });
  };
  const rest = useEffectEvent(settle);
  useEffect(() => {
    if (moved?.by !== 'keys') return;
    // A key that is held asks for figures once.
    const timer = setTimeout(() => rest(moved.to), STEPS_REST_MS);
    return () => clearTimeout(timer);
  }, [moved]);
  return {
    moving,
    moveTo: (to: TimeWindow) => setMoved({ to, by: 'hand' }),
    /** Ends what a hand moved. */
    settleMoved: () => moved && settle(moved.to),
    /** Moves by a key, which may be pressed again before this step is shown. */
    step: (stepped: (from: TimeWindow) => TimeWindow) =>
      setMoved((before) => {
        const from = before?.to ?? window;
        const to = stepped(from);
        return to === from ? before : { to, by: 'keys' };
      }),
    /** Ends the steps of keys that are not at rest yet. */
    finishSteps: () => moved?.by === 'keys' && settle(moved.to),
  };
}

function isSameRange(one: ChartRange, other: ChartRange): boolean {
  if (one.kind === 'named' || other.kind === 'named') {
    return one.kind === 'named' && other.kind === 'named' && one.name === other.name;
  }
  return one.from === other.from && one.to === other.to;
}

/** The range of a window: an end at the edge stays open, so that it grows with the days. */
function rangeOf({ fromMs, toMs }: TimeWindow, bounds: TimeWindow): ChartRange {
  const isFromStart = fromMs - bounds.fromMs < DAY_MS;
  const isToEnd = bounds.toMs - toMs < DAY_MS;
  if (isFromStart && isToEnd) return { kind: 'named', name: 'max' };
  return {
    kind: 'days',
    from: isFromStart ? null : isoDayOf(new Date(fromMs)),
    to: isToEnd ? null : isoDayOf(new Date(toMs - 1)),
  };
}
