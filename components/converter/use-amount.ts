import { useEffect, useRef, useState } from 'react';
import { type ConverterView, converterAddress } from '#lib/client/converter-address';
import { movePage } from '#lib/client/page-address';
import { type AmountReading, amountFieldText, readAmountText } from '#lib/format/amount-text';

/** How long typing rests before the address follows. */
const ADDRESS_AFTER_MS = 300;

/** How long typing rests before a question is asked or a result announced. */
export const REST_MS = 500;

/** The amount while it is being typed. */
export interface AmountState {
  /** What stands in the field. */
  readonly text: string;
  readonly reading: AmountReading;
  /** The plain amount that is converted; null while there is none, or two. */
  readonly amount: string | null;
  readonly isRested: boolean;
  readonly type: (text: string) => void;
  readonly set: (amount: string) => void;
  /** Ends typing: the address takes the amount, the field shows it in full. What cannot be read stays as it is. */
  readonly settle: () => void;
  /** Forgets what was typed. */
  readonly reset: () => void;
}

/** The typed amount beside the one in the address, which follows once typing rests. */
export function useAmount(view: ConverterView, minorUnits: number | null): AmountState {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isRested = useRested(typed);
  const reading: AmountReading =
    typed === null ? { kind: 'amount', amount: view.amount } : readAmountText(typed);
  const follow = (amount: string, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => movePage(converterAddress({ ...view, amount }), 'replace'), afterMs);
  };
  const reset = () => {
    clearTimeout(timer.current);
    setTyped(null);
  };
  const set = (amount: string) => {
    reset();
    movePage(converterAddress({ ...view, amount }), 'replace');
  };
  // Registered once: the address's own listener renders at once, and a listener put anew then would miss this very event.
  useEffect(() => {
    const forget = () => {
      clearTimeout(timer.current);
      setTyped(null);
    };
    window.addEventListener('popstate', forget);
    return () => window.removeEventListener('popstate', forget);
  }, []);
  return {
    text: typed ?? amountFieldText(view.amount, minorUnits),
    reading,
    amount: amountOf(reading, isRested),
    isRested,
    type: (text) => {
      setTyped(text);
      const read = readAmountText(text);
      if (read.kind === 'amount') follow(read.amount, ADDRESS_AFTER_MS);
      else clearTimeout(timer.current);
    },
    set,
    settle: () => {
      if (typed !== null && reading.kind === 'amount') set(reading.amount);
    },
    reset,
  };
}

/** While typing goes on, 1.200 may become 1.2005: only at rest it is a question. */
function amountOf(reading: AmountReading, isRested: boolean): string | null {
  if (reading.kind === 'amount') return reading.amount;
  return reading.kind === 'ambiguous' && !isRested ? reading.readings[1] : null;
}

/** Whether a value has not changed for a while. */
function useRested(value: string | null): boolean {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return rested === value;
}
