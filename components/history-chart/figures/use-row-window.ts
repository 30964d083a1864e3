import { type UIEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows kept ready beyond what is seen. */
const OVERSCAN = 8;

/** Rows from one redraw to the next: fewer than are kept ready. */
const STEP = 4;

/** Follows which of `count` rows of one height are in sight; on paper all of them are. */
export function useRowWindow<T extends HTMLElement>({
  count,
  rowPx,
  heightPx,
}: {
  readonly count: number;
  readonly rowPx: number;
  /** How much of the rows is seen. */
  readonly heightPx: number;
}) {
  const scroller = useRef<T>(null);
  const isPrinting = useIsPrinting();
  const [first, setFirst] = useState(0);
  // What was scrolled before this code came stays where it is.
  useLayoutEffect(() => {
    if (scroller.current !== null) setFirst(firstAt(scroller.current.scrollTop, rowPx));
  }, [rowPx]);
  const start = isPrinting ? 0 : Math.max(0, Math.min(first, count) - OVERSCAN);
  const end = isPrinting ? count : Math.min(count, first + STEP + Math.ceil(heightPx / rowPx) + OVERSCAN);
  return {
    scroller,
    onScroll: ({ currentTarget }: UIEvent<T>) => setFirst(firstAt(currentTarget.scrollTop, rowPx)),
    /** Of the rows that are drawn, the first one, and the one after the last. */
    start,
    end,
    /** The room of the rows before and after them, in pixels. */
    beforePx: start * rowPx,
    afterPx: (count - end) * rowPx,
  };
}

function firstAt(scrollTop: number, rowPx: number): number {
  return STEP * Math.floor(scrollTop / rowPx / STEP);
}

/** Whether the page is being printed, or shown as it would be; the paper is taken right after the event that says so. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const paper = window.matchMedia('print');
    const change = () => setIsPrinting(paper.matches);
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    paper.addEventListener('change', change);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      paper.removeEventListener('change', change);
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
