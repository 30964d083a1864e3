import { decimalFraction } from '#lib/domain/rates/decimal-fraction';
import type { BankContext } from '#lib/format/bank/bank-context';
import { currencyOptions } from '#lib/format/currencies/currency-list';

/** What statements are read in: an amount of `from` at so many units of `to` for one of `from`, among all known currencies. */
export function bankContext(from: string, to: string, rate: string, amount = '100'): BankContext {
  return {
    from: unitOf(from),
    to: unitOf(to),
    mid: { from, to, amount, rate: decimalFraction(rate) },
    codes: new Set(currencyOptions().map(({ code }) => code)),
  };
}

function unitOf(code: string) {
  const unit = currencyOptions().find((one) => one.code === code);
  if (unit === undefined) throw new Error(`no ${code}`);
  return unit;
}
