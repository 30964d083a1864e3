import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';

/** Width and height in CSS pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element, kept up to date; null until it is on the page. */
export function useSize<T extends Element>(): readonly [RefObject<T | null>, Size | null] {
  const element = useRef<T>(null);
  const [size, setSize] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => {
      const { width, height } = current.getBoundingClientRect();
      setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
    };
    // What is drawn for the first time is drawn in slices.
    startTransition(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, size];
}
