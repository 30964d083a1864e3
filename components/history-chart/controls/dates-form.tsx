import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { DayField } from '#components/ui/fields/day-field';
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
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTurned) return;
        onChosen();
        const range = { from: parseIsoDay(from), to: parseIsoDay(to) };
        const isOpenRange = range.from === null && range.to === null;
        show({ range: isOpenRange ? { kind: 'named', name: 'max' } : { kind: 'days', ...range } });
      }}
    >
      <DayField
        label="From"
        value={from}
        max={max}
        isInvalid={isTurned}
        hintId="dates-hint"
        onChange={setFrom}
      />
      <DayField label="To" value={to} max={max} isInvalid={isTurned} hintId="dates-hint" onChange={setTo} />
      <p className="text-xs text-text-muted" id="dates-hint">
        {isTurned ? (
          <span className="text-outage">The start date is after the end date.</span>
        ) : (
          'Without an end the range goes up to today.'
        )}
      </p>
      <Button look="main" type="submit" disabled={isTurned}>
        Show these days
      </Button>
    </form>
  );
}
