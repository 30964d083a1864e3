import { useDaySlider } from '#lib/client/browser/use-day-slider';
import { incidentsAddress } from '#lib/client/address/incidents-address';
import type { BoardDay, BoardSource } from '#lib/contract/status-page';
import type { FaultCause } from '#lib/domain/health/fault-cause';
import {
  dayLines,
  dayState,
  dayValue,
  incidentsFigure,
  rowName,
  uptimeFigure,
  weekday,
} from '#lib/format/sources/status-words';
import { TextLink } from '#components/ui/buttons/text-link';
import { SHAPE_INKS } from '#components/ui/state-shape';
import { DAY_MS } from '#lib/domain/durations';

/** The last days of a source as bars, oldest first: one name for all, each day by pointing at it or by arrow keys. */
export function DayBars({ source, firstDay }: { readonly source: BoardSource; readonly firstDay: string }) {
  const { days } = source;
  const { chosen, at, slider } = useDaySlider(days.length);
  const last = days.length - 1;
  const dateOf = (index: number) => new Date(Date.parse(firstDay) + index * DAY_MS);
  const causesOf = (index: number) => source.faults[dateOf(index).toISOString().slice(0, 10)] ?? [];
  return (
    <div className="relative">
      <div
        {...slider}
        aria-label={rowName(source)}
        aria-valuetext={dayValue(dateOf(at), days[at] ?? null, causesOf(at))}
        className="flex h-8 touch-pan-y items-stretch gap-0.5 rounded-control max-phone:h-7 max-phone:gap-px"
      >
        {days.map((day, index) => (
          <Bar key={index} day={day} isChosen={index === chosen} />
        ))}
      </div>
      <div className="mt-1 flex justify-between gap-3 text-xs text-text-muted">
        <span>{days.length} days ago</span>
        <span>
          {uptimeFigure(source)}
          <Incidents source={source} today={dateOf(last)} />
        </span>
        <span>today</span>
      </div>
      {chosen !== null && (
        <DayTip
          date={dateOf(chosen)}
          day={days[chosen] ?? null}
          causes={causesOf(chosen)}
          isToday={chosen === last}
          place={chosen / last}
        />
      )}
    </div>
  );
}

/** How many incidents there were, with the way to the newest. */
function Incidents({ source, today }: { readonly source: BoardSource; readonly today: Date }) {
  const { id, faults, incidentCount } = source;
  const newest = Object.keys(faults).at(-1);
  if (newest === undefined) return null;
  const month = (day: string) => day.slice(0, 7);
  return (
    <>
      {', '}
      <TextLink href={incidentsAddress({ month: month(newest), source: id }, month(today.toISOString()))}>
        {incidentsFigure(incidentCount)}
      </TextLink>
    </>
  );
}

/** A day. Its height says how bad it was, besides its colour: the part of the day in outage, a quarter at least. */
function Bar({ day, isChosen }: { readonly day: BoardDay | null; readonly isChosen: boolean }) {
  return (
    <span
      data-day=""
      className={`min-w-px flex-1 rounded-bar [print-color-adjust:exact] ${look(day)} ${isChosen ? 'outline-2 outline-offset-1 outline-text' : ''}`}
      style={day?.[0] === 'outage' ? { backgroundImage: foot(day) } : undefined}
    />
  );
}

function look(day: BoardDay | null): string {
  if (day === null) return 'inset-ring inset-ring-line-strong';
  const [worst] = day;
  switch (worst) {
    case 'operational':
      return 'bg-operational-fill';
    case 'degraded':
      return 'mt-[0.4rem] bg-linear-to-t from-degraded-fill from-55% to-operational-fill to-55%';
    case 'outage':
      return '';
    default:
      return worst satisfies never;
  }
}

function foot([, , , , outageMs, watchedMs]: BoardDay): string {
  const share = watchedMs === 0 ? 1 : Math.min(1, Math.max(0.25, outageMs / watchedMs));
  const height = `${Math.round(share * 100)}%`;
  return `linear-gradient(to top, var(--color-outage-fill) ${height}, var(--color-line-strong) ${height})`;
}

/** What is known of a day, floating below its bar. */
function DayTip({
  date,
  day,
  causes,
  isToday,
  place,
}: {
  readonly date: Date;
  readonly day: BoardDay | null;
  readonly causes: readonly FaultCause[];
  readonly isToday: boolean;
  /** From 0 at the left end to 1 at the right. */
  readonly place: number;
}) {
  return (
    <dl
      aria-hidden="true"
      data-day-tip
      className="pointer-events-none absolute top-10 z-20 w-62 rounded-control bg-raised px-3 py-2.5 text-sm shadow-float print:hidden"
      style={{ left: `clamp(0px, calc(${(place * 100).toFixed(2)}% - 124px), calc(100% - 248px))` }}
    >
      <div className="flex justify-between gap-3">
        <dt>{weekday(date)}</dt>
        <dd className={`font-medium ${day === null ? 'text-text-muted' : SHAPE_INKS[day[0]]}`}>
          {dayState(day)}
        </dd>
      </div>
      {dayLines(day, isToday, causes).map(({ term, text }) => (
        <div key={term} className="flex justify-between gap-3">
          <dt className="text-text-soft">{term}</dt>
          <dd className="text-right">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
