import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { DayField } from '#components/ui/fields/day-field';
import { parseIsoDay } from '#lib/domain/iso-day';
import { dayField } from '#lib/format/charts/chart-dates';
import { DATES_LOOK, DatesFace } from './chart-tools.tsx';
import type { ChartParts } from '#components/history-chart/use-chart.ts';

/** The range by its days; an empty end is open. Open from the first. */
export function DatesPopover(parts: ChartParts) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className={DATES_LOOK}>
        <DatesFace {...parts} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-40">
          <Popover.Popup className="w-72 rounded-card bg-raised p-4 shadow-float outline-none transition duration-(--duration-open) ease-out data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0">
            <Popover.Title className="sr-only">Dates</Popover.Title>
            <DatesForm {...parts} onChosen={() => setIsOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DatesForm({
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
