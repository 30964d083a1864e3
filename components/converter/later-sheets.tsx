import { type ComponentProps, lazy, memo, Suspense } from 'react';

const SourcesSheet = lazy(() =>
  import('./sources-sheet.tsx').then((file) => ({ default: file.SourcesSheet })),
);
const MonthSheet = lazy(() => import('./month-sheet.tsx').then((file) => ({ default: file.MonthSheet })));

/** Every source side by side. Like the other it is in the page from the start, and alive as soon as its code is there. */
export const LaterSourcesSheet = memo(function LaterSourcesSheet(sheet: ComponentProps<typeof SourcesSheet>) {
  return (
    <Suspense fallback={<OnItsWay />}>
      <SourcesSheet {...sheet} />
    </Suspense>
  );
});

/** The last 30 days. */
export const LaterMonthSheet = memo(function LaterMonthSheet(sheet: ComponentProps<typeof MonthSheet>) {
  return (
    <Suspense fallback={<OnItsWay />}>
      <MonthSheet {...sheet} />
    </Suspense>
  );
});

function OnItsWay() {
  return <div className="min-h-60 rounded-sheet border border-line bg-surface" aria-busy />;
}
