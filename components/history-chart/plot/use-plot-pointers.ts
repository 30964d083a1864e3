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
  readonly pointPixel: (pixel: number) => void;
}

/** How pointers move the window of a plot. */
export interface WindowMoves {
  readonly window: TimeWindow;
  /** A movement begins. */
  readonly start: () => void;
  readonly move: (move: HandMove, from: TimeWindow) => void;
  /** A movement ends. */
  readonly end: () => void;
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
 * until a tap elsewhere; two fingers zoom. Where no window is moved, all of them point.
 */
export function usePlotPointers(
  frame: RefObject<HTMLElement | null>,
  { pointed, point, pointPixel }: PointActs,
  moves: WindowMoves | null,
) {
  const down = useRef(new Map<number, Place>());
  const before = useRef<number | null>(null);
  const begun = useRef<Begun | null>(null);
  useOwnPinch(frame);
  useTapElsewhere(frame, () => point(null));
  const up = ({ pointerId, pointerType }: PointerEvent) => {
    const isEnd = down.current.size === handsOf(pointerType) && begun.current?.isMoving === true;
    down.current.delete(pointerId);
    if (isEnd) moves?.end();
    // The finger that stays a moment longer does not point.
    if (down.current.size === 0) begun.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const { pointerId, pointerType, button, currentTarget } = event;
      const isMouse = pointerType === 'mouse';
      if (isMouse && (button !== 0 || moves === null)) return;
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
      const { current } = begun;
      if (current === null) return pointPixel(placeIn(event).x);
      if (down.current.size !== handsOf(pointerType)) return;
      const { apart, middle } = between(down.current);
      const byPixels = middle - current.middle;
      if (Math.abs(byPixels) >= DRAG_FROM_PX) current.isMoving = true;
      if (!current.isMoving) return;
      moves?.move({ factor: current.apart / apart, atPixel: current.middle, byPixels }, current.from);
    },
    onPointerUp: up,
    onPointerCancel: (event: PointerEvent) => {
      // The browser scrolls the page with a finger that it takes: that one has not pointed.
      if (begun.current === null) point(before.current);
      up(event);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') point(null);
    },
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
