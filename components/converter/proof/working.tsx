import { ChevronDown } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { AlignedFigure } from '#components/ui/figures/figure';
import { Skeleton } from '#components/ui/skeleton';
import { ALL_DIGITS, rateParts, wholeParts } from '#lib/format/numbers/figures';
import { dayText, instantText } from '#lib/format/instants';
import { isComputed, type WorkedRate, workingLines, workingSummary } from '#lib/format/rates/working-lines';
import { sourceName } from '#lib/format/sources/source-names';

const GRID =
  'mt-2.5 grid grid-cols-[1.25rem_minmax(7.5rem,auto)_1fr_auto] gap-x-3 max-phone:grid-cols-[1rem_1fr_auto] max-phone:gap-x-2';
const LINE = 'col-span-full grid grid-cols-subgrid items-baseline py-1.75';
const FRAME = 'border-t border-line px-6 pt-3.5 pb-5 max-phone:px-4 max-phone:pt-3 max-phone:pb-4';

/** How the rate was made: the published figures it stands on, with their documents, and the sum above the double rule. */
export const Working = memo(function Working({ conversion }: { readonly conversion: WorkedRate }) {
  const { from, to, rate, provenance } = conversion;
  const lines = workingLines(provenance);
  const figures = [...lines.map(({ leg }) => wholeParts(leg.figure)), rateParts(rate, ALL_DIGITS)];
  const fractionChars = Math.max(...figures.map(({ strong, muted }) => strong.length + muted.length));
  const seenAt = provenance.legs
    .flatMap(({ firstSeenAt }) => firstSeenAt ?? [])
    .toSorted()
    .at(-1);
  return (
    <details open className={`group/work ${FRAME}`}>
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-0.5 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden="true"
          className="size-4 text-text-muted transition-transform duration-(--duration-open) group-open/work:rotate-180 print:hidden"
        />
        How this number is made
        <span className="font-regular text-text-soft max-phone:basis-full max-phone:pl-6 max-phone:text-sm">
          {workingSummary(provenance)}
        </span>
      </summary>
      <div className={GRID}>
        {lines.map(({ operator, leg }) => (
          <Line
            key={`${leg.source} ${leg.base} ${leg.quote}`}
            operator={operator}
            name={`${leg.base}/${leg.quote}`}
            note={
              <>
                {leg.act === null
                  ? `as published, ${sourceName(leg.source)}, ${dayText(new Date(leg.observedAt))}`
                  : `by law: ${leg.act}`}
                <Document leg={leg} />
              </>
            }
          >
            <AlignedFigure parts={wholeParts(leg.figure)} fractionChars={fractionChars} />
          </Line>
        ))}
        {isComputed(provenance) && (
          <Line operator="=" name={`${from}/${to}`} note="rounded once, half-even, 15 digits" isTotal>
            <AlignedFigure parts={rateParts(rate, ALL_DIGITS)} fractionChars={fractionChars} />
          </Line>
        )}
      </div>
      <p className="mt-2.5 text-sm text-text-muted">{seenText(seenAt, provenance)}</p>
    </details>
  );
});

/** When the newest of the documents came; a market may answer the very same for a while, and its figure is observed each time. */
function seenText(seenAt: string | undefined, { legs }: WorkedRate['provenance']): string {
  if (seenAt === undefined) return 'Part of the product.';
  const isRepeated = legs.every(({ observedAt }) => observedAt > seenAt);
  return `${isRepeated ? 'The same answer was first' : 'First'} seen here ${instantText(new Date(seenAt))}.`;
}

/** The working while it is on its way. */
export function WorkingSkeleton({ lines }: { readonly lines: number }) {
  return (
    <div className={FRAME}>
      <Skeleton width="24ch" />
      <div className={GRID}>
        {Array.from({ length: lines }, (_, line) => (
          <Line key={line} operator="" name={<Skeleton width="7ch" />} note={<Skeleton width="20ch" />}>
            <Skeleton width="8ch" />
          </Line>
        ))}
      </div>
      <p className="mt-2.5 text-sm">
        <Skeleton width="30ch" />
      </p>
    </div>
  );
}

function Line({
  operator,
  name,
  note,
  isTotal = false,
  children,
}: {
  readonly operator: string;
  readonly name: ReactNode;
  readonly note: ReactNode;
  /** Whether it is the sum of the others, above the double rule. */
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={`${LINE} ${isTotal ? 'border-t border-b-3 border-b-text border-t-text font-medium [border-bottom-style:double]' : 'border-line not-first:border-t'}`}
    >
      <span className="text-center font-regular whitespace-nowrap text-text-muted">{operator}</span>
      <span>{name}</span>
      <span className="text-sm font-regular text-text-muted max-phone:col-span-2 max-phone:col-start-2 max-phone:row-start-2">
        {note}
      </span>
      <span className="text-right max-phone:col-start-3 max-phone:row-start-1">{children}</span>
    </div>
  );
}

function Document({ leg: { document } }: { readonly leg: WorkedRate['provenance']['legs'][number] }) {
  if (document === null) return null;
  const title = `SHA-256 of the document: ${document.sha256}`;
  if (document.url.startsWith('file:')) return <span title={title}>, from a file</span>;
  // An operator's own address in the publisher's place: nobody else could open it.
  if (!document.url.startsWith('https://'))
    return <span title={title}>, read from a mirror of the publisher’s site</span>;
  return (
    <>
      {', '}
      <a
        href={document.url}
        rel="noreferrer"
        title={title}
        className="underline decoration-line-strong underline-offset-3 hover:text-text"
      >
        document
      </a>
    </>
  );
}
