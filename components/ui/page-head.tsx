import type { ReactNode } from 'react';

/** The title of a page, a sentence about it, and its main action. */
export function PageHead({
  title,
  action,
  children,
}: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 max-phone:mx-4">
      <div className="min-w-0">
        <h1 className="text-xl font-semibold tracking-title">{title}</h1>
        {children !== undefined && (
          <p className="mt-0.5 max-w-[92ch] text-pretty text-text-soft">{children}</p>
        )}
      </div>
      {action}
    </div>
  );
}
