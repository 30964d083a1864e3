import type { ChangeEvent, ClipboardEvent, KeyboardEvent, MouseEvent, RefObject } from 'react';
import { type AmountStep, stepAmount } from '#lib/format/numbers/amount-step';
import { amountFieldText, regroupEdited } from '#lib/format/numbers/amount-text';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { currentLocale } from '#lib/format/numbers/current-locale';
import { type TypedParts, typedParts } from '#lib/format/numbers/ledger-columns';
import { plainNumber } from '#lib/format/numbers/number-text';
import type { AmountEnd, AmountState } from '#components/converter/model/use-amount.ts';
import type { ReadQuestion, GivenText } from '#components/converter/model/use-question.ts';

/** The field over an amount of the ledger. Of the computed amount it is seen while it has the focus only; typing makes it the typed one. */
export function AmountField({
  end,
  currency,
  amount,
  computedText,
  field,
  onQuestion,
}: {
  readonly end: AmountEnd;
  readonly currency: CurrencyOption;
  readonly amount: AmountState;
  /** The amount as it stands there when it is computed, in the visitor's locale; steps go on from exactly what is seen. */
  readonly computedText: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onQuestion: ReadQuestion;
}) {
  const isTyped = amount.end === end;
  const shown = isTyped ? amount.field : { text: computedText, isGrouped: true };
  const refusal =
    isTyped && amount.reading.kind === 'refused' && amount.isRested ? amount.reading.sentence : null;
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { inputType, data } = nativeEvent instanceof InputEvent ? nativeEvent : PASTED;
    // Of what was typed before the page's code ran, only the whole is known. Without one typed in, every separator is ours.
    const wasEarly = inputType === '';
    const hasForeign = wasEarly && data?.includes(currentLocale().group);
    // What is pasted may have any country's separators, so it is read as it is.
    if (hasForeign || /^insertFrom(Paste|Drop)/.test(inputType))
      return amount.type(end, { text: currentTarget.value, isGrouped: false });
    const caret = currentTarget.selectionStart ?? currentTarget.value.length;
    const edited = { text: currentTarget.value, caret, inserted: wasEarly ? '' : (data ?? '') };
    const { caret: newCaret, ...next } = regroupEdited(shown, edited);
    // Set before React does, which then leaves the caret alone; and only where it changes, since either lays the page out.
    if (currentTarget.value !== next.text) currentTarget.value = next.text;
    if (currentTarget.selectionStart !== newCaret) currentTarget.setSelectionRange(newCaret, newCaret);
    amount.type(end, next);
  };
  const isQuestion = () => {
    const text = shown.isGrouped ? shown.text.replaceAll(currentLocale().group, '') : shown.text;
    return isTyped && onQuestion(end, { given: text.trim(), text });
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') return isQuestion() || amount.settle();
    if (event.key === 'Escape') return isTyped ? amount.reset() : event.currentTarget.blur();
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0;
    if (direction === 0) return;
    const plain = isTyped ? amount.amount : plainNumber(computedText);
    if (plain === null) return;
    event.preventDefault();
    const stepped = stepAmount(plain, stepOf(event), direction);
    amount.type(end, { text: amountFieldText(stepped, currency.minorUnits), isGrouped: true });
  };
  return (
    <>
      <input
        ref={field}
        value={shown.text}
        onChange={change}
        onKeyDown={press}
        onPaste={(event) => {
          if (onQuestion(end, pastedInto(event))) event.preventDefault();
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onMouseDown={selectFirst}
        onBlur={() => isTyped && amount.settleSoon()}
        size={1}
        inputMode="decimal"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="done"
        placeholder="0"
        aria-label={`${end === 'from' ? 'Amount' : 'Result'} in ${currency.name}`}
        aria-invalid={refusal !== null}
        aria-describedby={refusal === null ? undefined : `${end}-refusal`}
        className={`figure-fit col-span-2 col-start-2 row-start-1 w-0 min-w-full rounded-none border-0 bg-transparent text-right caret-accent outline-none placeholder:text-text-muted aria-invalid:text-outage max-phone:col-span-full max-phone:col-start-1 max-phone:row-start-2 ${isTyped ? '' : 'opacity-0 focus:opacity-100'}`}
        style={{ paddingRight: paddingOf(typedParts(shown.text)) }}
      />
      {refusal !== null && (
        <p
          id={`${end}-refusal`}
          role="alert"
          className="col-span-full pb-3 text-right text-sm text-outage max-phone:pb-0"
        >
          {refusal}
        </p>
      )}
    </>
  );
}

function pastedInto({ currentTarget, clipboardData }: ClipboardEvent<HTMLInputElement>): GivenText {
  const { value, selectionStart, selectionEnd } = currentTarget;
  const given = clipboardData.getData('text/plain').trim();
  const text = value.slice(0, selectionStart ?? 0) + given + value.slice(selectionEnd ?? value.length);
  return { given, text };
}

/**
 * A press, of a finger too, that brings the focus selects the amount, so that typing replaces it; the next one places the caret.
 */
function selectFirst(event: MouseEvent<HTMLInputElement>): void {
  if (event.currentTarget === document.activeElement) return;
  event.preventDefault();
  event.currentTarget.focus();
}

/** How a change is taken that does not say how it was made. */
const PASTED = { inputType: 'insertFromPaste', data: null };

function stepOf({ shiftKey, altKey }: KeyboardEvent): AmountStep {
  if (altKey) return '0.1';
  return shiftKey ? '10' : '1';
}

/** What is missing to the right of the typed fraction, so that the decimal point stands in line. */
function paddingOf({ fraction }: TypedParts): string {
  if (fraction === '') return 'var(--ledger-fraction)';
  return `calc(var(--ledger-fraction) - var(--point) - ${fraction.length - 1} * var(--digit))`;
}
