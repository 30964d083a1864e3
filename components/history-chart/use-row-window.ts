import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/react-virtual';
import { useLayoutEffect, useReducer, useState } from 'react';

/** The rows in sight of a scroller, and the room of those before and after them, in pixels. */
export interface RowWindow<T extends Element> {
  /** Takes the element that scrolls. */
  readonly scroller: (element: T | null) => void;
  readonly items: readonly VirtualItem[];
  readonly beforePx: number;
  readonly afterPx: number;
}

/** Rows kept ready beyond what is seen. */
const OVERSCAN = 8;

/** Follows which of `count` rows of one height are in sight; the number of rows is fixed for a component's life. */
export function useRowWindow<T extends Element>({
  count,
  rowPx,
  heightPx,
}: {
  readonly count: number;
  readonly rowPx: number;
  /** What is in sight before the scroller is measured, so that the server draws the first rows. */
  readonly heightPx: number;
}): RowWindow<T> {
  const [, refresh] = useReducer((times: number) => times + 1, 0);
  const [{ virtual, scroller }] = useState(() => {
    let element: T | null = null;
    const virtual = new Virtualizer<T, Element>({
      count,
      getScrollElement: () => element,
      estimateSize: () => rowPx,
      overscan: OVERSCAN,
      initialRect: { width: 0, height: heightPx },
      observeElementRect,
      observeElementOffset,
      scrollToFn: elementScroll,
      onChange: refresh,
    });
    const scroller = (attached: T | null) => {
      element = attached;
      // What was scrolled before this code came stays where it is.
      if (attached !== null) virtual.scrollOffset = attached.scrollTop;
    };
    return { virtual, scroller };
  });
  useLayoutEffect(() => virtual._didMount(), [virtual]);
  useLayoutEffect(() => virtual._willUpdate());
  const items = virtual.getVirtualItems();
  return {
    scroller,
    items,
    beforePx: items[0]?.start ?? 0,
    afterPx: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
  };
}
