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
const SameAmount = lazy(async () => {
  const { SameAmount } = await onceReachable(() => import('./same-amount.tsx'));
  return { default: SameAmount };
});
const NoRateMessage = lazy(async () => {
  const { NoRateMessage } = await onceReachable(() => import('./no-rate-message.tsx'));
  return { default: NoRateMessage };
});

/** Every source side by side. Like the others it is in the page from the start, and alive as soon as its code is there. */
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

/** The same amount in further currencies. */
export const LaterSameAmount = memo(function LaterSameAmount(card: ComponentProps<typeof SameAmount>) {
  return (
    <Suspense fallback={<OnItsWay />}>
      <SameAmount {...card} />
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
