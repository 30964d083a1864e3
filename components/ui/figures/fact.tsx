import type { ReactNode } from 'react';

/** One fact in a list of them, four in a row or two: what it is of, itself, and a note under it. */
export function Fact({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0 border-line pt-3 pr-3 pb-3.5 pl-6 not-nth-[4n+1]:border-l lg:nth-[n+5]:border-t max-lg:odd:border-l-0 max-lg:nth-[n+3]:border-t max-phone:pt-2.5 max-phone:pb-3 max-phone:pl-4">
      <dt className="text-xs text-text-muted">{label}</dt>
      <dd className="mt-0.5 wrap-anywhere">
        {children}
        <span className="block text-xs text-text-muted">{note}</span>
      </dd>
    </div>
  );
}
