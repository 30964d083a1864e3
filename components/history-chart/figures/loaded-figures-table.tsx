import { type ComponentProps, memo, Suspense } from 'react';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { tableHeightPx } from './figures-table-size.ts';

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
