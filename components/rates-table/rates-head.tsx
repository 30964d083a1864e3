'use client';
import { useState } from 'react';
import { useSourceNotes } from '#components/frame/source-notes';
import { PageHead } from '#components/ui/page-head';
import { Countdown, SinceReceived } from '#components/ui/figures/ticking-time';
import type { RateSeries } from '#lib/contract/responses';
import { chartDate } from '#lib/format/charts/chart-dates';
import { currencyCount, pastText, withinSentence } from '#lib/format/rates/rates-words';
import { countInUse } from '#lib/format/rates/rates-rows';
import { sourceInText } from '#lib/format/sources/source-names';
import type { SourceNotes } from '#lib/format/sources/source-notes';
import type { RatesState } from './model/use-rates.ts';

/** What the page is of, whose figures they are, and when they were received. */
export function RatesHead({ state }: { readonly state: RatesState }) {
  const { view, base, face, trouble, receivedAtMs, nextAskAtMs, hasNetwork } = state;
  const notes = useSourceNotes();
  const isFilled = face.kind === 'filled';
  const now = isFilled ? tableSentence(state) : '';
  const fixing = isFilled ? fixingSentence(state, notes) : '';
  // While another table, or what is known of its rows, is on its way, the sentences of the former one keep their lines.
  const [former, setFormer] = useState({ now, fixing });
  const isWhole = isFilled && state.series.size > 0;
  if (isWhole && (now !== former.now || fixing !== former.fixing)) setFormer({ now, fixing });
  const isLate = trouble !== null && trouble.kind !== 'refused';
  const received = receivedAtMs !== null && (
    <p className={`text-sm whitespace-nowrap ${isLate ? 'text-stale' : 'text-text-muted'}`}>
      Received <SinceReceived atMs={receivedAtMs} /> ago
      {isLate && hasNetwork && (
        <>
          , trying again in <Countdown toMs={nextAskAtMs} />
        </>
      )}
    </p>
  );
  return (
    <PageHead title={`Rates on ${withinSentence(base)}${pastText(view.date)}`} action={received}>
      {face.kind === 'loading' && <span className="absolute">Loading rates.</span>}
      {face.kind === 'loading' ? <Kept text={`${former.now} ${former.fixing}`} /> : now}{' '}
      {isFilled && (isWhole ? fixing : <Kept text={former.fixing} />)}
    </PageHead>
  );
}

/** The room of a text that was there before. */
function Kept({ text }: { readonly text: string }) {
  return (
    <span aria-hidden="true" className="invisible">
      {text}
    </span>
  );
}

function tableSentence({ rows, view }: RatesState): string {
  const whose =
    view.source === null
      ? ', each from the first source that has it.'
      : ` from ${sourceInText(view.source)}.`;
  return `${currencyCount(countInUse(rows))}${whose}`;
}

/** Of which day the reference rates are, named by the bank that most rows in sight are from. */
function fixingSentence({ series }: RatesState, notes: SourceNotes): string {
  const ofBanks = new Map<string, { readonly count: number; readonly newest: RateSeries }>();
  for (const { series: one } of series.values()) {
    if (!one || notes.get(one.source)?.rhythm !== 'fixing') continue;
    const known = ofBanks.get(one.source);
    const newest = known && known.newest.timestamp > one.timestamp ? known.newest : one;
    ofBanks.set(one.source, { count: (known?.count ?? 0) + 1, newest });
  }
  const [first] = [...ofBanks.values()].toSorted((a, b) => b.count - a.count);
  if (!first) return '';
  const { source, timestamp } = first.newest;
  const day = new Date(timestamp);
  return `Figures of ${sourceInText(source)} are the fixing of ${chartDate(day.getTime(), 'weekdayYear')}.`;
}
