import type { ReactNode } from 'react';
import { Skeleton } from '#components/ui/skeleton';

const TERMS = [
  'Open',
  'Last',
  'High',
  'Low',
  'Mean',
  'Change',
  'Volatility per year',
  'Points',
  'Last in the range',
];

/** Figures below which nothing is said. */
const BARE_TERMS: ReadonlySet<string> = new Set(['Mean', 'Change']);

/** The place of the figures while they are on their way, and where there are none. */
export function RangeFiguresSkeleton({ isOnItsWay }: { readonly isOnItsWay: boolean }) {
  return (
    <RangeFiguresCard of="">
      {TERMS.map((term) => (
        <RangeFigure key={term} term={term}>
          {isOnItsWay ? <Skeleton width="7ch" /> : <span className="text-text-muted">–</span>}
          {!BARE_TERMS.has(term) && <Small> </Small>}
        </RangeFigure>
      ))}
    </RangeFiguresCard>
  );
}

/** The card of the range figures; `of` says whose they are. */
export function RangeFiguresCard({ of, children }: { readonly of: ReactNode; readonly children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0">
      <div className="flex min-h-12 items-center justify-between gap-3 px-6 py-2 max-phone:px-4">
        <h2 className="font-semibold tracking-title">Range figures</h2>
        <span className="text-sm text-text-muted">{of}</span>
      </div>
      <dl className="max-xl:grid max-xl:grid-cols-3 max-xl:gap-x-6 max-xl:px-6 max-phone:block max-phone:px-0">
        {children}
      </dl>
    </section>
  );
}

/** A figure by its name. */
export function RangeFigure({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 border-t border-line px-6 py-2 max-xl:px-0 max-phone:px-4">
      <dt className="text-sm text-balance text-text-soft">{term}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  );
}

/** What is said below a figure. */
export function Small({ children }: { readonly children: ReactNode }) {
  return <small className="block min-h-4 text-xs/4 text-text-muted">{children}</small>;
}
