import { fail, ok, type Result } from '#lib/domain/result';
import { readAmountText } from '#lib/format/numbers/amount-text';
import { localNumber } from '#lib/format/numbers/number-text';

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
