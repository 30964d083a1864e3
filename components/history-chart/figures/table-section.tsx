import type { ReactNode } from 'react';

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
