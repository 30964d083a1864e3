import { Button } from '#components/ui/button';
import { NoticeRow } from '#components/ui/notice-row';
import type { AskTrouble } from '#lib/client/ask-failure';
import { chartDate, daysText } from '#lib/format/chart-dates';
import { figureWord } from '#lib/format/chart-gap-text';
import type { ChartState } from './use-chart.ts';

/** What a visitor has to know before reading the chart: one row each. */
export function ChartNotices({ state }: { readonly state: ChartState }) {
  return (
    <div aria-live="polite">
      <IgnoredParts state={state} />
      <TroubleNotice state={state} />
      <StaleNotice state={state} />
      <AbsentLines state={state} />
    </div>
  );
}

function IgnoredParts({ state: { ignored } }: { readonly state: ChartState }) {
  const [first, ...rest] = ignored;
  if (!first) return null;
  return (
    <NoticeRow tone="info" title={first.wrong}>
      {first.instead}
      {rest.map(({ wrong, instead }) => (
        <span key={wrong}>
          {' '}
          <b className="font-semibold">{wrong}</b> {instead}
        </span>
      ))}
    </NoticeRow>
  );
}

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

function TroubleNotice({ state: { face, trouble, retry } }: { readonly state: ChartState }) {
  if (trouble === null || face.kind !== 'filled') return null;
  if (trouble.kind === 'refused') {
    return (
      <NoticeRow tone="info" title="Figures are those of when this page was loaded.">
        This server gives pages no key of their own. Reload for newer figures.
      </NoticeRow>
    );
  }
  return (
    <NoticeRow
      tone="degraded"
      title={TITLES[trouble.kind]}
      actions={
        <Button look="line" size="sm" onClick={retry}>
          Try now
        </Button>
      }
    >
      The lines below are the last ones received; your range and lines are kept in the address.
    </NoticeRow>
  );
}

const TITLES: Readonly<Record<Exclude<AskTrouble['kind'], 'refused'>, string>> = {
  unreachable: 'You are offline.',
  limited: 'Asked too often from this address.',
  fault: 'The service failed to answer.',
};
