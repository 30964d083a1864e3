import { FigureFraction } from '#components/ui/figure';
import type { ReactNode } from 'react';
import type { Conversion } from '#lib/contract/responses';
import { amountParts, type FigureParts, figureText, rateParts } from '#lib/format/figures';
import { instantText } from '#lib/format/instants';

/** A currency as a row names it. */
export interface NamedCurrency {
  readonly code: string;
  readonly name: string;
  readonly minorUnits: number | null;
}

/** A conversion as a bookkeeper writes a sum: amount, times the rate, double rule under the result, and where it comes from. */
export function ConversionSheet({
  conversion,
  from,
  to,
}: {
  readonly conversion: Conversion;
  readonly from: NamedCurrency;
  readonly to: NamedCurrency;
}) {
  const inverse = rateParts(1 / conversion.rate);
  return (
    <section
      aria-label={`${from.code} to ${to.code}`}
      className="rounded-sheet border border-line bg-surface max-sm:rounded-none max-sm:border-x-0"
    >
      <div className="grid grid-cols-[minmax(0,1fr)_auto_auto]">
        <AmountRow currency={from} parts={amountParts(conversion.amount, from.minorUnits)} />
        <RateRow parts={rateParts(conversion.rate)} />
        <AmountRow currency={to} parts={amountParts(conversion.result, to.minorUnits)} isTotal />
      </div>
      <dl className="grid grid-cols-1 border-t border-line sm:grid-cols-3 sm:divide-x sm:divide-line">
        <Fact label="Source">{conversion.source}</Fact>
        <Fact label="Observed">
          <time dateTime={conversion.timestamp}>{instantText(new Date(conversion.timestamp))}</time>
        </Fact>
        <Fact label={`Inverse, ${from.code} for 1 ${to.code}`}>{figureText(inverse)}</Fact>
      </dl>
    </section>
  );
}

function AmountRow({
  currency,
  parts,
  isTotal = false,
}: {
  readonly currency: NamedCurrency;
  readonly parts: FigureParts;
  readonly isTotal?: boolean;
}) {
  return (
    <div
      className={`col-span-full grid min-h-26 grid-cols-subgrid items-center px-6 max-sm:min-h-20 max-sm:px-4 ${isTotal ? 'border-t border-text' : ''}`}
    >
      <span className="min-w-0 pr-3">
        <span className="block text-lg font-medium">{currency.code}</span>
        <span className="block truncate text-sm text-text-soft">{currency.name}</span>
      </span>
      <output
        className={`col-span-2 grid grid-cols-subgrid text-figure-xl font-medium tracking-figure max-sm:text-figure-md ${isTotal ? 'border-b-[3px] border-double border-text' : ''}`}
        aria-label={`${figureText(parts)} ${currency.code}`}
        data-figure={isTotal ? 'result' : 'amount'}
      >
        <span className="text-right">{parts.integer}</span>
        <span>
          <FigureFraction parts={parts} />
        </span>
      </output>
    </div>
  );
}

function RateRow({ parts }: { readonly parts: FigureParts }) {
  return (
    <div className="col-span-full grid min-h-14 grid-cols-subgrid items-center border-t border-line bg-sunken px-6 text-figure-sm text-text-soft max-sm:min-h-12 max-sm:px-4 max-sm:text-lg">
      <span className="text-base">times the rate</span>
      <span className="text-right">{parts.integer}</span>
      <span>
        <FigureFraction parts={parts} />
      </span>
    </div>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="px-6 py-3 max-sm:px-4">
      <dt className="text-xs text-text-muted">{label}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
