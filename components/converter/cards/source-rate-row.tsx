import { useServed } from '#components/frame/page-root';
import { AgeTag } from '#components/ui/figures/age-tag';
import { AlignedFigure } from '#components/ui/figures/figure';
import { Cell, Row, RowHead } from '#components/ui/table';
import { ShortAge } from '#components/ui/figures/ticking-time';
import { useNow } from '#lib/client/browser/now';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import { shortRate } from '#lib/format/charts/chart-numbers';
import { dayText } from '#lib/format/instants';
import { rateParts } from '#lib/format/numbers/figures';
import { basisPointsText } from '#lib/format/numbers/basis-points';
import { type ComparedRate, scalePlace } from '#lib/format/rates/source-comparison';
import { sourceName } from '#lib/format/sources/source-names';

/** Often enough to see midnight pass, over which a page may stay open. */
const DAY_STEP_MS = 10_000;

/** A source that has the pair: in use or to be chosen, with its place beside the others. */
export function SourceRateRow({
  compared: { source, rate, timestamp, age, made, basisPoints },
  fractionChars,
  inUse,
  date,
  isUnsure,
  onChoose,
}: {
  readonly compared: ComparedRate;
  /** Room of the rates' fractions. */
  readonly fractionChars: number;
  /** The source that the converter uses, or is about to. */
  readonly inUse: SourceId | null;
  /** The day whose rates are compared; null for now. */
  readonly date: IsoDay | null;
  readonly isUnsure: boolean;
  readonly onChoose: (source: SourceId) => void;
}) {
  const isUsed = source === inUse;
  const { clock } = useServed();
  const now = useNow(DAY_STEP_MS, clock.servedAtMs) + clock.offsetMs;
  const isOfDay =
    timestamp.slice(0, 10) === (date ?? isoDayOf(new Date(now))) &&
    (date !== null || age === 'fresh' || age === 'closed');
  return (
    <Row
      className={`max-phone:grid-cols-[minmax(0,1fr)_auto_auto] ${isUsed ? 'bg-selected hover:bg-selected' : ''}`}
    >
      <RowHead className="py-1">
        <label className="flex cursor-pointer items-center gap-2.5 thumb-room whitespace-nowrap">
          <input
            type="radio"
            name="source"
            value={source}
            // What a browser brings back after a reload was not pressed.
            autoComplete="off"
            checked={isUsed}
            onChange={() => onChoose(source)}
            className="size-3.5 flex-none cursor-pointer appearance-none rounded-round border border-control checked:border-4 checked:border-accent"
          />
          <span className="min-w-0">
            <b className="block truncate font-medium">{sourceName(source)}</b>
            <span className="block text-xs/4 text-text-muted">{made}</span>
          </span>
          {isUsed && (
            <span className="rounded-tag px-1.5 text-xs leading-5 text-text-soft inset-ring inset-ring-line-strong max-phone:hidden">
              in use
            </span>
          )}
        </label>
      </RowHead>
      <Cell className="text-right max-phone:col-span-2">
        <AlignedFigure parts={rateParts(rate)} fractionChars={fractionChars} onPhone={shortRate(rate)} />
      </Cell>
      <Cell className="text-right whitespace-nowrap max-phone:order-5 max-phone:min-w-16 max-phone:text-text-soft">
        {age === 'law' ? (
          <span className="text-text-muted">–</span>
        ) : date === null ? (
          <ShortAge instant={timestamp} clock={clock} />
        ) : (
          dayText(new Date(timestamp))
        )}
      </Cell>
      <Cell className="max-phone:order-3 max-phone:pl-6!">
        {date === null ? (
          <AgeTag age={age} sources={[source]} isUnsure={isUnsure} />
        ) : (
          <span className="text-text-muted">{isOfDay ? 'that day' : 'earlier'}</span>
        )}
      </Cell>
      <Cell className="text-right whitespace-nowrap phone:@max-[46.5rem]:pr-6! max-phone:order-4 max-phone:text-text-soft">
        {basisPointsText(basisPoints)}
        <span className="phone:hidden"> bp</span>
      </Cell>
      <Cell className="@max-[46.5rem]:hidden">
        <Scale basisPoints={basisPoints} isToday={isOfDay} />
      </Cell>
    </Row>
  );
}

/** The distance as a dot on a line; an arrow at its end where it lies beyond. */
function Scale({ basisPoints, isToday }: { readonly basisPoints: number; readonly isToday: boolean }) {
  const { percent, beyond } = scalePlace(basisPoints);
  return (
    <span
      role="img"
      aria-label={`${basisPointsText(basisPoints)} basis points from the median`}
      className="relative block h-4 w-36"
    >
      <span className="absolute inset-x-0 top-1/2 h-px bg-line-strong" />
      <span className="absolute inset-y-0 left-1/2 w-px bg-line-strong" />
      {beyond === null ? (
        <span
          className={`absolute top-1/2 size-1.75 -translate-1/2 rounded-round ${isToday ? 'bg-text' : 'bg-surface inset-ring-[1.5px] inset-ring-text-soft'}`}
          style={{ left: `${percent}%` }}
        />
      ) : (
        <span
          className={`absolute top-1/2 -translate-y-1/2 bg-surface text-xs leading-none text-text-soft ${beyond === 'left' ? 'left-0' : 'right-0'}`}
        >
          {beyond === 'left' ? '◀' : '▶'}
        </span>
      )}
    </span>
  );
}
