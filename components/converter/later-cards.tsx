import { type ComponentProps, lazy, memo, Suspense } from 'react';
import { onceReachable } from '#lib/client/once-reachable';

const SourcesSheet = lazy(async () => {
  const { SourcesSheet } = await onceReachable(() => import('./sources-card.tsx'));
  return { default: SourcesSheet };
});
const MonthSheet = lazy(async () => {
  const { MonthSheet } = await onceReachable(() => import('./month-card.tsx'));
  return { default: MonthSheet };
});
const NoRate = lazy(async () => {
  const { NoRate } = await onceReachable(() => import('./no-rate-message.tsx'));
  return { default: NoRate };
});

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

/** What is said when there is no rate, which few visitors see. */
export function LaterNoRate(blank: ComponentProps<typeof NoRate>) {
  return (
    <Suspense fallback={<div className="min-h-60" aria-busy />}>
      <NoRate {...blank} />
    </Suspense>
  );
}

function OnItsWay() {
  return <div className="min-h-60 rounded-sheet border border-line bg-surface" aria-busy />;
}
