import type { ReactNode } from 'react';
import { type ShapeName, StateShape } from './state-shape.tsx';

/** `plain` states a fact; the others a state, by shape and colour together. */
export type TagTone = 'plain' | 'late' | 'down';

const TONES: Readonly<Record<TagTone, { readonly shape: ShapeName | null; readonly look: string }>> = {
  plain: { shape: null, look: 'text-text-soft inset-ring inset-ring-line-strong' },
  late: { shape: 'degraded', look: 'bg-degraded-wash text-degraded' },
  down: { shape: 'outage', look: 'bg-outage-wash text-outage' },
};

/** A fact or a state in a word or two, beside the name of what it belongs to. */
export function Tag({ tone = 'plain', children }: { readonly tone?: TagTone; readonly children: ReactNode }) {
  const { shape, look } = TONES[tone];
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.25 rounded-tag px-1.5 text-xs leading-5 ${look}`}
    >
      {shape !== null && <StateShape shape={shape} className="size-2.75" />}
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}
