import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { sliderKey } from './slider-keys.ts';

const WEEK_DAYS = 7;

/**
 * A row of days, oldest first: each is chosen by pointing at it or by arrow keys, and none once the row is left. `endPx` at the
 * right end of the row belong to no day.
 */
export function useDaySlider(count: number, endPx = 0) {
  const [chosen, setChosen] = useState<number | null>(null);
  const ref = useRef<HTMLDivElement>(null);
  const isChosen = chosen !== null;
  useEffect(() => {
    if (!isChosen) return;
    // A tap elsewhere need not take the focus away.
    const hear = ({ target }: Event) => {
      if (target instanceof Node && ref.current?.contains(target) !== true) setChosen(null);
    };
    document.addEventListener('pointerdown', hear);
    return () => document.removeEventListener('pointerdown', hear);
  }, [isChosen]);
  const last = count - 1;
  const at = chosen ?? last;
  const leave = () => setChosen(null);
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return leave();
    const to = sliderKey(event.key, { at, first: 0, last, step: 1, page: WEEK_DAYS });
    if (to === null) return;
    event.preventDefault();
    setChosen(to);
  };
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const day = Math.floor(((clientX - left) / (width - endPx)) * count);
    setChosen(Math.min(Math.max(day, 0), last));
  };
  return {
    /** The index of a day; null for none. */
    chosen,
    /** The index of the day that is told: the chosen one, else the last. */
    at,
    /** For the element around the days. */
    slider: {
      ref,
      role: 'slider',
      tabIndex: 0,
      'aria-orientation': 'horizontal',
      'aria-valuemin': 1,
      'aria-valuemax': count,
      'aria-valuenow': at + 1,
      onKeyDown: move,
      onBlur: leave,
      onPointerDown: point,
      onPointerMove: point,
      // A finger that lifts leaves, too: its day stays until a tap elsewhere.
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && leave(),
      onPointerCancel: leave,
    } as const,
  };
}
