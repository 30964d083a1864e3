import { lazy, Suspense } from 'react';
import { ConnectionNotice } from '#components/ui/notice-connection';
import { IgnoredNotice } from '#components/ui/notice-ignored';
import { NoticeRow } from '#components/ui/notice-row';
import { chartDate, daysText } from '#lib/format/chart-dates';
import { figureWord } from '#lib/format/chart-gap-text';
import type { ChartState } from './use-chart.ts';

/** Rare, and only after answers of the service: code of its own. */
const LinesNotDrawn = lazy(() =>
  import('./lines-not-drawn.tsx').then((file) => ({ default: file.LinesNotDrawn })),
);

/** What a visitor has to know before reading the chart: one row each. */
export function ChartNotices({ state }: { readonly state: ChartState }) {
  const { ignored } = state;
  return (
    <div aria-live="polite">
      <IgnoredNotice ignored={ignored} />
      <ConnectionNotice connection={state} limited={KEPT} still={KEPT} />
      <StaleNotice state={state} />
      {state.face.kind === 'filled' && state.absent.length + state.face.model.apart.length > 0 && (
        <Suspense>
          <LinesNotDrawn state={state} />
        </Suspense>
      )}
    </div>
  );
}

const KEPT = 'Your range and lines are kept in the address.';

function StaleNotice({ state: { face, trouble } }: { readonly state: ChartState }) {
  if (face.kind !== 'filled' || trouble?.kind === 'unreachable' || !face.model.isOpenEnded) return null;
  const { lines, window } = face.model;
  const [first] = lines;
  const late = first?.gaps.find(({ kind, beforeMs }) => kind === 'missing' && beforeMs === null);
  const lastMs = first?.series.instantsMs.at(-1);
  if (!first || !late || lastMs === undefined) return null;
  const year = new Date(window.toMs).getUTCFullYear();
  return (
    <NoticeRow tone="stale" title="The last point is old.">
      {first.source} has no {figureWord(first.source, false)} of {daysText(late.firstDay, late.lastDay, year)}{' '}
      though it was due, so the line ends on {chartDate(lastMs, 'weekday')}. Nothing is carried forward.
    </NoticeRow>
  );
}
