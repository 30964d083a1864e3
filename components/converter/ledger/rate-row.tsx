import { ArrowDownUp } from 'lucide-react';
import { memo } from 'react';
import { useServed } from '#components/frame/page-root';
import { FigureFraction, SpokenFigure } from '#components/ui/figures/figure';
import { Choice } from '#components/ui/fields/choice';
import { DayChoice } from '#components/ui/fields/day-choice';
import { Skeleton } from '#components/ui/skeleton';
import { isSourceId, type SourceId } from '#lib/domain/source-id';
import { type FigureParts, figureText } from '#lib/format/numbers/figures';
import { shortSourceName, sourceName } from '#lib/format/sources/source-names';
import type { ShownPair } from '#components/converter/model/shown-pair.ts';
import type { SourceComparison } from '#components/converter/model/use-comparison.ts';
import type { ConverterState, Face } from '#components/converter/model/use-converter.ts';

/** The second row: what the amount is multiplied with, from which source, and the button that turns the pair round. */
export const RateRow = memo(function RateRow({
  faceKind,
  pair: { source, date },
  answering,
  comparison,
  rate,
  show,
  onSwap,
}: {
  readonly faceKind: Face['kind'];
  /** The same object until it changes. */
  readonly pair: ShownPair;
  readonly answering: SourceId | null;
  readonly comparison: SourceComparison;
  /** The same object until it changes. */
  readonly rate: FigureParts | null;
  readonly show: ConverterState['show'];
  readonly onSwap: () => void;
}) {
  const { clock } = useServed();
  return (
    <div
      data-dated={date === null ? undefined : ''}
      className="group/rate col-span-full grid min-h-14 grid-cols-subgrid items-center border-t border-line bg-sunken px-(--ledger-edge) text-(length:--rate-size) text-text-soft max-phone:min-h-12 max-phone:gap-y-1 max-phone:py-1.5"
    >
      <div className="col-span-2 flex min-w-0 items-center max-phone:group-data-wide/ledger:contents">
        <div className="flex min-w-0 flex-1 items-center gap-x-3 py-1.5 pr-3 text-base max-phone:gap-x-2 max-phone:py-0 max-phone:group-data-wide/ledger:col-span-full">
          <button
            type="button"
            onClick={onSwap}
            aria-label="Swap currencies"
            aria-keyshortcuts="s"
            title="Swap (s)"
            className="grid h-8 w-10 flex-none place-items-center rounded-control bg-surface text-text-soft inset-ring inset-ring-line-strong hover:text-accent hover:inset-ring-control max-phone:h-10 print:hidden"
          >
            <ArrowDownUp aria-hidden="true" className="size-4" strokeWidth={2.1} />
          </button>
          <span className="@max-[46rem]:hidden">times the rate</span>
          <SourceSwitch source={source} answering={answering} comparison={comparison} show={show} />
          <DayChoice date={date} look="line" clock={clock} show={show} />
        </div>
        {rate && <SpokenFigure text={`Rate ${figureText(rate)}`} />}
        <span
          aria-hidden="true"
          data-figure="rate"
          className="flex-none text-right max-phone:group-data-wide/ledger:col-span-2"
        >
          {rate?.integer}
          {faceKind === 'loading' && <Skeleton width="3ch" />}
          {(faceKind === 'none' || faceKind === 'failed') && (
            <span className="text-base text-text-muted">no rate</span>
          )}
        </span>
      </div>
      <span aria-hidden="true" data-figure="rate-fraction" className="col-start-3">
        {rate && <FigureFraction parts={rate} />}
        {faceKind === 'loading' && <Skeleton width="7ch" />}
      </span>
    </div>
  );
});

/** Chooses between the service's own choice and one source of those that have the pair. The list itself is the browser's. */
function SourceSwitch({
  source,
  answering,
  comparison,
  show,
}: {
  /** Null lets the service choose. */
  readonly source: SourceId | null;
  /** Whose rate it is; null while there is none. */
  readonly answering: SourceId | null;
  readonly comparison: SourceComparison;
  readonly show: ConverterState['show'];
}) {
  const having = comparison.answer?.rates.map((rate) => rate.source) ?? [];
  const missing = source !== null && !having.includes(source) ? [source] : [];
  return (
    <Choice
      label="Source"
      look="line"
      value={source ?? ''}
      shown={
        <>
          <span className="text-text-soft group-data-wide/ledger:hidden @max-[54rem]:hidden">Source</span>
          <span className="font-medium">{source === null ? 'Default' : shortSourceName(source)}</span>
          {source === null && answering !== null && (
            <span className="min-w-0 truncate text-text-soft max-phone:group-data-dated/rate:hidden">
              {shortSourceName(answering)}
            </span>
          )}
        </>
      }
      onChoose={(value) => show({ source: isSourceId(value) ? value : null })}
    >
      <option value="">
        Default{source === null && answering !== null ? `, now ${sourceName(answering)}` : ''}
      </option>
      {[...having, ...missing].map((one) => (
        <option key={one} value={one}>
          {sourceName(one)}
        </option>
      ))}
    </Choice>
  );
}
