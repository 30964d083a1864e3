import { useServed } from '#components/frame/page-root';
import { type ConverterView, withEnd } from '#lib/client/address/converter-address';
import { useStableCall } from '#lib/client/browser/use-stable-call';
import { type AmountUnit, readFieldText } from '#lib/format/numbers/amount-text';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import type { PaletteQuestion } from '#lib/format/palette-question';
import type { AmountEnd, AmountState } from './use-amount.ts';

/** What was pasted into a field or typed there, and what the field then holds. */
export interface GivenText {
  readonly given: string;
  readonly text: string;
}

/** Takes what was given at an end where it may be a question; whether it did, so that the browser need not. */
export type ReadQuestion = (end: AmountEnd, text: GivenText) => boolean;

/** A longer text is no question, and looking for one in it would take its time. */
const LENGTH_MAX = 120;

/** A code, a sign or a word: what names a currency. */
const NAMES = /\p{L}{3}|\p{Sc}/u;

/**
 * Reads what an amount cannot be: `1200 USD to JPY` shows that pair, `JPY 5000` that currency at this end. What is not understood
 * stands in the field as it was given.
 */
export function useQuestion(
  view: ConverterView,
  {
    ends,
    type,
    show,
  }: {
    readonly ends: Readonly<Record<AmountEnd, AmountUnit>>;
    readonly type: AmountState['type'];
    readonly show: (change: Partial<ConverterView>) => void;
  },
): ReadQuestion {
  const { currencies } = useServed();
  return useStableCall((end: AmountEnd, { given, text }: GivenText) => {
    const isAmount = readFieldText({ text, isGrouped: false }, ends[end]).kind !== 'refused';
    if (isAmount || given.length > LENGTH_MAX || !NAMES.test(given)) return false;
    const keep = () => type(end, { text, isGrouped: false });
    void questionOf(currencies, given).then((question) => {
      const change = changeOf(question, given, view, end);
      if (change === null) keep();
      else show(change);
      // Without a network the reader may not come; what was given stands there all the same.
    }, keep);
    return true;
  });
}

/** What a question changes; null where it is none, or may mean several things. */
function changeOf(
  { amounts, pair, found }: PaletteQuestion,
  given: string,
  view: ConverterView,
  end: AmountEnd,
): Partial<ConverterView> | null {
  const [amount, other] = amounts;
  if (other !== undefined) return null;
  if (pair !== null) {
    const codes = { from: pair.from.code, to: pair.to.code };
    return amount === undefined ? codes : { ...codes, amount, end: 'from' };
  }
  const [first, second] = found;
  const isNamed = second === undefined || given.toUpperCase().includes(first?.code ?? '');
  if (first === undefined || amount === undefined || !isNamed) return null;
  return { ...withEnd(view, end, first.code), amount, end };
}

/** The currencies' words are needed by few visitors, so their reader comes when they are. */
async function questionOf(currencies: readonly CurrencyOption[], text: string) {
  const { readPaletteQuestion } = await import('#lib/format/palette-question');
  return readPaletteQuestion(currencies, text);
}
