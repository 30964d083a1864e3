import { useServed } from '#components/frame/page-root';
import { useSourceNotes } from '#components/frame/source-notes';
import { TextLink } from '#components/ui/buttons/text-link';
import { Button } from '#components/ui/buttons/button';
import { ConnectionNotice } from '#components/ui/notices/notice-connection';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { amountFieldText } from '#lib/format/numbers/amount-text';
import { isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { dayText, instantText, weekdayText } from '#lib/format/instants';
import { nextExpected, type Timetables } from '#lib/format/sources/next-expected';
import { capital, sourceInText } from '#lib/format/sources/source-names';
import { LaterLatelyFired } from './cards/later-cards.tsx';
import type { ConverterState } from './model/use-converter.ts';

interface NoticesProps {
  readonly state: ConverterState;
  readonly timetables: Timetables;
}

/** What a visitor has to know before reading the card: one row each, most recent cause first. */
export function Notices({ state, timetables }: NoticesProps) {
  return (
    <div aria-live="polite">
      <IgnoredNotice ignored={state.ignored} />
      <AmbiguousAmount state={state} />
      <ConnectionNotice
        connection={state}
        limited={
          state.face.kind === 'filled'
            ? 'Amounts still convert with the last figures; nothing you typed is lost.'
            : 'Converting goes on by itself; nothing you typed is lost.'
        }
        still="Amounts still convert with them."
      />
      <DayNotice state={state} />
      <AgeNotice state={state} timetables={timetables} />
      <LaterLatelyFired />
    </div>
  );
}

function AmbiguousAmount({ state: { amount, from, to } }: { readonly state: ConverterState }) {
  if (amount.reading.kind !== 'ambiguous' || !amount.isRested) return null;
  return (
    <NoticeRow
      tone="info"
      title={`${amount.field.text.trim()} can be read in two ways.`}
      actions={amount.reading.readings.map((reading) => (
        <Button key={reading} look="line" size="sm" onClick={() => amount.set(reading)}>
          {amountFieldText(reading, (amount.end === 'from' ? from : to).minorUnits)}
        </Button>
      ))}
    >
      Which one do you mean?
    </NoticeRow>
  );
}

/** That all of the page is of a day that is over, of which day the rate is, and the way back. */
function DayNotice({ state: { view, face, show } }: Pick<NoticesProps, 'state'>) {
  if (view.date === null) return null;
  const conversion = face.kind === 'filled' ? face.conversion : null;
  const isEarlier = conversion !== null && isoDayOf(new Date(conversion.timestamp)) < view.date;
  return (
    <NoticeRow
      tone="info"
      title={`These are the rates of ${dayText(startOfDay(view.date))}.`}
      actions={
        <Button look="line" size="sm" onClick={() => show({ date: null })}>
          Show the current rate
        </Button>
      }
    >
      {isEarlier &&
        `${capital(sourceInText(conversion.source))} has no rate for that day. The latest earlier one, of ${dayText(new Date(conversion.timestamp))}, is shown.`}
    </NoticeRow>
  );
}

/** Sentences about a figure that is behind its publisher's timetable, of the leg that is. */
function AgeNotice({ state: { view, face, trouble }, timetables }: NoticesProps) {
  const { clock } = useServed();
  const notes = useSourceNotes();
  if (face.kind !== 'filled' || view.date !== null || trouble?.kind === 'unreachable') return null;
  const { age, legs } = face.conversion.provenance;
  const behind = legs.find((leg) => leg.age === age);
  if (!behind || (age !== 'late' && age !== 'stale')) return null;
  const { source, observedAt } = behind;
  const name = capital(sourceInText(source));
  const isFixing = notes.get(source)?.rhythm === 'fixing';
  // Banks publish once a day, markets by the second.
  const at = isFixing ? weekdayText(new Date(observedAt)) : instantText(new Date(observedAt));
  const why = <TextLink href="/status">Why</TextLink>;
  if (age === 'stale') {
    return (
      <NoticeRow tone="stale" title="This rate is stale.">
        {isFixing
          ? `${name} has missed two publications; this figure is of ${at}.`
          : `${name} has no newer quote; this figure is of ${at}.`}{' '}
        {view.source === null && 'No other source has a fresher one for this pair. '}
        {why}
      </NoticeRow>
    );
  }
  const next = nextExpected(timetables, [behind], clock.servedAtMs + clock.offsetMs);
  return (
    <NoticeRow tone="degraded" title={`${name} is late.`}>
      {next.kind === 'release' && `Its next figures were due ${instantText(next.dueAt)}. `}
      The figure of {at} is shown. {why}
    </NoticeRow>
  );
}
