import { ConnectionNotice } from '#components/ui/notice-connection';
import { IgnoredNotice } from '#components/ui/notice-ignored';
import { NoticeRow } from '#components/ui/notice-row';
import { chartDate, daysText } from '#lib/format/chart-dates';
import { figureWord } from '#lib/format/chart-gap-text';
import type { ChartState } from './use-chart.ts';

/** What a visitor has to know before reading the chart: one row each. */
export function ChartNotices({ state }: { readonly state: ChartState }) {
  const { ignored } = state;
  return (
    <div aria-live="polite">
      <IgnoredNotice ignored={ignored} />
      <ConnectionNotice connection={state} limited={KEPT} still={KEPT} />
      <StaleNotice state={state} />
      <AbsentLines state={state} />
      <LinesApart state={state} />
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

/** Lines that others are drawn beside; a chart without any line has a face of its own. */
function AbsentLines({ state: { absent, face } }: { readonly state: ChartState }) {
  if (face.kind !== 'filled' || absent.length === 0) return null;
  return absent.map(({ line: { base, quote, source }, message }) => (
    <NoticeRow
      key={`${base}/${quote} ${source}`}
      tone="degraded"
      title={`${base}/${quote} of ${source} is not drawn.`}
    >
      {message ?? 'It has no figures in this range.'}
    </NoticeRow>
  ));
}

/** Lines that cannot be indexed together with the others. */
function LinesApart({ state: { face } }: { readonly state: ChartState }) {
  if (face.kind !== 'filled') return null;
  return face.model.apart.map(({ base, quote }) => (
    <NoticeRow key={`${base}/${quote}`} tone="degraded" title={`${base}/${quote} is not drawn.`}>
      It has no day in common with the other pairs in this range, so they cannot be indexed together.
    </NoticeRow>
  ));
}
