import { useEffect, useRef, useState } from 'react';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { useRested } from '#lib/client/browser/use-rested';
import { type ConverterView, converterAddress } from '#lib/client/address/converter-address';
import { movePage } from '#lib/client/address/page-address';
import {
  type AmountReading,
  type AmountUnit,
  amountFieldText,
  type FieldText,
  readFieldText,
} from '#lib/format/numbers/amount-text';

/** How long typing rests before the address follows. */
const ADDRESS_AFTER_MS = 300;

/** Which of the two amounts: the one to convert, or the one wanted in the end. */
export type AmountEnd = ConverterView['end'];

/** The amount that is given, at either end, while it is being typed. */
export interface AmountState {
  readonly end: AmountEnd;
  /** What stands in its field. */
  readonly field: FieldText;
  readonly reading: AmountReading;
  /** The plain amount; null while there is none, or two. */
  readonly amount: string | null;
  readonly isRested: boolean;
  /** The sum that the amount came from, as it was typed; null where there was none. */
  readonly sum: string | null;
  readonly type: (end: AmountEnd, field: FieldText) => void;
  readonly set: (amount: string) => void;
  /** Ends typing: the address takes the amount, the field shows it in full. What cannot be read stays as it is. */
  readonly settle: () => void;
  /** Settles after what the press that ended typing does: a swap then shows at once, and takes the amount with it anyway. */
  readonly settleSoon: () => void;
  /** Forgets what was typed. */
  readonly reset: () => void;
}

interface TypedAmount extends FieldText {
  readonly end: AmountEnd;
}

/** The typed amount beside the one in the address, which follows once typing rests; `ends` are the currencies of both. */
export function useAmount(
  view: ConverterView,
  ends: Readonly<Record<AmountEnd, AmountUnit & { readonly minorUnits: number | null }>>,
): AmountState {
  const [typed, setTyped] = useState<TypedAmount | null>(null);
  const [sum, setSum] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isRested = useRested(typed?.text ?? null);
  const end = typed?.end ?? view.end;
  const reading: AmountReading =
    typed === null ? { kind: 'amount', amount: view.amount, isSum: false } : readFieldText(typed, ends[end]);
  const reset = () => {
    clearTimeout(timer.current);
    setTyped(null);
    setSum(null);
  };
  const set = (amount: string) => {
    clearTimeout(timer.current);
    setTyped(null);
    setSum(typed !== null && /[-+*/×÷%]/.test(typed.text) ? typed.text.trim() : null);
    movePage(converterAddress({ ...view, amount, end }), 'replace');
  };
  const settle = () => {
    if (typed !== null && reading.kind === 'amount') set(reading.amount);
  };
  useForgetOnBack(reset);
  return {
    end,
    field: typed ?? { text: amountFieldText(view.amount, ends[end].minorUnits), isGrouped: true },
    reading,
    amount: amountOf(reading, typed, isRested, ends[end]),
    isRested,
    sum,
    type: (typedEnd, field) => {
      setTyped({ ...field, end: typedEnd });
      setSum(null);
      clearTimeout(timer.current);
      const read = readFieldText(field, ends[typedEnd]);
      if (read.kind !== 'amount') return;
      const address = converterAddress({ ...view, amount: read.amount, end: typedEnd });
      timer.current = setTimeout(() => movePage(address, 'replace'), ADDRESS_AFTER_MS);
    },
    set,
    settle,
    settleSoon: () => {
      clearTimeout(timer.current);
      const { href } = window.location;
      // A link that was pressed may have led on already.
      timer.current = setTimeout(() => window.location.href === href && settle());
    },
    reset,
  };
}

/** While typing goes on, 1.200 may become 1.2005 and 1200* a product: only at rest they are a question and a fault. */
function amountOf(
  reading: AmountReading,
  typed: FieldText | null,
  isRested: boolean,
  unit: AmountUnit,
): string | null {
  if (reading.kind === 'amount') return reading.amount;
  if (isRested || typed === null) return null;
  if (reading.kind === 'ambiguous') return reading.readings[1];
  const begun = readFieldText({ ...typed, text: typed.text.replace(/[-+*/×÷(\s]+$/, '') }, unit);
  return begun.kind === 'amount' ? begun.amount : null;
}

/** "Back" shows what its address says, whatever was being typed. */
function useForgetOnBack(reset: () => void): void {
  // Registered once: the address's own listener renders at once, and a listener put anew then would miss this very event.
  const forget = useStableCall(reset);
  useEffect(() => {
    window.addEventListener('popstate', forget);
    return () => window.removeEventListener('popstate', forget);
  }, [forget]);
}
