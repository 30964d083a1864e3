import { Calendar } from 'lucide-react';
import { Suspense, useId, useRef, useState } from 'react';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';

/** Few ask for another day than today, so that the means come as code of their own. */
const DayPicker = lazyPart(() => import('./day-picker.tsx'), 'DayPicker');

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
          <Suspense>
            <DayPicker
              date={date}
              today={isoDayOf(new Date(Math.max(openedAtMs, clock.servedAtMs) + clock.offsetMs))}
              onChoose={(day) => {
                popover.current?.hidePopover();
                if (day !== date) show({ date: day });
              }}
            />
          </Suspense>
        )}
      </div>
    </>
  );
}
