import type { ReactNode } from 'react';

/** What stands in a view that has nothing to show: what is, why, and what to do. */
export function Blank({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section
      role="status"
      className="rounded-sheet border border-line bg-surface px-6 py-12 max-sm:rounded-none max-sm:border-x-0"
    >
      <h2 className="text-lg font-medium">{title}</h2>
      <div className="mt-1 max-w-prose text-text-soft">{children}</div>
    </section>
  );
}
