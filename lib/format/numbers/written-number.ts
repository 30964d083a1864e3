import { type DecimalFraction, decimalFraction, multiplyFractions } from '#lib/domain/rates/decimal-fraction';

/** The mark between whole and fraction: a point, or a comma where points group. */
export type DecimalMark = '.' | ',';

/** Both ways in which the world writes decimals. */
export const DECIMAL_MARKS: readonly DecimalMark[] = ['.', ','];

/** Every way to group that does not depend on the decimal mark: none, or spaces and apostrophes by threes. */
const PLAIN_OR_SPACED = /^(?:\d+|[1-9]\d{0,2}(?: \d{3})+|[1-9]\d{0,2}(?:'\d{3})+)$/;

/** Western groups of three and Indian ones: 1,234,567 and 12,34,567. */
const COMMA_GROUPS = /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})$/;
const POINT_GROUPS = /^[1-9]\d{0,2}(?:\.\d{3})+$/;

const FORM = /^([\d., ']*?)(?:([.,])(\d*))?(?:e(-?\d{1,3}))?$/i;

/**
 * The number that a text means when `mark` is its decimal mark, exactly; null where it then means none: `1.200` is 1.2 with
 * a point and 1200 with a comma, `1.200,5` is 1200.5 with a comma and nothing with a point. A fraction may lack its whole
 * or its digits, as while it is typed.
 */
export function readWrittenNumber(text: string, mark: DecimalMark): DecimalFraction | null {
  const form = FORM.exec(text);
  if (!form) return null;
  const [, before = '', lastMark, after = '', exponent = '0'] = form;
  const isFraction = lastMark === mark;
  const whole = isFraction || lastMark === undefined ? before : before + lastMark + after;
  const fraction = isFraction ? after : '';
  if (whole + fraction === '' || !isWhole(whole, mark)) return null;
  const written = decimalFraction(`${whole.replace(/\D/g, '') || '0'}.${fraction}`);
  return multiplyFractions(written, decimalFraction(`1e${exponent}`));
}

function isWhole(whole: string, mark: DecimalMark): boolean {
  if (whole === '' || PLAIN_OR_SPACED.test(whole)) return true;
  return (mark === '.' ? COMMA_GROUPS : POINT_GROUPS).test(whole);
}
