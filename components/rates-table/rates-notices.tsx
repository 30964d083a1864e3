'use client';
import { useState } from 'react';
import { Button } from '#components/ui/button';
import { NoticeRow } from '#components/ui/notice-row';
import { Countdown, SinceReceived } from '#components/ui/ticking-time';
import { timeText, weekdayText } from '#lib/format/instants';
import { sourceKind } from '#lib/format/sources';
import type { RatesState } from './use-rates.ts';

/** What a visitor has to know before reading the table. */
export function RatesNotices({ state }: { readonly state: RatesState }) {
  return (
    <div aria-live="polite">
      <IgnoredParts state={state} />
      <ConnectionNotice state={state} />
      <StaleNotice state={state} />
    </div>
  );
}

function IgnoredParts({ state: { ignored } }: { readonly state: RatesState }) {
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

/** One row for all sources that are behind; which rows are theirs is marked in the table. */
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
  const others = [...stale.keys()].slice(1);
  return (
    <NoticeRow
      tone="stale"
      title={
        others.length > 0
          ? `${[source, ...others].join(', ')} are behind.`
          : isFixing
            ? `${source} has missed two publications.`
            : `${source} has no newer quotes.`
      }
    >
      {others.length === 0 &&
        `Its figures of ${weekdayText(new Date(observedAt))} stand until newer ones arrive. `}
      The rows concerned are marked; figures from other sources are current.
    </NoticeRow>
  );
}

function ConnectionNotice({ state }: { readonly state: RatesState }) {
  const backAtMs = useComeBack(state);
  const { trouble, hasNetwork, receivedAtMs, nextAskAtMs, face, retry } = state;
  if (face.kind === 'failed') return null;
  if (trouble === null) {
    return backAtMs === null || backAtMs !== receivedAtMs ? null : (
      <NoticeRow tone="info" title="Back online.">
        Figures are of {timeText(new Date(backAtMs))}.
      </NoticeRow>
    );
  }
  if (trouble.kind === 'refused') {
    return (
      <NoticeRow tone="info" title="Figures are those of when this page was loaded.">
        This server gives pages no key of their own. Reload for newer figures.
      </NoticeRow>
    );
  }
  const again = hasNetwork ? (
    <>
      Trying again in <Countdown toMs={nextAskAtMs} />.
    </>
  ) : (
    'New ones are asked for as soon as the network is back.'
  );
  if (trouble.kind === 'limited') {
    return (
      <NoticeRow tone="degraded" title="Asked too often from this address.">
        The table stays as it is; your base, filters and pins are kept. {again}
      </NoticeRow>
    );
  }
  return (
    <NoticeRow
      tone="degraded"
      title={trouble.kind === 'unreachable' ? 'You are offline.' : 'The service failed to answer.'}
      actions={
        <Button look="line" size="sm" onClick={retry}>
          Try now
        </Button>
      }
    >
      {receivedAtMs !== null && (
        <>
          The figures below are the last ones received, <SinceReceived atMs={receivedAtMs} /> ago.{' '}
        </>
      )}
      {again}
    </NoticeRow>
  );
}

/** When the first figures after an outage came; null while there was none. */
function useComeBack({ trouble, receivedAtMs }: RatesState): number | null {
  const [wasAway, setWasAway] = useState(false);
  const [backAtMs, setBackAtMs] = useState<number | null>(null);
  const isAway = trouble !== null && trouble.kind !== 'refused';
  if (isAway !== wasAway) {
    setWasAway(isAway);
    if (!isAway) setBackAtMs(receivedAtMs);
  }
  return backAtMs;
}
