import { useState } from 'react';
import { DayField, DaysForm } from '#components/ui/fields/days-form';
import { parseIsoDay } from '#lib/domain/iso-day';
import { dayField } from '#lib/format/charts/chart-dates';
import type { ChartParts } from '#components/history-chart/use-chart.ts';

/** The range by its days; an empty end is open. */
export function DatesForm({
  state: { face, span, show },
  nowMs,
  onChosen,
}: ChartParts & { readonly onChosen: () => void }) {
  const shownFrom = face.kind === 'filled' ? dayField(face.model.window.fromMs) : '';
  const [from, setFrom] = useState<string>(span.fromDay ?? shownFrom);
  const [to, setTo] = useState<string>(span.toDay ?? '');
  const max = dayField(nowMs);
  const isTurned = from !== '' && to !== '' && from > to;
  return (
    <DaysForm
      hint="Without an end the range goes up to today."
      error={isTurned ? 'The start date is after the end date.' : null}
      action="Show these days"
      onChoose={() => {
        onChosen();
        const range = { from: parseIsoDay(from), to: parseIsoDay(to) };
        const isOpenRange = range.from === null && range.to === null;
        show({ range: isOpenRange ? { kind: 'named', name: 'max' } : { kind: 'days', ...range } });
      }}
    >
      <DayField label="From" value={from} max={max} isInvalid={isTurned} onChange={setFrom} />
      <DayField label="To" value={to} max={max} isInvalid={isTurned} onChange={setTo} />
    </DaysForm>
  );
}
