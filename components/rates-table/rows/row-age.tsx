'use client';
import { StateShape } from '#components/ui/state-shape';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import type { RateSeries } from '#lib/contract/responses';
import { ageText } from '#lib/format/sources/ages';
import { dayText, instantText } from '#lib/format/instants';
import { MINUTE_MS, SECOND_MS } from '#lib/domain/durations';
import { ageWord, wasAgeWord } from '#lib/format/sources/age-words';

const TAGS = {
  late: { shape: 'degraded', look: 'bg-degraded-wash text-degraded' },
  stale: { shape: 'stale', look: 'bg-stale-wash text-stale' },
} as const;

/** How old a figure is, growing by itself; a dot while it is fresh, a mark and a word when it is not. Grey while nobody can say. */
export function RowAge({
  series: { age, timestamp, source },
  clock,
  isPast,
  isUnsure,
}: {
  readonly series: Pick<RateSeries, 'age' | 'timestamp' | 'source'>;
  readonly clock: PageClock;
  /** Whether it is the figure of a day that is over: then that day is told. */
  readonly isPast: boolean;
  readonly isUnsure: boolean;
}) {
  if (age === 'law') {
    return (
      <span className="inline-flex items-center gap-1.5 text-text-soft">
        <StateShape shape="law" className="size-2.75" />
        By law
      </span>
    );
  }
  if (isPast) {
    return (
      <time dateTime={timestamp} title={instantText(new Date(timestamp))} className="text-text-soft">
        {dayText(new Date(timestamp))}
      </time>
    );
  }
  const tag = age === 'fresh' ? null : TAGS[age];
  const ink = isUnsure ? 'text-text-muted' : (tag?.look.split(' ')[1] ?? 'text-text-soft');
  return (
    <span className={`inline-flex items-center gap-2 ${ink}`}>
      {tag === null && (
        <span
          aria-hidden="true"
          className={`size-1.5 flex-none rounded-round ${isUnsure ? 'bg-unknown-fill' : 'bg-operational-fill'}`}
        />
      )}
      <GrowingAge timestamp={timestamp} clock={clock} />
      {tag === null ? (
        // Not whether it is live: a cross is named after one of its sources, and as old as its oldest figure.
        <span className="sr-only">{isUnsure ? 'Was current' : 'Current'}</span>
      ) : (
        <span
          className={`inline-flex items-center gap-1.25 rounded-tag px-1.5 text-xs leading-5 ${isUnsure ? 'inset-ring inset-ring-line-strong' : tag.look}`}
        >
          <StateShape shape={tag.shape} className="size-2.75" />
          {isUnsure ? wasAgeWord(age, [source]) : ageWord(age, [source])}
        </span>
      )}
    </span>
  );
}

/** On a phone, whose rows have no room for an age: the mark of one that is late or stale. */
export function AgeMark({ age, isUnsure }: { readonly age: RateSeries['age']; readonly isUnsure: boolean }) {
  if (age !== 'late' && age !== 'stale') return null;
  const { shape, look } = TAGS[age];
  return (
    <span
      className={`mr-1.5 inline-block align-[-1px] phone:hidden ${isUnsure ? 'text-text-muted' : look.split(' ')[1]}`}
    >
      <StateShape shape={shape} className="size-3" />
      <span className="sr-only">{ageWord(age, [])} </span>
    </span>
  );
}

/** An age of less than a minute is counted in seconds; the others need a look now and then only. */
function GrowingAge({ timestamp, clock }: { readonly timestamp: string; readonly clock: PageClock }) {
  const observedAtMs = Date.parse(timestamp);
  const servedAge = clock.servedAtMs + clock.offsetMs - observedAtMs;
  const step = servedAge < MINUTE_MS ? SECOND_MS : 10 * SECOND_MS;
  const now = useNow(step, clock.servedAtMs) + clock.offsetMs;
  return (
    <time
      dateTime={timestamp}
      title={`${instantText(new Date(timestamp))} (${timestamp})`}
      className="cursor-help border-b border-dotted border-control"
    >
      {ageText(now - observedAtMs)}
    </time>
  );
}
