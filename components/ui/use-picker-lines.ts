import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useMemo, useReducer, useState } from 'react';

/** Heights in rem, as the classes of the list say; a row has more on a phone. */
const HEADING_REM = 2;
const ROW_REM = 2.5;
const PHONE_ROW_REM = 3;
const PHONE = '(width < 43.75rem)';

/** Room above the first line and below the last. */
const END_REM = 0.25;

/** Lines beyond each edge, so that a slow scroll never shows an empty one. */
const OVERSCAN = 3;

/** The lines in sight, headings and rows, and where lines are. */
export interface PickerLines {
  readonly first: number;
  /** Below `first` while the list is not to be seen. */
  readonly last: number;
  readonly totalPx: number;
  readonly startOf: (line: number) => number;
  readonly endOf: (line: number) => number;
  /** Scrolls to a line that is not drawn, and for one of the first two to the top. */
  readonly reveal: (line: number) => void;
}

type Lines = Virtualizer<HTMLDivElement, Element>;

/** Follows the window of a list over its lines, as values of this render; `headings` is the same set until the lines are others. */
export function usePickerLines(
  count: number,
  headings: ReadonlySet<number>,
  scroller: RefObject<HTMLDivElement | null>,
): PickerLines {
  const [, render] = useReducer((before: number) => before + 1, 0);
  const isPhone = window.matchMedia(PHONE).matches;
  const options = useMemo(
    () => followed(count, headings, isPhone, scroller, render),
    [count, headings, isPhone, scroller],
  );
  const [lines] = useState<Lines>(() => new Virtualizer(options));
  lines.setOptions(options);
  useLayoutEffect(() => lines._didMount(), [lines]);
  useLayoutEffect(() => lines._willUpdate());
  return linesNow(lines);
}

function linesNow(lines: Lines): PickerLines {
  const seen = lines.getVirtualItems();
  const placed = lines.measurementsCache;
  const [first, last] = [seen[0]?.index ?? 0, seen.at(-1)?.index ?? -1];
  return {
    first,
    last,
    totalPx: lines.getTotalSize(),
    startOf: (line) => placed[line]?.start ?? 0,
    endOf: (line) => placed[line]?.end ?? 0,
    reveal: (line) => {
      // With the first row comes the heading above it.
      if (line <= 1) lines.scrollToOffset(0);
      else if (line < first || line > last) lines.scrollToIndex(line);
    },
  };
}

/** The library's own hook gives an object whose methods a compiler must not memoise, hence the class itself. */
function followed(
  count: number,
  headings: ReadonlySet<number>,
  isPhone: boolean,
  scroller: RefObject<HTMLDivElement | null>,
  onChange: () => void,
): ConstructorParameters<typeof Virtualizer<HTMLDivElement, Element>>[0] {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const rowRem = isPhone ? PHONE_ROW_REM : ROW_REM;
  return {
    count,
    estimateSize: (line) => rem * (headings.has(line) ? HEADING_REM : rowRem),
    // New with the headings, or else the lines would keep the heights of those before.
    getItemKey: (line) => line,
    getScrollElement: () => scroller.current,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    overscan: OVERSCAN,
    paddingStart: rem * END_REM,
    paddingEnd: rem * END_REM,
    onChange,
  };
}
