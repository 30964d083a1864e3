import type { ReactNode } from 'react';

/** What stands where there is nothing to show: what is, why, then actions, then the code and the request for whoever asks. */
export function Blank({
  title,
  children,
  actions,
  trace,
}: {
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  readonly trace?: string;
}) {
  return (
    <div className="max-w-[64ch] px-6 pt-12 pb-14 max-phone:px-4 max-phone:pt-8 max-phone:pb-10">
      <h2 className="mb-1 text-lg font-semibold tracking-title">{title}</h2>
      <div className="text-pretty text-text-soft">{children}</div>
      {actions !== undefined && <div className="mt-4 flex flex-wrap gap-2">{actions}</div>}
      {trace !== undefined && <p className="mt-4 text-xs break-all text-text-muted">{trace}</p>}
    </div>
  );
}
