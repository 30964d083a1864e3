import type { ReactNode } from 'react';
import { AgeTag } from '#components/ui/age-tag';
import { InlineFigure } from '#components/ui/figure';
import { Skeleton } from '#components/ui/skeleton';
import { Age, type PageClock } from '#components/ui/ticking-time';
import type { ConverterView } from '#lib/client/converter-address';
import type { Received } from '#lib/client/rates-client';
import type { ConversionWithProvenance, PairRate } from '#lib/contract/responses';
import { plainFigure, rateParts } from '#lib/format/figures';
import { dayText, instantText } from '#lib/format/instants';
import { sourceKind } from '#lib/format/sources';
import type { Copy } from './use-copy.ts';

const GRID = 'grid grid-cols-[1fr_1.2fr_1fr_1.1fr] border-t border-line max-lg:grid-cols-2';

/** Where the rate comes from, how old it is, since when it is known here, and the rate of the way back. */
export function Facts({
  conversion,
  inverse,
  view,
  clock,
  isUnsure,
  copy,
}: {
  readonly conversion: ConversionWithProvenance;
  readonly inverse: Received<PairRate> | null;
  readonly view: ConverterView;
  readonly clock: PageClock;
  /** Without a network nobody can say how current the figure still is. */
  readonly isUnsure: boolean;
  readonly copy: Copy;
}) {
  const { provenance, source, timestamp } = conversion;
  const firstSeenAt = provenance.legs
    .flatMap((leg) => leg.firstSeenAt ?? [])
    .toSorted()
    .at(-1);
  const back = inverse?.answer.ok ? inverse.answer.value.rate : null;
  return (
    <dl className={GRID}>
      <Fact label="Source" note={whyThisSource(conversion, view)}>
        <b className="font-medium">{source}</b> <span className="text-text-soft">{sourceKind(source)}</span>
      </Fact>
      {provenance.age === 'law' ? (
        <Fact label="In force" note={`on ${dayText(new Date(timestamp))}`}>
          <AgeTag age="law" />
        </Fact>
      ) : (
        <Fact label="Observed" note={instantText(new Date(timestamp))}>
          <span className={`flex flex-wrap items-center gap-x-1.5 ${isUnsure ? 'text-text-muted' : ''}`}>
            <Age instant={timestamp} clock={clock} />
            <AgeTag age={provenance.age} isUnsure={isUnsure} />
          </span>
        </Fact>
      )}
      <Fact
        label="First seen here"
        note={firstSeenAt === undefined ? '' : instantText(new Date(firstSeenAt))}
      >
        {firstSeenAt === undefined ? (
          <span className="text-text-soft">part of the product</span>
        ) : (
          <Age instant={firstSeenAt} clock={clock} />
        )}
      </Fact>
      <Fact
        label={`Inverse, ${view.from} for 1 ${view.to}`}
        note={
          back !== null && (
            <button
              type="button"
              className="underline-offset-3 hover:text-text hover:underline"
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
          <InlineFigure parts={rateParts(back)} />
        )}
      </Fact>
    </dl>
  );
}

/** The facts while they are on their way. */
export function FactsSkeleton() {
  return (
    <dl className={GRID}>
      {['Source', 'Observed', 'First seen here', 'Inverse'].map((label) => (
        <Fact key={label} label={label} note={<Skeleton width="18ch" />}>
          <Skeleton width="14ch" />
        </Fact>
      ))}
    </dl>
  );
}

function Fact({
  label,
  note,
  children,
}: {
  readonly label: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="min-w-0 border-line pr-4 pl-6 pt-3 pb-3.5 not-first:border-l max-lg:odd:border-l-0 max-lg:nth-[n+3]:border-t max-phone:pr-3 max-phone:pl-4 max-phone:pt-2.5 max-phone:pb-3">
      <dt className="text-xs text-text-muted">{label}</dt>
      <dd className="mt-0.5">
        {children}
        <span className="block text-xs text-text-muted">{note}</span>
      </dd>
    </div>
  );
}

function whyThisSource({ provenance, source }: ConversionWithProvenance, view: ConverterView): string {
  if (view.source !== null) return 'the source you chose';
  const others = new Set(provenance.legs.map((leg) => leg.source)).size;
  if (others > 1)
    return `with ${[...new Set(provenance.legs.map((leg) => leg.source))].filter((id) => id !== source).join(', ')}`;
  return 'first in priority';
}
