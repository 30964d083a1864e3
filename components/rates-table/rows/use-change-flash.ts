import { type RefObject, useEffect, useRef } from 'react';

/** How long a figure that has changed keeps its flash. */
const FLASH_MS = 600;

/** Washes an element once when its figure changes; not at first, and not for visitors who asked for less motion. */
export function useChangeFlash(figure: number): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement | null>(null);
  const before = useRef(figure);
  useEffect(() => {
    if (before.current === figure) return;
    before.current = figure;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    element.current?.animate(
      [{ backgroundColor: 'var(--color-accent-wash)' }, { backgroundColor: 'transparent' }],
      { duration: FLASH_MS, easing: 'ease-out' },
    );
  }, [figure]);
  return element;
}
