import type { ReactNode } from 'react';
import { StateShape } from './state-shape.tsx';

/** A fact in a word or two, beside the name of what it belongs to; `late` is a state, told by shape and colour together. */
export function Tag({
  tone = 'plain',
  children,
}: {
  readonly tone?: 'plain' | 'late';
  readonly children: ReactNode;
}) {
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.25 rounded-tag px-1.5 text-xs leading-5 ${tone === 'late' ? 'bg-degraded-wash text-degraded' : 'text-text-soft inset-ring inset-ring-line-strong'}`}
    >
      {tone === 'late' && <StateShape shape="degraded" className="size-2.75" />}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}
