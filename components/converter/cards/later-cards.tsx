import { type ComponentProps, memo, Suspense } from 'react';
import { lazyPart } from '#lib/client/browser/lazy-part';

const SourcesCard = lazyPart(() => import('./sources-card.tsx'), 'SourcesCard');
const MonthCard = lazyPart(() => import('./month-card.tsx'), 'MonthCard');
const SameAmount = lazyPart(() => import('./same-amount.tsx'), 'SameAmount');
const BankCard = lazyPart(() => import('#components/converter/bank/bank-card'), 'BankCard');
const LadderCard = lazyPart(() => import('#components/converter/ladder/ladder-card'), 'LadderCard');
const NoRateMessage = lazyPart(() => import('./no-rate-message.tsx'), 'NoRateMessage');

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

/** What a bank costs: one line until it is wanted. */
export function LaterBankCard(card: ComponentProps<typeof BankCard>) {
  return (
    <div className="min-w-0 empty:hidden max-xl:col-span-12">
      <Suspense fallback={<div className="min-h-12 rounded-card border border-line bg-surface" aria-busy />}>
        <BankCard {...card} />
      </Suspense>
    </div>
  );
}

/** Common amounts both ways: one line until they are wanted. */
export function LaterLadderCard(card: ComponentProps<typeof LadderCard>) {
  return (
    <div className="min-w-0 empty:hidden max-xl:col-span-12">
      <Suspense fallback={<div className="min-h-12 rounded-card border border-line bg-surface" aria-busy />}>
        <LadderCard {...card} />
      </Suspense>
    </div>
  );
}

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
