import { fail, ok, type Result } from '#lib/domain/result';
import { crossingText, type PairWatch, type WatchedPair, watchText } from '#lib/domain/series/pair-watch';
import { readAmountText } from '#lib/format/numbers/amount-text';
import { plainFigure } from '#lib/format/numbers/figures';
import { localNumber } from '#lib/format/numbers/number-text';

/** What is waited for, in the visitor's numbers: `BTC/USD above 1,000,000`. */
export function watchWords(watch: WatchedPair): string {
  return watchText(watch, wholeFigure);
}

/** The figure that crossed: `1 EUR costs 1.1012 USD.`; nothing before the first crossing. */
export function crossingWords(watch: Pick<PairWatch, 'base' | 'quote' | 'crossed'>): string {
  return watch.crossed ? crossingText(watch, watch.crossed.rate, wholeFigure) : '';
}

/** Every digit. */
function wholeFigure(figure: number): string {
  return localNumber(plainFigure(figure));
}

/**
 * Reads a threshold as somebody types or pastes it, in the visitor's way of writing numbers; fails with a sentence that says
 * what to type.
 */
export function readWatchFigure(typed: string): Result<number, string> {
  const reading = readAmountText(typed);
  if (reading.kind === 'ambiguous') {
    const [larger, smaller] = reading.readings.map((plain) => localNumber(plain));
    return fail(`Is this ${larger} or ${smaller}? Type it without grouping, as in ${localNumber('1200.5')}.`);
  }
  const isFigure = reading.kind === 'amount' && !reading.isSum && Number(reading.amount) > 0;
  if (!isFigure) return fail(`Type a number above 0, such as ${localNumber('1.085')}.`);
  return ok(Number(reading.amount));
}
