import { SIGNIFICANT_DIGITS } from '#lib/domain/rates/exact-number';

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
  const [, whole = '', fraction = '', exponent = '0'] = form;
  const digits = whole + fraction;
  const significant = digits.replace(/^0+/, '').replace(/0+$/, '').length;
  if (significant === 0) return { ok: true, amount: '0' };
  if (significant > SIGNIFICANT_DIGITS) return { ok: false, refusal: 'digits' };
  const value = Number(text);
  if (value < AMOUNT_MIN) return { ok: false, refusal: 'small' };
  if (value > AMOUNT_MAX) return { ok: false, refusal: 'large' };
  return { ok: true, amount: withPoint(digits, whole.length + Number(exponent)) };
}

/** Digits with the point after the first `position` of them; `position` may lie outside. */
function withPoint(digits: string, position: number): string {
  const padded = position > 0 ? digits.padEnd(position, '0') : digits.padStart(digits.length - position, '0');
  const at = Math.max(position, 0);
  const whole = padded.slice(0, at).replace(/^0+/, '') || '0';
  const fraction = padded.slice(at).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
