import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { TimeWindow } from '#lib/format/charts/chart-geometry';

/** A mouse that has gone so far wants to move the window, not to point. */
const DRAG_FROM_PX = 4;

/** Two fingers are never told to be nearer: their distance is divided by. */
const APART_PX_MIN = 16;

/** How a hand has moved since it began: the window by `factor` times as long, its place by pixels. */
export interface HandMove {
  readonly factor: number;
  /** Of the plot, where it began, of two fingers in their middle. */
  readonly atPixel: number;
  readonly byPixels: number;
}

/** How pointers point on a plot. */
interface PointActs {
  /** The row that is pointed at. */
  readonly pointed: number | null;
  readonly point: (pointed: number | null) => void;
  /** Points at what is nearest to a pixel, and tells which row that is. */
  readonly pointPixel: (pixel: number) => number | null;
}

/** How pointers move the window of a plot. */
export interface WindowMoves {
  readonly window: TimeWindow;
  /** A movement begins. */
  readonly start: () => void;
  readonly move: (move: HandMove, from: TimeWindow) => void;
  /** A movement ends. */
  readonly end: () => void;
  /** A wheel was turned a little; the movement ends when it rests. */
  readonly turn: (move: HandMove) => void;
}

/** How pointers measure a stretch of a plot. */
export interface MeasureActs {
  /** Whether each press measures; if not, a mouse measures with the shift key. */
  readonly isOn: boolean;
  /** At the point that is pointed at; whatever is pointed at after it is the other end. */
  readonly begin: (pointed: number) => void;
  /** Keeps what is pointed at as the other end. */
  readonly finish: () => void;
  readonly giveUp: () => void;
}

/** What began to move the window: where, and from which window. */
interface Begun {
  readonly apart: number;
  readonly middle: number;
  readonly from: TimeWindow;
  isMoving: boolean;
}

/**
 * A mouse that presses and goes moves the window; one that only goes points, as one finger does. What a finger points at stays
 * until a tap elsewhere; two fingers zoom, and so does a wheel. Where no window is moved, all of them point. A press that
 * measures does so until it is let go.
 */
export function usePlotPointers(
  frame: RefObject<HTMLElement | null>,
  { pointed, point, pointPixel }: PointActs,
  moves: WindowMoves | null,
  measure: MeasureActs | null,
) {
  const down = useRef(new Map<number, Place>());
  const before = useRef<number | null>(null);
  const begun = useRef<Begun | null>(null);
  const measuring = useMeasuringPress(measure, pointPixel);
  useOwnPinch(frame);
  useWheel(frame, moves);
  useTapElsewhere(frame, () => point(null));
  const up = ({ pointerId, pointerType }: PointerEvent) => {
    const isEnd = down.current.size === handsOf(pointerType) && begun.current?.isMoving === true;
    down.current.delete(pointerId);
    measuring.finish(pointerId);
    if (isEnd) moves?.end();
    // The finger that stays a moment longer does not point.
    if (down.current.size === 0) begun.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerId, pointerType, button, currentTarget } = event;
      const isMouse = pointerType === 'mouse';
      if (isMouse && button !== 0) return;
      if (down.current.size === 0 && measuring.begin(event)) {
        down.current.set(pointerId, placeIn(event));
        return;
      }
      if (isMouse && moves === null) return;
      down.current.set(pointerId, placeIn(event));
      if (!isMouse && down.current.size === 1) {
        before.current = pointed;
        pointPixel(placeIn(event).x);
      }
      if (moves === null || down.current.size !== handsOf(pointerType)) return;
      moves.start();
      if (isMouse) currentTarget.setPointerCapture(pointerId);
      begun.current = { ...between(down.current), from: moves.window, isMoving: !isMouse };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const { pointerId, pointerType } = event;
      if (down.current.has(pointerId)) down.current.set(pointerId, placeIn(event));
      else if (pointerType !== 'mouse') return;
      if (begun.current === null) pointPixel(placeIn(event).x);
      else if (down.current.size === handsOf(pointerType)) moveOn(begun.current, down.current, moves);
    },
    onPointerUp: up,
    onPointerCancel: (event: PointerEvent) => {
      // The browser scrolls the page with a finger that it takes: that one has not pointed.
      if (!measuring.giveUp(event.pointerId) && begun.current === null) point(before.current);
      up(event);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') point(null);
    },
  };
}

