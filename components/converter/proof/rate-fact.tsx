import type { ReactNode } from 'react';

/** One fact about a rate, in a list of them: what it is of, itself, and a note. */
export function RateFact({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-h-26 min-w-0 border-line pt-3 max-phone:min-h-0 pr-3 pb-3.5 pl-5 first:pl-6 not-first:border-l max-lg:odd:border-l-0 max-lg:odd:pl-6 max-lg:nth-[n+3]:border-t max-phone:pt-2.5 max-phone:pr-3 max-phone:pb-3 max-phone:pl-4 max-phone:odd:pl-4">
      <dt className="text-xs text-text-muted">{label}</dt>
      <dd className="mt-0.5">
        {children}
        <span className="block text-xs text-text-muted">{note}</span>
      </dd>
    </div>
  );
}
