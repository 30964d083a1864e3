import { type ComponentProps, memo, type ReactNode, Suspense } from 'react';
import { lazyPart } from '#lib/client/browser/lazy-part';

/** Rows are as high as the look says, so that their places are known before they are drawn. */
export const ROW_PX = 40;
const HEAD_PX = 32;

/** Rows of the window of the table; alone on the card it has the room of the plot. */
const ROWS_SHOWN = 10;
const ROWS_SHOWN_ALONE = 14;

/** The last one is cut, so that it is seen that there are more. */
const CUT_ROW = 0.6;

/** How high the table's window is, in pixels. */
export function tableHeightPx(isAlone: boolean): number {
  return HEAD_PX + ((isAlone ? ROWS_SHOWN_ALONE : ROWS_SHOWN) + CUT_ROW) * ROW_PX;
}

/** The table and what draws only its rows in sight come as code of their own, after the chart can be used. */
const FiguresTable = lazyPart(() => import('./figures-table.tsx'), 'FiguresTable');

/** The figures of a chart as a table: in the page from the start, and alive as soon as its code is there. */
export const LoadedFiguresTable = memo(function LoadedFiguresTable(
  table: ComponentProps<typeof FiguresTable>,
) {
  return (
    <Suspense fallback={<div style={{ height: tableHeightPx(table.isAlone ?? false) }} aria-busy />}>
      <FiguresTable {...table} />
    </Suspense>
  );
});

/** What the chart shows as a table below it. */
export function TableSection({ pair, children }: { readonly pair: string; readonly children: ReactNode }) {
  return (
    <section
      aria-label={`${pair} as a table`}
      className="laid-out-when-near col-span-12 min-w-0 rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
    >
      <h2 className="px-6 pt-3.5 pb-2.5 font-semibold tracking-title max-phone:px-4">
        The same figures as a table
      </h2>
      {children}
    </section>
  );
}
