'use client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { TableItem } from './table-entry.ts';
import { itemHeight } from './table-items.ts';
import { PAPER, PHONE, useMedia } from './use-media.ts';
import { useWindowRows } from './use-window-rows.ts';

/** What gives a row its place: its index, and a ref for rows whose height is their own. */
export interface DrawnRow {
  readonly index: number;
  readonly measure: (row: HTMLElement | null) => void;
}

/** What the body draws and who is told of it. */
interface TableBodyProps {
  readonly items: readonly TableItem[];
  /** The row to bring into sight and to focus; a new object each time that it is wanted. */
  readonly target: { readonly code: string } | null;
  /** Hears which rows are drawn, first and last. */
  readonly onDrawn: (first: number, last: number) => void;
  readonly children: (item: TableItem, drawn: DrawnRow) => ReactNode;
}

/** The rows in sight and a few around them; the rest is room of the same height. On paper all of them. */
export function TableBody({ items, target, onDrawn, children }: TableBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const topPx = useDocumentTop(body);
  const isPhone = useMedia(PHONE);
  const { drawn, beforePx, afterPx, scrollTo, measure } = useWindowRows({
    count: items.length,
    keyOf: useCallback((index) => items[index]?.key ?? String(index), [items]),
    heightOf: useCallback((index) => itemHeight(items[index], isPhone), [items, isPhone]),
    topPx,
    layout: isPhone ? 'phone' : 'desk',
    isWhole: useMedia(PAPER),
  });
  useReveal(target, items, scrollTo);
  const first = drawn[0]?.index ?? 0;
  const last = drawn.at(-1)?.index ?? -1;
  useEffect(() => onDrawn(first, last));
  return (
    <tbody ref={body} role="rowgroup" className="block">
      <Room heightPx={beforePx} />
      {drawn.map(({ index }) => {
        const item = items[index];
        return item && children(item, { index, measure });
      })}
      <Room heightPx={afterPx} />
    </tbody>
  );
}

/** Where an element begins in the document; followed when what stands above it grows or goes. */
function useDocumentTop(element: React.RefObject<HTMLElement | null>): number {
  const [topPx, setTopPx] = useState(0);
  useEffect(() => {
    const look = () => {
      if (element.current) setTopPx(Math.round(element.current.getBoundingClientRect().top + window.scrollY));
    };
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    look();
    return () => observer.disconnect();
  }, [element]);
  return topPx;
}

/** Brings the wanted row into sight and gives it the focus, once it is drawn. */
function useReveal(
  target: TableBodyProps['target'],
  items: readonly TableItem[],
  scrollTo: (index: number) => void,
): void {
  const done = useRef<TableBodyProps['target']>(null);
  useEffect(() => {
    if (target === null || done.current === target) return;
    const index = items.findIndex(({ kind, key }) => kind === 'row' && key === target.code);
    if (index === -1) return;
    scrollTo(index);
    const button = document.querySelector<HTMLElement>(`[data-row-button="${target.code}"]`);
    if (button === null) return;
    button.focus({ preventScroll: true });
    done.current = target;
  });
}

function Room({ heightPx }: { readonly heightPx: number }) {
  if (heightPx <= 0) return null;
  return (
    <tr aria-hidden="true" className="block">
      <td className="block" style={{ height: heightPx }} />
    </tr>
  );
}
