import { useEffect, useRef, useState } from 'react';
import type { ChartRange } from '#lib/client/address/chart-range';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { isoDayOf } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import { movedInto, type TimeWindow } from '#lib/format/charts/chart-geometry';
import type { ChartModel } from '#lib/format/charts/chart-model';

/** A key that was not pressed for so long has come to rest. */
const STEPS_REST_MS = 250;

/** What is shown, and how far it can be moved. */
interface ShownWindow {
  readonly model: ChartModel;
  readonly range: ChartRange;
  /** Whether the model is of another range, which stays until this one has come. */
  readonly isStandIn: boolean;
  readonly bounds: TimeWindow;
  readonly onRange: (range: ChartRange) => void;
}

/** The window while it is moved, and after that until its own figures have come; a movement asks for figures once, at its end. */
export function useMovedWindow({ model, range, isStandIn, bounds, onRange }: ShownWindow) {
  const [moved, setMoved] = useState<TimeWindow | null>(null);
  const [settled, setSettled] = useState<SettledWindow | null>(null);
  const settle = (to: TimeWindow) => {
    const asked = rangeOf(movedInto(to, bounds), bounds);
    setSettled(isSameRange(asked, range) ? null : { to, asked, over: model });
    setMoved(null);
    onRange(asked);
  };
  const steps = useSteps(settle);
  return {
    /** Null where the model's own window is shown. */
    moving: moved ?? (isStillSettled(settled, { model, range, isStandIn }) ? settled.to : null),
    moveTo: setMoved,
    settle,
    settleMoved: () => moved && settle(moved),
    /** Moves by a key, which may be pressed again at once. */
    stepTo: (to: TimeWindow) => {
      setMoved(to);
      steps.go(to);
    },
    /** Where the keys have come to that are not at rest. */
    lastStep: steps.last,
    finishSteps: steps.finish,
  };
}

/** A window that was let go: where, what was asked for with it, and what was shown then. */
interface SettledWindow {
  readonly to: TimeWindow;
  readonly asked: ChartRange;
  readonly over: ChartModel;
}

/** Whether a window that was let go is still to be shown, since its own figures have not come. */
function isStillSettled(
  settled: SettledWindow | null,
  now: Pick<ShownWindow, 'model' | 'range' | 'isStandIn'>,
): settled is SettledWindow {
  if (settled === null) return false;
  return settled.over === now.model || (now.isStandIn && isSameRange(settled.asked, now.range));
}

function isSameRange(one: ChartRange, other: ChartRange): boolean {
  if (one.kind === 'named' || other.kind === 'named') {
    return one.kind === 'named' && other.kind === 'named' && one.name === other.name;
  }
  return one.from === other.from && one.to === other.to;
}

/** Steps of keys as one movement: a key that is held asks for figures once, when it rests. */
function useSteps(settle: (to: TimeWindow) => void) {
  const pending = useRef<{ readonly to: TimeWindow; readonly timer: ReturnType<typeof setTimeout> } | null>(
    null,
  );
  const finish = useStableCall(() => {
    const { current } = pending;
    if (current === null) return;
    clearTimeout(current.timer);
    pending.current = null;
    settle(current.to);
  });
  useEffect(() => () => clearTimeout(pending.current?.timer), []);
  return {
    last: () => pending.current?.to,
    finish,
    go: (to: TimeWindow) => {
      clearTimeout(pending.current?.timer);
      pending.current = { to, timer: setTimeout(finish, STEPS_REST_MS) };
    },
  };
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
