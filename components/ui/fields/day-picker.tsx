import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { addDays, type IsoDay, isoDayOf, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { DayField } from './day-field.tsx';

/** The day whose rate is shown: any that is over, those that are asked for most by one press, or now (null). Takes the focus. */
export function DayPicker({
  date,
  clock,
  onChoose,
}: {
  readonly date: IsoDay | null;
  readonly clock: PageClock;
  readonly onChoose: (day: IsoDay | null) => void;
}) {
  // A page may stay open over midnight.
  const [today] = useState(() => isoDayOf(new Date(Math.max(Date.now(), clock.servedAtMs) + clock.offsetMs)));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const [text, setText] = useState<string>(date ?? '');
  const day = parseIsoDay(text);
  const isAhead = day !== null && day > today;
  return (
    <form
      ref={form}
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