/** Moves the window as far as the pointers have gone since they began; a mouse has to go a little first. */
function moveOn(begun: Begun, pointers: ReadonlyMap<number, Place>, moves: WindowMoves | null): void {
  const { apart, middle } = between(pointers);
  const byPixels = middle - begun.middle;
  if (Math.abs(byPixels) >= DRAG_FROM_PX) begun.isMoving = true;
  if (begun.isMoving)
    moves?.move({ factor: begun.apart / apart, atPixel: begun.middle, byPixels }, begun.from);
}

/** The press that measures, from where it begins to where it is let go. */
function useMeasuringPress(measure: MeasureActs | null, pointPixel: PointActs['pointPixel']) {
  const pressed = useRef<number | null>(null);
  const endOf = (pointerId: number, act?: () => void): boolean => {
    if (pressed.current !== pointerId) return false;
    pressed.current = null;
    act?.();
    return true;
  };
  return {
    /** Whether a press begins to measure. */
    begin: (event: PointerEvent<HTMLElement>): boolean => {
      const { pointerId, pointerType, shiftKey, currentTarget } = event;
      if (measure === null || !(measure.isOn || (pointerType === 'mouse' && shiftKey))) return false;
      const row = pointPixel(placeIn(event).x);
      if (row === null) return false;
      pressed.current = pointerId;
      currentTarget.setPointerCapture(pointerId);
      measure.begin(row);
      return true;
    },
    finish: (pointerId: number) => endOf(pointerId, measure?.finish),
    giveUp: (pointerId: number) => endOf(pointerId, measure?.giveUp),
  };
}

/** With how many pointers the window is moved. */
function handsOf(pointerType: string): number {
  return pointerType === 'mouse' ? 1 : 2;
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function placeIn({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Place {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** How far the first two of some pointers are apart, and where their middle is from left to right; of one, where it is. */
function between(pointers: ReadonlyMap<number, Place>): Pick<Begun, 'apart' | 'middle'> {
  const [one = { x: 0, y: 0 }, other = one] = pointers.values();
  return {
    apart: Math.max(APART_PX_MIN, Math.hypot(one.x - other.x, one.y - other.y)),
    middle: (one.x + other.x) / 2,
  };
}

/** Two fingers on an element are its own: the browser neither zooms nor scrolls the page with them. */
function useOwnPinch(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = frame;
    const own = (event: TouchEvent) => {
      if (event.touches.length > 1 && event.cancelable) event.preventDefault();
    };
    const listening = new AbortController();
    const how = { passive: false, signal: listening.signal };
    current?.addEventListener('touchstart', own, how);
    current?.addEventListener('touchmove', own, how);
    return () => listening.abort();
  }, [frame]);
}

/** A line of a wheel that counts in lines, in pixels. */
const WHEEL_LINE_PX = 16;

/** How much longer or shorter a window becomes by a pixel of a wheel: a notch of 100 is a fifth. */
const WHEEL_ZOOM = 0.002;

/**
 * A wheel that turns with Ctrl or the command key zooms around the pointer, as two fingers on a touchpad do, and one that turns
 * sideways moves the window. Plainly it scrolls the page, until the plot was pressed and has the focus.
 */
function useWheel(frame: RefObject<HTMLElement | null>, moves: WindowMoves | null): void {
  const turn = useEffectEvent((event: WheelEvent) => {
    const { current } = frame;
    if (moves === null || current === null) return;
    const toPx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : WHEEL_LINE_PX;
    const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (!isSideways && !event.ctrlKey && !event.metaKey && !current.contains(document.activeElement)) return;
    event.preventDefault();
    const atPixel = event.clientX - current.getBoundingClientRect().left;
    moves.turn(
      isSideways
        ? { factor: 1, atPixel, byPixels: -toPx * (event.deltaX || event.deltaY) }
        : { factor: Math.exp(toPx * event.deltaY * WHEEL_ZOOM), atPixel, byPixels: 0 },
    );
  });
  useEffect(() => {
    const listening = new AbortController();
    // An event that the page is told of afterwards cannot be kept from scrolling it.
    frame.current?.addEventListener('wheel', turn, { passive: false, signal: listening.signal });
    return () => listening.abort();
  }, [frame]);
}

/** A swipe that scrolls the page is no tap: the browser takes it over, and it never comes up. */
function useTapElsewhere(frame: RefObject<HTMLElement | null>, act: () => void): void {
  const tap = useEffectEvent(act);
  useEffect(() => {
    const hear = ({ target, pointerType }: globalThis.PointerEvent) => {
      const isInside = target instanceof Node && frame.current?.contains(target) === true;
      if (pointerType !== 'mouse' && !isInside) tap();
    };
    document.addEventListener('pointerup', hear);
    return () => document.removeEventListener('pointerup', hear);
  }, [frame]);
}
