import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { DayField } from '#components/ui/fields/day-field';
import { parseIsoDay } from '#lib/domain/iso-day';
import { dayField } from '#lib/format/charts/chart-dates';
import { DATES_LOOK, DatesFace } from './chart-tools.tsx';
import type { ChartParts } from '#components/history-chart/use-chart.ts';

/** The range by its days; an empty end is open. Open from the first. */
export function DatesPopover({ state, nowMs }: ChartParts) {
  const { face, span, show } = state;
  const [isOpen, setIsOpen] = useState(true);
  const model = face.kind === 'filled' ? face.model : null;
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger className={DATES_LOOK}>
        <DatesFace state={state} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-40">
          <Popover.Popup className="w-72 rounded-card bg-raised p-4 shadow-float outline-none transition duration-(--duration-open) ease-out data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0">
            <Popover.Title className="sr-only">Dates</Popover.Title>
            <DatesForm
              from={span.fromDay ?? (model ? dayField(model.window.fromMs) : '')}
              to={span.toDay ?? ''}
              max={dayField(nowMs)}
              onChoose={(from, to) => {
                setIsOpen(false);
                const range = { from: parseIsoDay(from), to: parseIsoDay(to) };
                show({
                  range:
                    range.from === null && range.to === null
                      ? { kind: 'named', name: 'max' }
                      : { kind: 'days', ...range },
                });
              }}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DatesForm({
  from: givenFrom,
  to: givenTo,
  max,
  onChoose,
}: {
  readonly from: string;
  readonly to: string;
  readonly max: string;
  readonly onChoose: (from: string, to: string) => void;
}) {
  const [from, setFrom] = useState(givenFrom);
  const [to, setTo] = useState(givenTo);
  const isTurned = from !== '' && to !== '' && from > to;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isTurned) onChoose(from, to);
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
