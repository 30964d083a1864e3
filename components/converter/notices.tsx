import { useState } from 'react';
import { Button } from '#components/ui/button';
import { NoticeRow } from '#components/ui/notice-row';
import { Countdown, SinceReceived } from '#components/ui/ticking-time';
import { amountFieldText } from '#lib/format/amount-text';
import { timeText, weekdayText } from '#lib/format/instants';
import type { ConverterState } from './use-converter.ts';

/** What a visitor has to know before reading the sheet: one row each, most recent cause first. */
export function Notices({ state }: { readonly state: ConverterState }) {
  return (
    <div aria-live="polite">
      <IgnoredParts state={state} />
      <AmbiguousAmount state={state} />
      <ConnectionNotice state={state} />
      <StaleNotice state={state} />
    </div>
  );
}

function IgnoredParts({ state: { ignored } }: { readonly state: ConverterState }) {
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

function AmbiguousAmount({ state: { amount, from } }: { readonly state: ConverterState }) {
  if (amount.reading.kind !== 'ambiguous' || !amount.isRested) return null;
  return (
    <NoticeRow
      tone="info"
      title={`${amount.text} can be read in two ways.`}
      actions={amount.reading.readings.map((reading) => (
        <Button key={reading} look="line" size="sm" onClick={() => amount.set(reading)}>
          {amountFieldText(reading, from.minorUnits)}
        </Button>
      ))}
    >
      Which one do you mean?
    </NoticeRow>
  );
}

function StaleNotice({ state: { face, trouble } }: { readonly state: ConverterState }) {
  if (face.kind !== 'filled' || face.conversion.provenance.age !== 'stale' || trouble?.kind === 'unreachable')
    return null;
  const { source, timestamp } = face.conversion;
  return (
    <NoticeRow tone="stale" title="This rate is stale.">
      {source} has missed two publications; this figure is of {weekdayText(new Date(timestamp))}.
    </NoticeRow>
  );
}

function ConnectionNotice({ state }: { readonly state: ConverterState }) {
  const backAtMs = useComeBack(state);
  const { trouble, hasNetwork, receivedAtMs, nextAskAtMs, retry } = state;
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
        Amounts still convert with the last figures; nothing you typed is lost. {again}
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
          The figures below are the last ones received, <SinceReceived atMs={receivedAtMs} /> ago. Amounts
          still convert with them.{' '}
        </>
      )}
      {again}
    </NoticeRow>
  );
}

/** When the first figures after an outage came; null while there was none. */
function useComeBack({ trouble, receivedAtMs }: ConverterState): number | null {
  const [wasAway, setWasAway] = useState(false);
  const [backAtMs, setBackAtMs] = useState<number | null>(null);
  const isAway = trouble !== null && trouble.kind !== 'refused';
  if (isAway !== wasAway) {
    setWasAway(isAway);
    if (!isAway) setBackAtMs(receivedAtMs);
  }
  return backAtMs;
}
