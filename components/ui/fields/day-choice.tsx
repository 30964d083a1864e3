import { Calendar } from 'lucide-react';
import { lazy, memo } from 'react';
import { OnceWanted } from '#components/ui/buttons/once-wanted';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { onceReachable } from '#lib/client/browser/lazy-part';
import { type IsoDay, startOfDay } from '#lib/domain/iso-day';
import { dayText } from '#lib/format/instants';

/** Few ask for another day than today, so that the means come as code of their own. */
const loadPopover = async () => {
  const { DayPopover } = await onceReachable(() => import('./day-popover.tsx'));
  return { default: DayPopover };
};
const DayPopover = lazy(loadPopover);

/** How the button looks, before and after its code has come: within a line, or among fields. */
export const DAY_LOOKS = {
  line: 'inline-flex h-7 flex-none items-center gap-2 rounded-control bg-surface px-2.5 text-sm text-text whitespace-nowrap inset-ring inset-ring-control hover:bg-hover max-phone:h-10 print:hidden',
  field:
    'inline-flex h-8 flex-none items-center gap-2 rounded-control bg-surface px-2.5 text-sm text-text whitespace-nowrap inset-ring inset-ring-control hover:bg-hover max-phone:h-10 print:hidden',
} as const;

/** A day, null for now, and what shows another one. */
export interface ChosenDay {
  readonly date: IsoDay | null;
  readonly look: keyof typeof DAY_LOOKS;
  readonly clock: PageClock;
  readonly show: (change: { readonly date: IsoDay | null }) => void;
}

/** Chooses the day whose rate is shown. */
export const DayChoice = memo(function DayChoice(choice: ChosenDay) {
  return (
    <OnceWanted
      opens="dialog"
      className={DAY_LOOKS[choice.look]}
      face={<DayFace {...choice} />}
      onNear={loadPopover}
      popup={<DayPopover {...choice} />}
    />
  );
});

/** What the button says: the chosen day; of now there is little room to speak. */
export function DayFace({ date, look }: Pick<ChosenDay, 'date' | 'look'>) {
  return (
    <>
      <Calendar aria-hidden="true" className="size-4 text-text-muted" />
      <span className="sr-only">Day of the rate: </span>
      {date === null ? (
        <span className="@max-[54rem]:sr-only">{look === 'field' ? 'Now' : 'now'}</span>
      ) : (
        <span className="font-medium">{dayText(startOfDay(date))}</span>
      )}
    </>
  );
}
