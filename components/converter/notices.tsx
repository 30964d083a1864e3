import { Button } from '#components/ui/buttons/button';
import { ConnectionNotice } from '#components/ui/notices/notice-connection';
import { IgnoredNotice } from '#components/ui/notices/notice-ignored';
import { NoticeRow } from '#components/ui/notices/notice-row';
import { amountFieldText } from '#lib/format/numbers/amount-text';
import type { Timetables } from '#lib/format/sources/next-expected';
import { LaterAgeNotice, LaterDayNotice, LaterLatelyCrossed } from './cards/later-cards.tsx';
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
      {state.view.date !== null && (
        <LaterDayNotice date={state.view.date} face={state.face} show={state.show} />
      )}
      {isBehind(state) && <LaterAgeNotice view={state.view} face={state.face} timetables={timetables} />}
      <LaterLatelyCrossed />
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

/** Whether a figure is behind its publisher's timetable, as far as can be known. */
function isBehind({ view, face, trouble }: ConverterState): boolean {
  if (face.kind !== 'filled' || view.date !== null || trouble?.kind === 'unreachable') return false;
  const { age } = face.conversion.provenance;
  return age === 'late' || age === 'stale';
}
