'use client';
import { lazy, Suspense } from 'react';
import { useSourceNotes } from '#components/frame/source-notes';
import { Button } from '#components/ui/buttons/button';
import { ConnectionNotice, TROUBLES } from '#components/ui/notices/notice-connection';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import { NoticeRow } from '#components/ui/notices/notice-row';
import type { SourceId } from '#lib/domain/source-id';
import { weekdayText } from '#lib/format/instants';
import { closedText } from '#lib/format/sources/market-words';
import { capital, sourceInText } from '#lib/format/sources/source-names';
import type { RatesState } from '#components/rates-table/model/use-rates.ts';

const MixedNotice = lazy(() => import('./mixed-notice.tsx').then((file) => ({ default: file.MixedNotice })));

/** What a visitor has to know before reading the table. */
export function RatesNotices({ state }: { readonly state: RatesState }) {
  return (
    <div aria-live="polite">
      <IgnoredNotice ignored={state.ignored} />
      {state.face.kind === 'failed' ? (
        <p className="sr-only">The table could not be loaded. {TROUBLES[state.face.trouble.kind]}</p>
      ) : (
        <ConnectionNotice
          connection={state}
          limited="The table stays as it is; your base, filters and pins are kept."
        />
      )}
      <SeriesNotice state={state} />
      <StaleNotice state={state} />
      <ClosedNotice state={state} />
    </div>
  );
}

/** Once for all rows whose figures beside the rate could not be had; the same trouble with the table says enough. */
function SeriesNotice({
  state: { face, trouble, seriesTrouble, retrySeries },
}: {
  readonly state: RatesState;
}) {
  if (face.kind !== 'filled' || trouble !== null || seriesTrouble === null) return null;
  return (
    <NoticeRow
      tone="degraded"
      title="Change, age and source could not be loaded."
      actions={
        <Button look="line" size="sm" onClick={retrySeries}>
          Try now
        </Button>
      }
    >
      {TROUBLES[seriesTrouble.kind]} Affected rows have a dash; their rates are current.
    </NoticeRow>
  );
}

/** Once for all rows whose market is closed, which have a moon each. */
function ClosedNotice({ state: { view, series } }: { readonly state: RatesState }) {
  const market = [...series.values()].find(({ series: one }) => one?.market)?.series?.market;
  if (!market || view.date !== null) return null;
  return (
    <NoticeRow tone="closed" title={`${closedText(market)}.`}>
      Rows with a moon show its closing figures.
    </NoticeRow>
  );
}

/** One row for all that is behind; which rows they are is marked in the table. */
function StaleNotice({ state: { view, series, trouble } }: { readonly state: RatesState }) {
  const notes = useSourceNotes();
  const stale = new Map<SourceId, string>();
  let isHeld = true;
  for (const { series: one } of series.values()) {
    if (one?.age !== 'stale') continue;
    isHeld &&= one.newerHeldAt !== undefined;
    const [oldest] = [one.timestamp, stale.get(one.source) ?? one.timestamp].toSorted();
    stale.set(one.source, oldest ?? one.timestamp);
  }
  const [first] = stale;
  if (!first || view.date !== null || trouble?.kind === 'unreachable') return null;
  if (isHeld) {
    return (
      <NoticeRow tone="stale" title="Newer figures are held for review.">
        Until that is decided, the affected rows show the figures before and are marked; all others are
        current.
      </NoticeRow>
    );
  }
  if (stale.size > 1)
    return (
      <Suspense>
        <MixedNotice sources={[...stale.keys()]} />
      </Suspense>
    );
  const [source, observedAt] = first;
  return (
    <NoticeRow
      tone="stale"
      title={
        notes.get(source)?.rhythm === 'fixing'
          ? `${capital(sourceInText(source))} has missed two publications.`
          : `${capital(sourceInText(source))} has no newer quotes.`
      }
    >
      Its figures of {weekdayText(new Date(observedAt))} stand until newer ones arrive. The affected rows are
      marked; all others are current.
    </NoticeRow>
  );
}
