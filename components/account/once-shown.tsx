import type { ReactNode } from 'react';

/** A text that is shown this once, whole, with a button beside it that copies it. */
export function OnceShown({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="mt-3 flex min-h-10 items-center gap-2 rounded-control bg-sunken py-1 pr-1 pl-3 inset-ring inset-ring-line-strong max-phone:flex-wrap max-phone:py-2 max-phone:pr-2">
      <code className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere] select-all max-phone:basis-full">
        {text}
      </code>
      {children}
    </div>
  );
}
