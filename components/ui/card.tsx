import type { ReactNode } from 'react';

/** One job on one card: edge to edge on a phone. With a title it is a section of that name, unless it has a longer one. */
export function Card({
  id,
  title,
  name = title,
  action,
  isBusy,
  children,
}: {
  /** What addresses call it. */
  readonly id?: string;
  readonly title?: string;
  readonly name?: string;
  readonly action?: ReactNode;
  /** Whether what it shows is on its way. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-label={name}
      aria-busy={isBusy}
      className="scroll-mt-6 overflow-hidden rounded-card border border-line bg-surface max-phone:rounded-none max-phone:border-x-0"
    >
      {title !== undefined && (
        <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-6 py-2 max-phone:px-4">
          <h2 className="font-semibold">{title}</h2>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
