import { Popover } from '@base-ui/react/popover';
import { useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import { DayField } from './day-field.tsx';
import { addDays, type IsoDay, isoDayOf, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { type ChosenDay, DAY_LOOKS, DayFace } from './day-choice.tsx';

/** The day whose rate is shown: any that is over, those that are asked for most by one press, or now. Open from the first. */
export function DayPopover({ date, look, clock: { servedAtMs, offsetMs }, show }: ChosenDay) {
  const [isOpen, setIsOpen] = useState(true);
  const [openedAtMs, setOpenedAtMs] = useState(Date.now);
  const today = isoDayOf(new Date(Math.max(openedAtMs, servedAtMs) + offsetMs));
  const choose = (day: IsoDay | null) => {
    setIsOpen(false);
    if (day !== date) show({ date: day });
  };
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(opens) => {
        // A page may stay open over midnight.
        if (opens) setOpenedAtMs(Date.now());
        setIsOpen(opens);
      }}
    >
      <Popover.Trigger className={DAY_LOOKS[look]}>
        <DayFace date={date} look={look} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="start" className="z-40">
          <Popover.Popup className="w-72 rounded-card bg-raised p-4 shadow-float outline-none transition duration-(--duration-open) ease-out data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0">
            <Popover.Title className="sr-only">Day of the rate</Popover.Title>
            <DayForm today={today} date={date} onChoose={choose} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function DayForm({
  today,
  date,
  onChoose,
}: {
  readonly today: IsoDay;
  readonly date: IsoDay | null;
  readonly onChoose: (day: IsoDay | null) => void;
}) {
  const [text, setText] = useState<string>(date ?? '');
  const day = parseIsoDay(text);
  const isAhead = day !== null && day > today;
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (day !== null && !isAhead) onChoose(day === today ? null : day);
      }}
    >
      <DayField
        label="Date (UTC)"
        value={text}
        max={today}
        isInvalid={isAhead}
        hintId="day-hint"
        onChange={setText}
      />
      <p className="text-xs text-pretty text-text-muted" id="day-hint">
        {isAhead ? (
          <span className="text-outage">That day is in the future.</span>
        ) : (
          'If a day has no figure, the latest earlier one is used, unless it was too old.'
        )}
      </p>
      <span className="flex flex-wrap gap-2">
        {oftenAsked(today).map((often) => (
          <Button key={often} look="line" size="sm" onClick={() => onChoose(often)}>
            {dayText(startOfDay(often))}
          </Button>
        ))}
      </span>
      <span className="grid gap-2">
        <Button look="main" type="submit" disabled={day === null || isAhead}>
          Show this day
        </Button>
        {date !== null && (
          <Button look="line" onClick={() => onChoose(null)}>
            Show the current rate
          </Button>
        )}
      </span>
    </form>
  );
}

/** Yesterday, and the last day of the month and of the year before, which books are closed with. */
function oftenAsked(today: IsoDay): readonly IsoDay[] {
  const monthEnd = addDays(parseIsoDay(`${today.slice(0, 7)}-01`) ?? today, -1);
  const yearEnd = addDays(parseIsoDay(`${today.slice(0, 4)}-01-01`) ?? today, -1);
  return [...new Set([addDays(today, -1), monthEnd, yearEnd])];
}
