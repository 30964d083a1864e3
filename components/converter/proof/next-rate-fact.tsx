import { useServed } from '#components/frame/page-root';
import { useNow } from '#lib/client/browser/now';
import type { Provenance } from '#lib/contract/responses';
import { ageText } from '#lib/format/sources/ages';
import { instantText } from '#lib/format/instants';
import { type NextExpected, nextExpected, type Timetables } from '#lib/format/sources/next-expected';
import { RateFact } from './rate-fact.tsx';
import { sourceInText, sourceName } from '#lib/format/sources/source-names';

/** Often enough for what is said in minutes. */
const STEP_MS = 10_000;

/** When newer figures are expected, or since when they are overdue, by the publisher's own timetable. */
export function NextRateFact({
  timetables,
  legs,
}: {
  readonly timetables: Timetables;
  readonly legs: Provenance['legs'];
}) {
  const { clock } = useServed();
  const now = useNow(STEP_MS, clock.servedAtMs) + clock.offsetMs;
  const next = nextExpected(timetables, legs, now);
  const isOfSeveral = new Set(legs.map(({ source }) => source)).size > 1;
  return (
    <RateFact label="Next expected" note={noteOf(next, isOfSeveral)}>
      <Instant next={next} />
    </RateFact>
  );
}

function Instant({ next }: { readonly next: NextExpected }) {
  switch (next.kind) {
    case 'release': {
      const time = <time dateTime={next.dueAt.toISOString()}>{instantText(next.dueAt)}</time>;
      if (next.state === 'ahead') return time;
      return next.state === 'due' ? (
        <span>Due since {time}</span>
      ) : (
        <span className="text-degraded">Overdue since {time}</span>
      );
    }
    case 'opening':
      return <time dateTime={next.dueAt.toISOString()}>{instantText(next.dueAt)}</time>;
    case 'quote':
      return next.isOverdue ? (
        <span className="text-degraded">Overdue</span>
      ) : (
        <span>About every {ageText(next.everyMs)}</span>
      );
    case 'law':
      return <span>When the law changes</span>;
    case 'unknown':
      return <span className="text-text-muted">–</span>;
  }
}

function noteOf(next: NextExpected, isOfSeveral: boolean): string {
  switch (next.kind) {
    case 'release':
      return isOfSeveral ? `${sourceName(next.source)}, ${next.words}` : next.words;
    case 'opening':
      return 'when the market opens';
    case 'quote':
      return [
        isOfSeveral ? `a new quote of ${sourceInText(next.source)}` : 'a new quote',
        ...(next.isOverdue ? [`asked for every ${ageText(next.everyMs)}`] : []),
      ].join(', ');
    case 'law':
    case 'unknown':
      return '';
  }
}
