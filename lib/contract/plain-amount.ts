import { exactNumber, roundedText, SIGNIFICANT_DIGITS } from '#lib/domain/rates/exact-number';

export const AMOUNT_MIN = 1e-12;
export const AMOUNT_MAX = 1e15;

/** Why a decimal is no amount: not a plain decimal, too many digits, too small, too large. */
export type AmountRefusal = 'form' | 'digits' | 'small' | 'large';

/** An amount in plain digits (`1200.5`: no grouping, no exponent, no idle zeros), or why there is none. */
export type PlainAmount =
  | { readonly ok: true; readonly amount: string }
  | { readonly ok: false; readonly refusal: AmountRefusal };

const PLAIN_FORM = /^(\d+)(?:\.(\d+))?(?:[eE](-?\d+))?$/;

/** Reads an amount as GET /v1/convert takes it: `1200.50` is 1200.5, `1e3` is 1000. */
export function plainAmount(text: string): PlainAmount {
  const form = PLAIN_FORM.exec(text);
  if (!form) return { ok: false, refusal: 'form' };
  const [, whole = '', fraction = ''] = form;
  const significant = (whole + fraction).replace(/^0+/, '').replace(/0+$/, '').length;
  if (significant === 0) return { ok: true, amount: '0' };
  if (significant > SIGNIFICANT_DIGITS) return { ok: false, refusal: 'digits' };
  const value = Number(text);
  if (value < AMOUNT_MIN) return { ok: false, refusal: 'small' };
  if (value > AMOUNT_MAX) return { ok: false, refusal: 'large' };
  return { ok: true, amount: roundedText(exactNumber(text)) };
}
