import { memo } from 'react';
import { useServed } from '#components/frame/page-root';
import { useSourceNotes } from '#components/frame/source-notes';
import { AgeTag } from '#components/ui/figures/age-tag';
import { InlineFigure } from '#components/ui/figures/figure';
import { Skeleton } from '#components/ui/skeleton';
import { Age } from '#components/ui/figures/ticking-time';
import type { Quote } from '#lib/client/rates/queries';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import { creditLine } from '#lib/format/rates/credit-line';
import { plainFigure, rateParts } from '#lib/format/numbers/figures';
import { type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { utcClock } from '#lib/format/day-text';
import { dayText, instantText } from '#lib/format/instants';
import type { Timetables } from '#lib/format/sources/next-expected';
import { sourceInText, sourceName } from '#lib/format/sources/source-names';
import { UNKNOWN_SOURCE } from '#lib/format/sources/source-notes';
import { RateFact } from './rate-fact.tsx';
import { NextRateFact } from './next-rate-fact.tsx';
import type { ShownPair } from '#components/converter/model/shown-pair.ts';
import type { Copy } from '#lib/client/browser/use-copy';

const GRID = 'grid grid-cols-[0.95fr_1.15fr_1.15fr_1.05fr] border-t border-line max-lg:grid-cols-2';

const CREDITS = 'border-t border-line px-6 py-2 text-xs text-pretty text-text-muted max-phone:px-4';

/** Where the rate comes from, how old it is, when the next one is expected, and the rate of the way back. */
export const RateFacts = memo(function RateFacts({
  conversion,
  inverse,
  pair,
  timetables,
  isUnsure,
  copy,
}: {
  readonly conversion: ConversionWithProvenance;
  readonly inverse: Quote['inverse'];
  readonly pair: ShownPair;
  readonly timetables: Timetables;
  /** Without a network nobody can say how current the figure still is. */
  readonly isUnsure: boolean;
  readonly copy: Copy;
}) {
  const { credits, clock } = useServed();
  const { provenance, source, timestamp } = conversion;
  const { kind } = useSourceNotes().get(source) ?? UNKNOWN_SOURCE;
  const back = inverse?.answer.ok ? inverse.answer.value.rate : null;
  return (
    <>
      <dl className={GRID}>
        <RateFact label={`Source, ${kind}`} note={whyThisSource(conversion, pair)}>
          <b className="font-medium">{sourceName(source)}</b>
        </RateFact>
        {pair.date !== null ? (
          <DayFacts asked={pair.date} observedAt={new Date(timestamp)} isLaw={provenance.age === 'law'} />
        ) : provenance.age === 'law' ? (
          <RateFact label="In force" note={`on ${dayText(new Date(timestamp))}`}>
            <AgeTag age="law" sources={[source]} />
          </RateFact>
        ) : (
          <RateFact label="Observed" note={instantText(new Date(timestamp))}>
            <span className={`flex flex-wrap items-center gap-x-1.5 ${isUnsure ? 'text-text-muted' : ''}`}>
              <Age instant={timestamp} clock={clock} />
              <AgeTag
                age={provenance.age}
                sources={provenance.legs.map((leg) => leg.source)}
                isUnsure={isUnsure}
              />
            </span>
          </RateFact>
        )}
        {pair.date === null && <NextRateFact timetables={timetables} legs={provenance.legs} />}
        <RateFact
          label={`Inverse, ${pair.from} for 1 ${pair.to}`}
          note={
            back !== null && (
              <button
                type="button"
                className="underline-offset-3 hover:text-text hover:underline print:hidden"
                onClick={() => copy.copy('inverse', plainFigure(back))}
              >
                {copy.copied === 'inverse' ? 'Copied' : 'Copy all digits'}
              </button>
            )
          }
        >
          {back === null ? (
            <span className="text-text-muted">–</span>
          ) : (
            <span className="wrap-anywhere *:whitespace-normal">
              <InlineFigure parts={rateParts(back)} />
            </span>
          )}
        </RateFact>
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
      <RateFact
        label={isLaw ? 'In force' : 'Observed'}
        note={isLaw ? null : `${utcClock(observedAt, false)} UTC`}
      >
        <time dateTime={observedAt.toISOString()}>{dayText(observedAt)}</time>
      </RateFact>
      <RateFact
        label="Rate for"
        note={isoDayOf(observedAt) < asked ? 'from the latest earlier figure' : 'from a figure of that day'}
      >
        {dayText(startOfDay(asked))}
      </RateFact>
    </>
  );
}

/** The facts while they are on their way. */
export function RateFactsSkeleton() {
  return (
    <>
      <dl className={GRID}>
        {['Source', 'Observed', 'Next expected', 'Inverse'].map((label) => (
          <RateFact key={label} label={label} note={<Skeleton width="18ch" />}>
            <Skeleton width="14ch" />
          </RateFact>
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
  const others = new Set(provenance.legs.map((leg) => leg.source)).size;
  if (others > 1)
    return `with ${[...new Set(provenance.legs.map((leg) => leg.source))]
      .filter((id) => id !== source)
      .map(sourceInText)
      .join(', ')}`;
  return 'first in priority';
}
