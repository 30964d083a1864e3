import { type ConverterView, withEnd } from '#lib/client/converter-address';
import { useStableCall } from '#lib/client/use-stable-call';
import type { CurrencyOption } from '#lib/format/currency-list';
import { type AmountUnit, readFieldText } from '#lib/format/amount-text';
import type { AmountEnd, AmountState } from './use-amount.ts';

/** Takes a text that was pasted into the field of an end; whether it did, so that the browser need not. */
export type Paste = (end: AmountEnd, text: string) => boolean;

/** A code, a sign or a word: what names a currency. */
const NAMES = /\p{L}{3}|\p{Sc}/u;

/**
 * Reads what an amount cannot be: `1200 USD to JPY` shows that pair, `JPY 5000` that currency at this end. What is not understood
 * stands in the field as it was pasted.
 */
export function usePaste(
  view: ConverterView,
  {
    ends,
    currencies,
    type,
    show,
  }: {
    readonly ends: Readonly<Record<AmountEnd, AmountUnit>>;
    readonly currencies: readonly CurrencyOption[];
    readonly type: AmountState['type'];
    readonly show: (change: Partial<ConverterView>) => void;
  },
): Paste {
  return useStableCall((end: AmountEnd, text: string) => {
    const isAmount = readFieldText({ text, isGrouped: false }, ends[end]).kind !== 'refused';
    if (isAmount || !NAMES.test(text)) return false;
    void readQuestion(currencies, text).then(({ amounts: [amount, ...others], pair, found }) => {
      const [only, ...more] = found;
      const isOne = only !== undefined && (more.length === 0 || text.toUpperCase().includes(only.code));
      if (others.length > 0 || (pair === null && (!isOne || amount === undefined)))
        return type(end, { text, isGrouped: false });
      if (pair === null && only)
        return show({ ...withEnd(view, end, only.code), end, ...(amount && { amount }) });
      if (pair)
        show({
          from: pair.from.code,
          to: pair.to.code,
          ...(amount !== undefined && { amount, end: 'from' }),
        });
    });
    return true;
  });
}

/** The currencies' words are needed by few visitors, so their reader comes when they are. */
async function readQuestion(currencies: readonly CurrencyOption[], text: string) {
  const { readPaletteQuestion, searchableCurrencies } = await import('#lib/format/palette-question');
  return readPaletteQuestion(searchableCurrencies(currencies), text);
}
