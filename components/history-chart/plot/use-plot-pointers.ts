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

/**
 * A mouse that presses and goes moves the window; one that only goes points, as one finger does. What a finger points at stays
 * until a tap elsewhere; two fingers zoom. Where no window is moved, all of them point.
 */
export function usePlotPointers(
  frame: RefObject<HTMLElement | null>,
  acts: PointActs,
  moves: WindowMoves | null,
) {
  const mouse = useMouse(acts, moves);
  const fingers = useFingers(acts, moves);
  useOwnPinch(frame);
  useTapElsewhere(frame, () => acts.point(null));
  const of = ({ pointerType }: PointerEvent) => (pointerType === 'mouse' ? mouse : fingers);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => of(event).down(event),
    onPointerMove: (event: PointerEvent<HTMLElement>) => of(event).move(event),
    onPointerUp: (event: PointerEvent<HTMLElement>) => of(event).up(event),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => of(event).cancel(event),
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') acts.point(null);
    },
  };
}

function useMouse({ pointPixel }: PointActs, moves: WindowMoves | null) {
  const pressed = useRef<{ readonly atX: number; readonly from: TimeWindow; isMoving: boolean } | null>(null);
  const up = () => {
    if (pressed.current?.isMoving === true) moves?.end();
    pressed.current = null;
  };
  return {
    up,
    cancel: up,
    down: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || moves === null) return;
      moves.start();
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current = { atX: event.clientX, from: moves.window, isMoving: false };
    },
    move: (event: PointerEvent<HTMLElement>) => {
      const { current } = pressed;
      if (current === null) return pointPixel(placeIn(event).x);
      const pixels = event.clientX - current.atX;
      if (Math.abs(pixels) >= DRAG_FROM_PX) current.isMoving = true;
      if (current.isMoving) moves?.move({ factor: 1, atPixel: 0, byPixels: pixels }, current.from);
    },
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

function useFingers({ pointed, point, pointPixel }: PointActs, moves: WindowMoves | null) {
  const down = useRef(new Map<number, Place>());
  const before = useRef<number | null>(null);
  const begun = useRef<{ readonly apart: number; readonly middle: number; readonly from: TimeWindow } | null>(
    null,
  );
  const up = (event: PointerEvent<HTMLElement>) => {
    const wasPinch = begun.current !== null && down.current.size === 2;
    down.current.delete(event.pointerId);
    if (wasPinch) moves?.end();
    // The finger that stays a moment longer does not point.
    if (down.current.size === 0) begun.current = null;
  };
  return {
    up,
    /** The browser scrolls the page with a finger that it takes: that one has not pointed. */
    cancel: (event: PointerEvent<HTMLElement>) => {
      if (begun.current === null) point(before.current);
      up(event);
    },
    down: (event: PointerEvent<HTMLElement>) => {
      down.current.set(event.pointerId, placeIn(event));
      if (down.current.size === 1) {
        before.current = pointed;
        pointPixel(placeIn(event).x);
      }
      if (down.current.size !== 2 || moves === null) return;
      moves.start();
      begun.current = { ...between(down.current), from: moves.window };
    },
    move: (event: PointerEvent<HTMLElement>) => {
      if (!down.current.has(event.pointerId)) return;
      down.current.set(event.pointerId, placeIn(event));
      if (begun.current === null) return pointPixel(placeIn(event).x);
      if (down.current.size !== 2) return;
      const { apart, middle, from } = begun.current;
      const now = between(down.current);
      moves?.move({ factor: apart / now.apart, atPixel: middle, byPixels: now.middle - middle }, from);
    },
  };
}

function placeIn({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Place {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** How far the first two of some fingers are apart, and where their middle is from left to right. */
function between(fingers: ReadonlyMap<number, Place>): { readonly apart: number; readonly middle: number } {
  const [one = { x: 0, y: 0 }, other = one] = fingers.values();
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
    const kinds = ['touchstart', 'touchmove'] as const;
    for (const kind of kinds) current?.addEventListener(kind, own, { passive: false });
    return () => kinds.forEach((kind) => current?.removeEventListener(kind, own));
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
