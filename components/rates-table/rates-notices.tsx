'use client';
import { Button } from '#components/ui/button';
import { ConnectionNotice } from '#components/ui/notice-connection';
import { TROUBLES } from '#components/ui/notice-trouble';
import { IgnoredNotice } from '#components/ui/notice-ignored';
import { NoticeRow } from '#components/ui/notice-row';
import { weekdayText } from '#lib/format/instants';
import { sourceKind } from '#lib/format/sources';
import type { RatesState } from './use-rates.ts';

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
      {TROUBLES[seriesTrouble.kind]} Rows concerned have a dash; their rates are current.
    </NoticeRow>
  );
}

/** One row for all that is behind; which rows they are is marked in the table. */
function StaleNotice({ state: { series, trouble } }: { readonly state: RatesState }) {
  if (trouble?.kind === 'unreachable') return null;
  const stale = new Map<string, { readonly isFixing: boolean; readonly observedAt: string }>();
  for (const { series: one } of series.values()) {
    if (one?.age !== 'stale') continue;
    const observedAt = [one.timestamp, stale.get(one.source)?.observedAt ?? one.timestamp].toSorted()[0];
    const isFixing = sourceKind(one.source) === 'reference rate';
    stale.set(one.source, { isFixing, observedAt: observedAt ?? one.timestamp });
  }
  const [first] = stale;
  if (!first) return null;
  const [source, { isFixing, observedAt }] = first;
  // A row that was worked out from figures of two sources bears one name: not everybody who is named is behind.
  const others = [...stale.keys()].slice(1);
  return (
    <NoticeRow
      tone="stale"
      title={
        others.length > 0
          ? 'Some figures are behind.'
          : isFixing
            ? `${source} has missed two publications.`
            : `${source} has no newer quotes.`
      }
    >
      {others.length === 0 &&
        `Its figures of ${weekdayText(new Date(observedAt))} stand until newer ones arrive. `}
      The rows concerned are marked; all others are current.{' '}
      {others.length > 0 && (
        <a href="/status" className="text-accent underline decoration-accent-line underline-offset-3">
          See which source is late
        </a>
      )}
    </NoticeRow>
  );
}
