import type { ComponentProps, ReactNode, RefObject } from 'react';
import { ChevronDown } from 'lucide-react';
import { FigureFraction, SpokenFigure } from '#components/ui/figures/figure';
import { FavouriteStar } from '#components/ui/buttons/favourite-star';
import { Skeleton } from '#components/ui/skeleton';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { type FigureParts, figureText } from '#lib/format/numbers/figures';
import { typedParts } from '#lib/format/numbers/ledger-columns';
import type { AmountEnd, AmountState } from '#components/converter/model/use-amount.ts';
import type { Face } from '#components/converter/model/use-converter.ts';
import type { ReadQuestion } from '#components/converter/model/use-question.ts';
import { CurrencyMark } from '#components/ui/figures/currency-mark';
import { AmountField } from './amount-field.tsx';

/**
 * A row of the ledger: a currency and its amount. One of the two amounts is typed, the other computed: that one stands there
 * as a figure, and turns into a field when it is typed into.
 */
export function LedgerRow({
  end,
  currency,
  amount,
  face,
  parts,
  note,
  field,
  className,
  onQuestion,
  onPick,
}: {
  readonly end: AmountEnd;
  readonly currency: CurrencyOption;
  readonly amount: AmountState;
  readonly face: Face;
  /** The amount that is computed, at whichever end; null while it is not there. */
  readonly parts: FigureParts | null;
  /** Small print above the figure. */
  readonly note: ReactNode;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly className: string;
  readonly onQuestion: ReadQuestion;
  readonly onPick: (end: AmountEnd) => void;
}) {
  const isTyped = amount.end === end;
  const typed = typedParts(isTyped ? amount.field.text : '');
  return (
    <div
      className={`group/row relative col-span-full grid min-h-26 grid-cols-subgrid items-center px-(--ledger-edge) focus-within:shadow-[inset_3px_0_0_var(--color-accent)] max-phone:min-h-0 max-phone:pt-2.5 max-phone:pb-3 ${className}`}
    >
      <div className="flex min-w-0 items-center gap-1 max-phone:col-span-full">
        <PickerField currency={currency} end={end === 'from' ? 'From' : 'To'} onClick={() => onPick(end)} />
        <FavouriteStar code={currency.code} />
      </div>
      {isTyped && (
        <span aria-hidden="true" className={`${INTEGER} invisible`}>
          {typed.integer}
        </span>
      )}
      {!isTyped && parts !== null && (
        <output
          aria-live="off"
          aria-label={`${figureText(parts)} ${currency.code}`}
          data-figure={end === 'to' ? 'result' : 'amount'}
          className="figure-fit col-span-2 col-start-2 row-start-1 grid grid-cols-subgrid group-has-[input:focus]/row:opacity-0 max-phone:col-span-full max-phone:col-start-1 max-phone:row-start-2"
        >
          <span aria-hidden="true" className="text-right max-phone:col-span-2">
            {parts.integer}
          </span>
          <span aria-hidden="true">
            <FigureFraction parts={parts} />
          </span>
          <SpokenFigure text={`${figureText(parts)} ${currency.code}`} />
        </output>
      )}
      {!isTyped && parts === null && <NoFigure isLoading={face.kind === 'loading'} />}
      <AmountField
        end={end}
        currency={currency}
        amount={amount}
        computedText={parts === null ? '' : figureText(parts)}
        field={field}
        onQuestion={onQuestion}
      />
      {note !== null && (
        <span className="absolute top-2.5 right-6 max-w-[60%] truncate text-xs text-text-muted max-phone:top-6 max-phone:right-4">
          {note}
        </span>
      )}
    </div>
  );
}

const INTEGER =
  'figure-fit col-start-2 row-start-1 text-right max-phone:col-span-2 max-phone:col-start-1 max-phone:row-start-2';

function NoFigure({ isLoading }: { readonly isLoading: boolean }) {
  return (
    <div className="figure-fit col-span-2 col-start-2 row-start-1 grid grid-cols-subgrid text-text-muted max-phone:col-span-full max-phone:col-start-1 max-phone:row-start-2">
      <span className="text-right max-phone:col-span-2">{isLoading ? <Skeleton width="3ch" /> : '–'}</span>
      <span>{isLoading && <Skeleton width="2ch" />}</span>
    </div>
  );
}

/** The button that names a currency and opens the picker. */
function PickerField({
  currency,
  end,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'children' | 'type'> & {
  readonly currency: CurrencyOption;
  /** Which of the two it is, for those who do not see where it stands. */
  readonly end: 'From' | 'To';
}) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className="-ml-2 inline-flex min-w-0 items-center gap-3 rounded-control py-2 pr-2.5 pl-2 text-left hover:bg-hover max-phone:ml-0 max-phone:py-1 max-phone:pl-0"
      {...rest}
    >
      <CurrencyMark currency={currency} size="lg" />
      <span className="min-w-0">
        <span className="flex items-center gap-1.5 text-xl/6 font-semibold tracking-[-0.01em] max-phone:text-lg/5">
          <span className="sr-only">{end} </span>
          {currency.code}
          <ChevronDown aria-hidden="true" className="size-3.5 text-text-muted" />
        </span>
        <span className="block truncate text-sm/4.5 text-text-soft">{currency.name}</span>
      </span>
    </button>
  );
}
