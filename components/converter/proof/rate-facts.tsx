import { memo } from 'react';
import { useServed } from '#components/frame/page-root';
import { useSourceNotes } from '#components/frame/source-notes';
import { CopyFigure } from '#components/ui/buttons/copy-figure';
import { AgeTag } from '#components/ui/figures/age-tag';
import { Fact } from '#components/ui/figures/fact';
import { InlineFigure } from '#components/ui/figures/figure';
import { Skeleton } from '#components/ui/skeleton';
import { Age } from '#components/ui/figures/ticking-time';
import type { Quote } from '#lib/client/rates/queries';
import { useNow } from '#lib/client/browser/now';
import type { ConversionWithProvenance, Provenance } from '#lib/contract/responses';
import { creditLine } from '#lib/format/rates/credit-line';
import { rateParts } from '#lib/format/numbers/figures';
import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { utcClock } from '#lib/format/day-text';
import { dayText, instantText } from '#lib/format/instants';
import { ageText } from '#lib/format/sources/ages';
import { type NextExpected, nextExpected, type Timetables } from '#lib/format/sources/next-expected';
import { sourceInText, sourceName } from '#lib/format/sources/source-names';
import { UNKNOWN_SOURCE } from '#lib/format/sources/source-notes';
import type { ShownPair } from '#components/converter/model/shown-pair.ts';

/** In a narrow card a name or an age takes two lines, and has their room from the start. */
const GRID =
  'grid grid-cols-[0.95fr_1.25fr_1.1fr_1fr] border-t border-line max-lg:grid-cols-2 lg:@max-[53rem]:*:min-h-26';

const CREDITS = 'border-t border-line px-6 py-2 text-xs text-pretty text-text-muted max-phone:px-4';

/** Where the rate comes from, how old it is, when the next one is expected, and the rate of the way back. */
export const RateFacts = memo(function RateFacts({
  conversion,
  inverse,
  pair,
  timetables,
  isUnsure,
}: {
  readonly conversion: ConversionWithProvenance;
  readonly inverse: Quote['inverse'];
  readonly pair: ShownPair;
  readonly timetables: Timetables;
  /** Without a network nobody can say how current the figure still is. */
  readonly isUnsure: boolean;
}) {
  const { credits, clock } = useServed();
  const { provenance, source, timestamp } = conversion;
  const { kind } = useSourceNotes().get(source) ?? UNKNOWN_SOURCE;
  const back = inverse?.answer.ok ? inverse.answer.value.rate : null;
  return (
    <>
      <dl className={GRID}>
        <Fact label={`Source, ${kind}`} note={whyThisSource(conversion, pair)}>
          <b className="font-medium">{sourceName(source)}</b>
        </Fact>
        {pair.date !== null ? (
          <DayFacts asked={pair.date} observedAt={new Date(timestamp)} isLaw={provenance.age === 'law'} />
        ) : provenance.age === 'law' ? (
          <Fact label="In force" note={`on ${dayText(new Date(timestamp))}`}>
            <AgeTag age="law" sources={[source]} />
          </Fact>
        ) : (
          <Fact label="Observed" note={instantText(new Date(timestamp))}>
            <span className={`flex flex-wrap items-center gap-x-1.5 ${isUnsure ? 'text-text-muted' : ''}`}>
              <Age instant={timestamp} clock={clock} />
              <AgeTag
                age={provenance.age}
                sources={provenance.legs.map((leg) => leg.source)}
                isUnsure={isUnsure}
              />
            </span>
          </Fact>
        )}
        {pair.date === null && <NextRateFact timetables={timetables} legs={provenance.legs} />}
        <Fact
          label={`Inverse, ${pair.from} for 1 ${pair.to}`}
          note={back !== null && <CopyFigure figure={back} />}
        >
          {back === null ? (
            <span className="text-text-muted">–</span>
          ) : (
            <span className="wrap-anywhere *:whitespace-normal">
              <InlineFigure parts={rateParts(back)} />
            </span>
          )}
        </Fact>
      </dl>
      <p className={CREDITS}>
        {creditLine(
          credits,
          provenance.legs.map((leg) => leg.source),
        )}
      </p>
    </>
  );
});

/** In the place of age and next rate: when it was observed, and the day that it stands for. */
function DayFacts({
  asked,
  observedAt,
  isLaw,
}: {
  readonly asked: IsoDay;
  readonly observedAt: Date;
  readonly isLaw: boolean;
}) {
  return (
    <>
      <Fact
        label={isLaw ? 'In force' : 'Observed'}
        note={isLaw ? null : `${utcClock(observedAt, false)} UTC`}
      >
        <time dateTime={observedAt.toISOString()}>{dayText(observedAt)}</time>
      </Fact>
      <Fact
        label="Rate for"
        note={isoDayOf(observedAt) < asked ? 'from the latest earlier figure' : 'from a figure of that day'}
      >
        {dayText(startOfDay(asked))}
      </Fact>
    </>
  );
}

/** The facts while they are on their way. */
export function RateFactsSkeleton() {
  return (
    <>
      <dl className={GRID}>
        {['Source', 'Observed', 'Next expected', 'Inverse'].map((label) => (
          <Fact key={label} label={label} note={<Skeleton width="18ch" />}>
            <Skeleton width="14ch" />
          </Fact>
        ))}
      </dl>
      <p className={CREDITS}>
        <Skeleton width="28ch" />
      </p>
    </>
  );
}

function whyThisSource({ provenance, source }: ConversionWithProvenance, pair: ShownPair): string {
  if (pair.source !== null) return 'the source you chose';
  const others = new Set(provenance.legs.map((leg) => leg.source));
  others.delete(source);
  return others.size === 0 ? 'first in priority' : `with ${[...others].map(sourceInText).join(', ')}`;
}

/** Often enough for what is said in minutes. */
const STEP_MS = 10_000;

/** When newer figures are expected, or since when they are overdue, by the publisher's own timetable. */
function NextRateFact({
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
    <Fact label="Next expected" note={noteOf(next, isOfSeveral)}>
      <Instant next={next} />
    </Fact>
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
