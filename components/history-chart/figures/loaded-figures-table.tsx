import { type ComponentProps, lazy, memo, Suspense } from 'react';
import { onceReachable } from '#lib/client/browser/once-reachable';
import { tableHeightPx } from './figures-table-size.ts';

/** The table and what draws only its rows in sight come as code of their own, after the chart can be used. */
const FiguresTable = lazy(async () => {
  const { FiguresTable } = await onceReachable(() => import('./figures-table.tsx'));
  return { default: FiguresTable };
});

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
