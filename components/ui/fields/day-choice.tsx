import { Calendar } from 'lucide-react';
import { FloatingForm } from '#components/ui/dialogs/floating-form';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { lazyPart } from '#lib/client/browser/lazy-part';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';

/** It comes as code of its own, once it is wanted. */
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
  return (
    <FloatingForm
      name="Day of the rate"
      look={`inline-flex flex-none items-center gap-2 rounded-control bg-surface px-2.5 text-sm whitespace-nowrap text-text inset-ring inset-ring-control hover:bg-hover max-phone:h-10 print:hidden ${look === 'line' ? 'h-7' : 'h-8'}`}
      face={
        <>
          <Calendar aria-hidden="true" className="size-4 text-text-muted" />
          <span className="sr-only">Day of the rate: </span>
          {date === null ? (
            // Of now there is little room to speak.
            <span className="@max-[54rem]:sr-only">{look === 'field' ? 'Now' : 'now'}</span>
          ) : (
            <span className="font-medium">{dayText(startOfDay(date))}</span>
          )}
        </>
      }
      form={(close) => (
        <DayPicker
          date={date}
          clock={clock}
          onChoose={(day) => {
            close();
            if (day !== date) show({ date: day });
          }}
        />
      )}
    />
  );
}
