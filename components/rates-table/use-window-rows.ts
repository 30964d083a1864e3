import {
  observeWindowOffset,
  observeWindowRect,
  type VirtualItem,
  Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';

/** Rows beyond the window on either side, so that a quick turn of the wheel does not outrun them. */
const OVERSCAN = 10;

/** The window as the server imagines it: high enough for the first screen of a desk. */
const FIRST_WINDOW = { width: 1440, height: 1000 };

/** What covers the window's ends: the bar and the head above, the bar of a phone below. */
const COVERED = { above: 96, below: 72 } as const;

/** The rows that a window scrolls over. */
export interface WindowRowsOptions {
  readonly count: number;
  readonly keyOf: (index: number) => string;
  /** The height of a row while it is not drawn. */
  readonly heightOf: (index: number) => number;
  /** Where the first row begins, from the top of the document. */
  readonly topPx: number;
  /** Names what the heights depend on beside the row; when it changes, what was measured no longer holds. */
  readonly layout: string;
  /** Whether all rows are drawn, as on paper. */
  readonly isWhole: boolean;
}

/** The rows to draw and the room that the others take. */
export interface WindowRows {
  readonly drawn: readonly VirtualItem[];
  readonly beforePx: number;
  readonly afterPx: number;
  readonly scrollTo: (index: number) => void;
  /** Takes the height of a row from the row itself, which bears its index as `data-index`. */
  readonly measure: (row: HTMLElement | null) => void;
}

type Rows = Virtualizer<Window, HTMLElement>;

/**
 * Draws only the rows in sight, as values of this render. The library's own hook gives an object whose methods a compiler
 * must not memoise.
 */
export function useWindowRows({
  count,
  keyOf,
  heightOf,
  topPx,
  layout,
  isWhole,
}: WindowRowsOptions): WindowRows {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const options: ConstructorParameters<typeof Virtualizer<Window, HTMLElement>>[0] = {
    count,
    getItemKey: keyOf,
    estimateSize: heightOf,
    scrollMargin: topPx,
    overscan: isWhole ? count : OVERSCAN,
    initialRect: FIRST_WINDOW,
    initialOffset: 0,
    scrollPaddingStart: COVERED.above,
    scrollPaddingEnd: COVERED.below,
    getScrollElement: () => (typeof window === 'undefined' ? null : window),
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    onChange: render,
  };
  const [rows] = useState<Rows>(() => new Virtualizer(options));
  rows.setOptions(options);
  useLayoutEffect(() => rows._didMount(), [rows]);
  useLayoutEffect(() => rows._willUpdate());
  useEffect(() => rows.measure(), [rows, layout]);
  const drawn = rows.getVirtualItems();
  const start = drawn[0]?.start ?? topPx;
  const end = drawn.at(-1)?.end ?? topPx;
  return {
    drawn,
    beforePx: start - topPx,
    afterPx: rows.getTotalSize() - (end - topPx),
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
    measure: rows.measureElement,
  };
}
