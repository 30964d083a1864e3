import { type ComponentProps, lazy, memo, Suspense } from 'react';
import { onceReachable } from '#lib/client/browser/once-reachable';

const SourcesCard = lazy(async () => {
  const { SourcesCard } = await onceReachable(() => import('./sources-card.tsx'));
  return { default: SourcesCard };
});
const MonthCard = lazy(async () => {
  const { MonthCard } = await onceReachable(() => import('./month-card.tsx'));
  return { default: MonthCard };
});
const NoRateMessage = lazy(async () => {
  const { NoRateMessage } = await onceReachable(() => import('./no-rate-message.tsx'));
  return { default: NoRateMessage };
});

/** Every source side by side. Like the other it is in the page from the start, and alive as soon as its code is there. */
export const LaterSourcesCard = memo(function LaterSourcesCard(card: ComponentProps<typeof SourcesCard>) {
  return (
    <Suspense fallback={<OnItsWay />}>
      <SourcesCard {...card} />
    </Suspense>
  );
});

/** The last 30 days. */
export const LaterMonthCard = memo(function LaterMonthCard(card: ComponentProps<typeof MonthCard>) {
  return (
    <Suspense fallback={<OnItsWay />}>
      <MonthCard {...card} />
    </Suspense>
  );
});

/** What is said when there is no rate, which few visitors see. */
export function LaterNoRate(blank: ComponentProps<typeof NoRateMessage>) {
  return (
    <Suspense fallback={<div className="min-h-60" aria-busy />}>
      <NoRateMessage {...blank} />
    </Suspense>
  );
}

function OnItsWay() {
  return <div className="min-h-60 rounded-card border border-line bg-surface" aria-busy />;
}
