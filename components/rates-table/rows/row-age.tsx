'use client';
import { useServed } from '#components/frame/page-root';
import { AgeTag } from '#components/ui/figures/age-tag';
import { StateShape } from '#components/ui/state-shape';
import { ShortAge } from '#components/ui/figures/ticking-time';
import type { RateSeries } from '#lib/contract/responses';
import { dayText, instantText } from '#lib/format/instants';
import { ageWord, wasAgeWord } from '#lib/format/sources/age-words';

const INKS = {
  fresh: 'text-text-soft',
  closed: 'text-text-muted',
  late: 'text-degraded',
  stale: 'text-stale',
} as const;

const MARKS = { closed: 'closed', late: 'degraded', stale: 'stale' } as const;

/**
 * How old a figure is, growing by itself; a dot while it is fresh, a moon while its market is closed, a mark and a word when it is
 * behind. Grey while nobody can say.
 */
export function RowAge({
  series: { age, timestamp, source },
  isPast,
  isUnsure,
}: {
  readonly series: Pick<RateSeries, 'age' | 'timestamp' | 'source'>;
  /** Whether it is the figure of a day that is over: then that day is told. */
  readonly isPast: boolean;
  readonly isUnsure: boolean;
}) {
  const { clock } = useServed();
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
  const isFresh = age === 'fresh';
  return (
    <span className={`inline-flex items-center gap-2 ${isUnsure ? 'text-text-muted' : INKS[age]}`}>
      {isFresh && (
        <span
          aria-hidden="true"
          className={`size-1.5 flex-none rounded-round ${isUnsure ? 'bg-unknown-fill' : 'bg-operational-fill'}`}
        />
      )}
      {age === 'closed' && <StateShape shape="closed" className="size-2.75" />}
      <ShortAge instant={timestamp} clock={clock} />
      {isFresh ? (
        // Not whether it is live: a cross is named after one of its sources, and as old as its oldest figure.
        <span className="sr-only">{isUnsure ? 'Was current' : 'Current'}</span>
      ) : age === 'closed' ? (
        <span className="sr-only">{isUnsure ? wasAgeWord(age, []) : ageWord(age, [])}</span>
      ) : (
        <AgeTag age={age} sources={[source]} isUnsure={isUnsure} />
      )}
    </span>
  );
}

/** On a phone, whose rows have no room for an age: the mark of one that is late or stale, or whose market is closed. */
export function AgeMark({ age, isUnsure }: { readonly age: RateSeries['age']; readonly isUnsure: boolean }) {
  if (age === 'fresh' || age === 'law') return null;
  return (
    <span
      className={`mr-1.5 inline-block align-[-1px] phone:hidden ${isUnsure ? 'text-text-muted' : INKS[age]}`}
    >
      <StateShape shape={MARKS[age]} className="size-3" />
      <span className="sr-only">{ageWord(age, [])} </span>
    </span>
  );
}
