import { FigureFraction } from '#components/ui/figure';
import { PickerField } from '#components/ui/picker-field';
import { Skeleton } from '#components/ui/skeleton';
import type { CurrencyOption } from '#lib/format/currency-list';
import { type FigureParts, figureText, roundedAmount } from '#lib/format/figures';
import type { Face } from './use-converter.ts';

/** The third row: the result above the double rule, which marks a computed total. */
export function ResultRow({
  currency,
  face,
  value,
  parts,
  onPick,
}: {
  readonly currency: CurrencyOption;
  readonly face: Face;
  readonly value: number | null;
  readonly parts: FigureParts | null;
  readonly onPick: () => void;
}) {
  return (
    <div
      className={`relative col-span-full grid min-h-26 grid-cols-subgrid items-center border-t border-text px-6 max-phone:min-h-0 max-phone:px-4 max-phone:pt-2.5 max-phone:pb-3 ${face.kind === 'filled' || face.kind === 'loading' ? 'double-rule' : ''}`}
    >
      <div className="flex min-w-0 items-center max-phone:col-span-full">
        <PickerField currency={currency} end="To" onClick={onPick} />
      </div>
      {parts && value !== null ? (
        <output
          aria-live="off"
          aria-label={`${figureText(parts)} ${currency.code}`}
          data-figure="result"
          className="figure-fit col-span-2 grid grid-cols-subgrid max-phone:col-span-full max-phone:row-start-2"
        >
          <span className="text-right max-phone:col-span-2">{parts.integer}</span>
          <span>
            <FigureFraction parts={parts} />
          </span>
        </output>
      ) : (
        <NoResult face={face} />
      )}
      {parts && value !== null && isWorthRounding(value, parts, currency) && (
        <span className="absolute top-2.5 right-6 text-xs text-text-muted max-phone:top-6 max-phone:right-4">
          {roundedAmount(value, currency.minorUnits)} rounded
        </span>
      )}
    </div>
  );
}

/** Nothing to round without further digits, and nothing left of it below half a minor unit. */
function isWorthRounding(value: number, { muted }: FigureParts, { minorUnits }: CurrencyOption): boolean {
  return muted !== '' && /[1-9]/.test(roundedAmount(value, minorUnits));
}

function NoResult({ face }: { readonly face: Face }) {
  const isLoading = face.kind === 'loading';
  return (
    <div className="figure-fit col-span-2 grid grid-cols-subgrid text-text-muted max-phone:col-span-full max-phone:row-start-2">
      <span className="text-right max-phone:col-span-2">{isLoading ? <Skeleton width="3ch" /> : '–'}</span>
      <span>{isLoading && <Skeleton width="2ch" />}</span>
    </div>
  );
}
