import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ROW_PX, tableHeightPx } from './loaded-figures-table.tsx';

/** Rows kept ready beyond what is seen. */
const OVERSCAN = 8;

/** Rows from one redraw to the next: fewer than are kept ready. */
const STEP = 4;

const CELL =
  'whitespace-nowrap px-3 first:pl-6 last:pr-6 max-phone:px-1.5 max-phone:first:pl-4 max-phone:last:pr-4';

/** The look of the cells of a row. */
export const FIGURE_CELL = `${CELL} h-10 border-b border-line print:h-7`;

const HEAD_CELL = `${CELL} sticky top-0 z-1 h-8 border-b border-line-strong bg-surface font-regular print:static`;

/** A table of figures, newest first, that scrolls: every row is in it, those in sight are drawn, and all of them on paper. */
export function TableFrame({
  name,
  heads,
  count,
  isAlone = false,
  row,
}: {
  /** Whose figures they are. */
  readonly name: string;
  readonly heads: readonly string[];
  /** How many rows there are. */
  readonly count: number;
  /** Whether it stands alone on the card, in the room of the plot. */
  readonly isAlone?: boolean | undefined;
  /** The cells of a row by its place from 0, all of them as high as {@link ROW_PX} says. */
  readonly row: (place: number) => ReactNode;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const isPrinting = useIsPrinting();
  const [first, setFirst] = useState(0);
  // What was scrolled before this code came stays where it is.
  useLayoutEffect(() => setFirst(firstAt(scroller.current?.scrollTop ?? 0)), []);
  const maxHeight = tableHeightPx(isAlone);
  const start = isPrinting ? 0 : Math.max(0, Math.min(first, count) - OVERSCAN);
  const end = isPrinting ? count : Math.min(count, first + STEP + Math.ceil(maxHeight / ROW_PX) + OVERSCAN);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={`Figures of ${name}`}
      tabIndex={0}
      onScroll={({ currentTarget }) => setFirst(firstAt(currentTarget.scrollTop))}
      className="relative overflow-auto rounded-b-card border-t border-line focus-visible:-outline-offset-2 print:max-h-none! print:overflow-visible"
      style={{ maxHeight }}
    >
      <table aria-rowcount={count + 1} className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{name}, newest first</caption>
        <thead>
          <tr aria-rowindex={1} className="text-xs text-text-muted">
            {heads.map((head, place) => (
              <th key={head} scope="col" className={`${HEAD_CELL} ${place > 0 ? 'text-right' : ''}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <RowSpace rows={start} columns={heads.length} />
          {Array.from({ length: end - start }, (_, index) => start + index).map((place) => (
            <tr key={place} aria-rowindex={place + 2} className="has-[th]:hover:bg-hover">
              {row(place)}
            </tr>
          ))}
          <RowSpace rows={count - end} columns={heads.length} />
        </tbody>
      </table>
    </div>
  );
}

/** The room of the rows that are not drawn. */
function RowSpace({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows === 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} className="p-0" style={{ height: rows * ROW_PX }} />
    </tr>
  );
}

function firstAt(scrollTop: number): number {
  return STEP * Math.floor(scrollTop / ROW_PX / STEP);
}

/** Whether the page is being printed, or shown as it would be; the paper is taken right after the event that says so. */
function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const paper = window.matchMedia('print');
    const listening = new AbortController();
    const { signal } = listening;
    paper.addEventListener('change', () => setIsPrinting(paper.matches), { signal });
    window.addEventListener('beforeprint', () => flushSync(() => setIsPrinting(true)), { signal });
    window.addEventListener('afterprint', () => setIsPrinting(false), { signal });
    return () => listening.abort();
  }, []);
  return isPrinting;
}
