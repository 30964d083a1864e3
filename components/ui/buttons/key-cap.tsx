import type { ReactNode } from 'react';

/** A key as it is printed on a keyboard. */
export function KeyCap({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-block rounded-tag bg-surface px-1.25 font-mono text-[11px]/[18px] whitespace-nowrap text-text-soft inset-ring inset-ring-line-strong">
      {children}
    </kbd>
  );
}
