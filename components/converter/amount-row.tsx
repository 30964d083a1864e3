import type { ChangeEvent, KeyboardEvent, RefObject } from 'react';
import { PickerField } from '#components/ui/picker-field';
import { type AmountStep, stepAmount } from '#lib/format/amount-step';
import { amountFieldText, regroupEdited } from '#lib/format/amount-text';
import type { CurrencyOption } from '#lib/format/currency-list';
import type { TypedParts } from '#lib/format/ledger-columns';
import type { AmountState } from './use-amount.ts';

const REFUSAL_ID = 'amount-refusal';

/** The first row: the currency and the amount, typed as text so that its point stands above the others. */
export function AmountRow({
  currency,
  amount,
  typed,
  field,
  onPick,
}: {
  readonly currency: CurrencyOption;
  readonly amount: AmountState;
  readonly typed: TypedParts;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onPick: () => void;
}) {
  const refusal = amount.reading.kind === 'refused' && amount.isRested ? amount.reading.sentence : null;
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    // What is pasted may have any country's separators, so it is read as it is.
    const inputType = nativeEvent instanceof InputEvent ? nativeEvent.inputType : '';
    if (/^insertFrom(Paste|Drop)/.test(inputType)) return amount.type(currentTarget.value);
    const edited = {
      text: currentTarget.value,
      caret: currentTarget.selectionStart ?? currentTarget.value.length,
    };
    const { text, caret } = regroupEdited(amount.text, edited);
    // Set before React does, which then leaves the caret alone.
    currentTarget.value = text;
    currentTarget.setSelectionRange(caret, caret);
    amount.type(text);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') return amount.settle();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0 || amount.amount === null) return;
    event.preventDefault();
    amount.type(amountFieldText(stepAmount(amount.amount, stepOf(event), direction), currency.minorUnits));
  };
  return (
    <div className="relative col-span-full grid min-h-26 grid-cols-subgrid items-center px-6 focus-within:shadow-[inset_3px_0_0_var(--color-accent)] max-phone:min-h-0 max-phone:px-4 max-phone:pt-2.5 max-phone:pb-3">
      <div className="flex min-w-0 items-center max-phone:col-span-full">
        <PickerField currency={currency} end="From" onClick={onPick} />
      </div>
      <span
        aria-hidden="true"
        className="figure-fit invisible col-start-2 row-start-1 text-right max-phone:col-span-2 max-phone:col-start-1 max-phone:row-start-2"
      >
        {typed.integer}
      </span>
      <span
        aria-hidden="true"
        className="figure-fit figure-fraction invisible col-start-3 row-start-1 max-phone:row-start-2"
      />
      <input
        ref={field}
        value={amount.text}
        onChange={change}
        onKeyDown={press}
        onBlur={amount.settle}
        size={1}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder="0"
        aria-label={`Amount in ${currency.name}`}
        aria-invalid={refusal !== null}
        aria-describedby={refusal === null ? undefined : REFUSAL_ID}
        className="figure-fit col-span-2 col-start-2 row-start-1 w-full min-w-0 rounded-none border-0 bg-transparent text-right caret-accent outline-none placeholder:text-text-muted aria-invalid:text-outage max-phone:col-span-full max-phone:col-start-1 max-phone:row-start-2"
        style={{ paddingRight: paddingOf(typed) }}
      />
      {refusal !== null && (
        <p
          id={REFUSAL_ID}
          role="alert"
          className="col-span-full pb-3 text-right text-sm text-outage max-phone:pb-0"
        >
          {refusal}
        </p>
      )}
    </div>
  );
}

function stepOf({ shiftKey, altKey }: KeyboardEvent): AmountStep {
  if (altKey) return '0.1';
  return shiftKey ? '10' : '1';
}

/** What is missing to the right of the typed fraction, so that the decimal point stands in line. */
function paddingOf({ fraction }: TypedParts): string {
  const point = fraction === '' ? 'var(--point)' : '0px';
  const digits = Math.max(0, fraction.length - 1);
  return `calc((var(--fraction) - 1 - ${digits}) * var(--digit) + ${point})`;
}
