import { Calendar } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '#components/ui/buttons/button';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { addDays, type IsoDay, isoDayOf, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';
import { DayField } from './day-field.tsx';

/** Chooses the day whose rate is shown, null for now; the button stands within a line, or among fields. */
export function DayChoice({
  date,
  look,
  clock,
  show,
}: {
  readonly date: IsoDay | null;
  readonly look: 'line' | 'field';
  readonly clock: PageClock;
  readonly show: (change: { readonly date: IsoDay | null }) => void;
}) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  // A page may stay open over midnight.
  const [openedAtMs, setOpenedAtMs] = useState<number | null>(null);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        className={`inline-flex flex-none items-center gap-2 rounded-control bg-surface px-2.5 text-sm whitespace-nowrap text-text inset-ring inset-ring-control hover:bg-hover max-phone:h-10 print:hidden ${look === 'line' ? 'h-7' : 'h-8'}`}
      >
        <Calendar aria-hidden="true" className="size-4 text-text-muted" />
        <span className="sr-only">Day of the rate: </span>
        {date === null ? (
          // Of now there is little room to speak.
          <span className="@max-[54rem]:sr-only">{look === 'field' ? 'Now' : 'now'}</span>
        ) : (
          <span className="font-medium">{dayText(startOfDay(date))}</span>
        )}
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Day of the rate"
        onToggle={({ newState }) => setOpenedAtMs(newState === 'open' ? Date.now() : null)}
        className="m-auto w-72 rounded-card bg-raised p-4 text-base text-text shadow-float [position-try-fallbacks:flip-block,flip-inline] supports-[position-area:bottom]:mx-2 supports-[position-area:bottom]:my-1.5 supports-[position-area:bottom]:[position-area:bottom_span-right]"
      >
        {openedAtMs !== null && (
          <DayPicker
            date={date}
            today={isoDayOf(new Date(Math.max(openedAtMs, clock.servedAtMs) + clock.offsetMs))}
            onChoose={(day) => {
              popover.current?.hidePopover();
              if (day !== date) show({ date: day });
            }}
          />
        )}
      </div>
    </>
  );
}

/** The day whose rate is shown: any that is over, those that are asked for most by one press, or now (null). Takes the focus. */
function DayPicker({
  today,
  date,
  onChoose,
}: {
  readonly today: IsoDay;
  readonly date: IsoDay | null;
  readonly onChoose: (day: IsoDay | null) => void;
}) {
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
