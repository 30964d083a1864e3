import type { VirtualItem, Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useReducer, useState } from 'react';
import { useVirtualLibrary, type VirtualLibrary } from './use-virtual-library.ts';

/** Rows beyond the window on either side, so that a quick turn of the wheel does not outrun them. */
const OVERSCAN = 10;

/** What is drawn at the top of the table, by the server too: the first screen of a high desk and some rows below it. */
export const FIRST_ITEMS = 36;

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
  readonly drawn: readonly Pick<VirtualItem, 'index'>[];
  readonly beforePx: number;
  readonly afterPx: number;
  readonly scrollTo: (index: number) => void;
  /** Takes the height of a row from the row itself, which bears its index as `data-index`. */
  readonly measure: (row: HTMLElement | null) => void;
}

type Rows = Virtualizer<Window, HTMLElement>;

/**
 * Draws only the rows in sight, as values of this render. The library that follows the window comes after the page can be
 * used; until then the first screen's rows are drawn, which is what the server draws.
 */
export function useWindowRows(options: WindowRowsOptions): WindowRows {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const library = useVirtualLibrary();
  const [rows, setRows] = useState<Rows | null>(null);
  if (library !== null && rows === null) setRows(new library.Virtualizer(followed(library, options, render)));
  if (library !== null) rows?.setOptions(followed(library, options, render));
  useLayoutEffect(() => rows?._didMount(), [rows]);
  useLayoutEffect(() => rows?._willUpdate());
  useEffect(() => rows?.measure(), [rows, options.layout]);
  if (rows === null) return firstRows(options);
  const drawn = rows.getVirtualItems();
  const start = drawn[0]?.start ?? options.topPx;
  const end = drawn.at(-1)?.end ?? options.topPx;
  return {
    drawn,
    beforePx: start - options.topPx,
    afterPx: rows.getTotalSize() - (end - options.topPx),
    scrollTo: (index) => rows.scrollToIndex(index, { align: 'auto' }),
    measure: rows.measureElement,
  };
}

/** The library's own hook gives an object whose methods a compiler must not memoise, hence the class itself. */
function followed(
  { observeWindowOffset, observeWindowRect, windowScroll }: VirtualLibrary,
  { count, keyOf, heightOf, topPx, isWhole }: WindowRowsOptions,
  onChange: () => void,
): ConstructorParameters<typeof Virtualizer<Window, HTMLElement>>[0] {
  return {
    count,
    getItemKey: keyOf,
    estimateSize: heightOf,
    scrollMargin: topPx,
    overscan: isWhole ? count : OVERSCAN,
    rangeExtractor: ({ startIndex, endIndex, overscan }) => {
      const first = Math.max(0, startIndex - overscan);
      // What was drawn first stays while the top of the table does.
      const last = Math.max(endIndex + overscan, first === 0 ? FIRST_ITEMS - 1 : 0);
      return Array.from({ length: Math.min(last, count - 1) - first + 1 }, (_, place) => first + place);
    },
    initialRect: FIRST_WINDOW,
    // What was scrolled before this code came stays where it is.
    initialOffset: () => window.scrollY,
    scrollPaddingStart: COVERED.above,
    scrollPaddingEnd: COVERED.below,
    getScrollElement: () => (typeof window === 'undefined' ? null : window),
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    onChange,
  };
}

function firstRows({ count, heightOf, isWhole }: WindowRowsOptions): WindowRows {
  const indexes = Array.from({ length: count }, (_, index) => index);
  const drawnCount = isWhole ? count : Math.min(count, FIRST_ITEMS);
  const afterPx = indexes.slice(drawnCount).reduce((sum, index) => sum + heightOf(index), 0);
  return {
    drawn: indexes.slice(0, drawnCount).map((index) => ({ index })),
    beforePx: 0,
    afterPx,
    scrollTo: () => {},
    measure: () => {},
  };
}
