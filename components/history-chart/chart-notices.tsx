import { lazy, Suspense } from 'react';
import { ConnectionNotice } from '#components/ui/notices/notice-connection';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import type { ChartState } from './use-chart.ts';

/** Rare, and only after answers of the service: code of its own. */
const LinesNotDrawn = lazy(() =>
  import('./lines-not-drawn.tsx').then((file) => ({ default: file.LinesNotDrawn })),
);

/** Asked for by few. */
const KnownNotice = lazy(() => import('./known-notice.tsx').then((file) => ({ default: file.KnownNotice })));

/** What a visitor has to know before reading the chart: one row each. */
export function ChartNotices({ state }: { readonly state: ChartState }) {
  const { ignored, view, show } = state;
  return (
    <div aria-live="polite">
      <IgnoredNotice ignored={ignored} />
      <ConnectionNotice connection={state} limited={KEPT} still={KEPT} />
      {view.knownAt && state.face.kind !== 'none' && (
        <Suspense>
          <KnownNotice knownAt={view.knownAt} onNow={() => show({ knownAt: null })} />
        </Suspense>
      )}
      {/* Why there is no difference stands in its place. */}
      {view.against === null &&
        state.face.kind === 'filled' &&
        state.absent.length + state.face.model.apart.length > 0 && (
          <Suspense>
            <LinesNotDrawn state={state} />
          </Suspense>
        )}
    </div>
  );
}

const KEPT = 'Your range and lines are kept in the address.';
