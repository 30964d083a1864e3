import type { Health } from '#lib/contract/responses';

/** One day: the worst state of it, or null where nobody looked. */
export interface Day {
  readonly day: string;
  readonly worst: Health | null;
  readonly checks: number;
}

/** Full height in green, a foot of amber or red, hollow where nobody looked: height and words say it besides colour. */
const LOOKS: Readonly<Record<Health | 'none', string>> = {
  operational: 'bg-operational-fill',
  degraded: 'bg-linear-to-t from-degraded-fill from-40% to-operational-fill to-40%',
  outage: 'bg-linear-to-t from-outage-fill from-70% to-operational-fill to-70%',
  none: 'inset-ring inset-ring-line-strong',
};

const WORDS: Readonly<Record<Health | 'none', string>> = {
  operational: 'operational',
  degraded: 'degraded at worst',
  outage: 'outage at worst',
  none: 'no checks',
};

/** The last days of a source as bars, oldest first, with one name for all of them. */
export function DayBars({ name, days }: { readonly name: string; readonly days: readonly Day[] }) {
  const looked = days.filter(({ worst }) => worst !== null);
  const well = looked.filter(({ worst }) => worst === 'operational').length;
  return (
    <div
      role="img"
      aria-label={`${name}: of the last ${days.length} days ${looked.length} were checked, ${well} of them without any fault`}
      className="flex h-7 items-stretch gap-px"
    >
      {days.map(({ day, worst, checks }) => (
        <span
          key={day}
          title={`${day}: ${WORDS[worst ?? 'none']}${checks > 0 ? `, ${checks} checks` : ''}`}
          className={`min-w-px flex-1 max-phone:nth-[-n+45]:hidden rounded-[1px] ${LOOKS[worst ?? 'none']}`}
        />
      ))}
    </div>
  );
}
