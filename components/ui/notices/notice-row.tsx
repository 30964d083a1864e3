import type { ReactNode } from 'react';
import { SHAPE_INKS, StateShape } from '#components/ui/state-shape';

/** What a notice is about; sets its shape and the colour of its edge. */
export type NoticeTone = 'info' | 'closed' | 'degraded' | 'outage' | 'stale';

const EDGES: Readonly<Record<NoticeTone, string>> = {
  info: 'border-l-accent',
  closed: 'border-l-line-strong',
  degraded: 'border-l-degraded-fill',
  outage: 'border-l-outage-fill',
  stale: 'border-l-stale-fill',
};

/** A notice above what it is about: one bold clause, one sentence, at most one kind of action. */
export function NoticeRow({
  tone,
  title,
  children,
  actions,
}: {
  readonly tone: NoticeTone;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  const ink = tone === 'info' ? 'text-accent' : SHAPE_INKS[tone];
  return (
    <div
      className={`mb-4 flex flex-wrap items-start gap-x-2.5 gap-y-2 rounded-control border border-l-3 border-line bg-surface px-4 py-2.5 max-phone:mx-4 ${EDGES[tone]}`}
    >
      <StateShape shape={tone} className={`mt-0.75 size-3.5 ${ink}`} />
      <p className="min-w-0 flex-1 basis-64 text-pretty">
        <b className="font-semibold">{title}</b> {children}
      </p>
      {actions !== undefined && <span className="flex flex-wrap gap-2 max-phone:ml-6">{actions}</span>}
    </div>
  );
}
