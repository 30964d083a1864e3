'use client';
import type { ReactNode } from 'react';
import { StateShape } from '#components/ui/state-shape';

/** What is said against a whole form. Takes the focus by code, since it is where the visitor has to read on. */
export function FormAlert({ children }: { readonly children: ReactNode }) {
  return (
    <div
      role="alert"
      tabIndex={-1}
      data-form-alert=""
      className="flex items-start gap-2.5 rounded-control border border-l-3 border-line border-l-outage-fill bg-surface px-3 py-2 text-sm"
    >
      <StateShape shape="outage" className="mt-0.75 size-3.5 text-outage" />
      <p className="min-w-0 flex-1 text-pretty">{children}</p>
    </div>
  );
}
