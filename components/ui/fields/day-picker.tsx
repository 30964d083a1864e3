import { useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { addDays, type IsoDay, isoDayOf, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { DayField, DaysForm } from './days-form.tsx';

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
    <DaysForm
      ref={form}
      hint="If a day has no figure, the latest earlier one is used, unless it was too old."
      error={isAhead ? 'That day is in the future.' : null}
      action="Show this day"
      isDisabled={day === null || isAhead}
      back={
        date !== null && (
          <Button look="line" onClick={() => onChoose(null)}>
            Show the current rate
          </Button>
        )
      }
      onChoose={() => onChoose(day === today ? null : day)}
    >
      <DayField label="Date (UTC)" value={text} max={today} isInvalid={isAhead} onChange={setText} />
      <span className="flex flex-wrap gap-2">
        {oftenAsked(today).map((often) => (
          <Button key={often} look="line" size="sm" onClick={() => onChoose(often)}>
            {dayText(startOfDay(often))}
          </Button>
        ))}
      </span>
    </DaysForm>
  );
}

/** Yesterday, and the last day of the month and of the year before, which books are closed with. */
function oftenAsked(today: IsoDay): readonly IsoDay[] {
  const monthEnd = addDays(parseIsoDay(`${today.slice(0, 7)}-01`) ?? today, -1);
  const yearEnd = addDays(parseIsoDay(`${today.slice(0, 4)}-01-01`) ?? today, -1);
  return [...new Set([addDays(today, -1), monthEnd, yearEnd])];
}
