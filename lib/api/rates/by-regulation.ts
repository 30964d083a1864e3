import type { ApiError } from '#lib/contract/errors';
import type { Conversion, ConversionByRegulation } from '#lib/contract/responses';
import { findCurrency, isRetiredOn } from '#lib/domain/currencies/currency';
import { isInForce, type Peg } from '#lib/domain/currencies/peg';
import type { IsoDay } from '#lib/domain/iso-day';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { SIGNIFICANT_DIGITS } from '#lib/domain/rates/exact-number';
import { convertByRegulation, type StatutoryCurrency } from '#lib/domain/rates/statutory-conversion';
import { fail, ok, type Result } from '#lib/domain/result';

const EURO = 'EUR';

const ACT = 'Council Regulation (EC) No 1103/97, Articles 4 and 5';

/** A result that law rounds, and how. */
interface RegulatedResult {
  readonly result: number;
  readonly regulation: ConversionByRegulation;
}

/** A result that law rounds, and how; the failure names a currency that the Regulation does not know, or says that the sum is too large. */
export function byRegulation(
  {
    from,
    to,
    amount,
    rule,
  }: Pick<Conversion, 'from' | 'to' | 'amount'> & Pick<ConversionByRegulation, 'rule'>,
  { sources, today }: RateSnapshot,
): Result<RegulatedResult, ApiError> {
  const pegs = sources.flatMap((source) => source.pegs).filter((peg) => isInForce(peg, today));
  const [first, second] = [statutory(from, pegs, today), statutory(to, pegs, today)];
  if (!first || !second) {
    const message = `rule=${rule} is for the euro and the currencies that it replaced; ${first ? to : from} is not one of them.`;
    return fail({ code: 'pair_unavailable', message });
  }
  // A sum against itself is not converted.
  const converted = from === to ? { result: amount, euro: null } : convertByRegulation(amount, first, second);
  if (!converted) {
    const message = `amount is too large for rule=${rule}: the result would have more than ${SIGNIFICANT_DIGITS} digits.`;
    return fail({ code: 'invalid_parameter', message });
  }
  const { result, euro } = converted;
  return ok({ result, regulation: { rule, act: ACT, euro } });
}

/** The euro, or a currency that it has replaced by a day; null for others, such as one that was only tied to it by then. */
function statutory(code: string, pegs: readonly Peg[], day: IsoDay): StatutoryCurrency | null {
  const currency = findCurrency(code);
  const minorUnits = currency?.minorUnits ?? null;
  if (code === EURO) return { rate: null, minorUnits };
  if (currency?.successor !== EURO || !isRetiredOn(currency, day)) return null;
  const peg = pegs.find(({ base, quote }) => base === EURO && quote === code);
  return peg ? { rate: peg.rate, minorUnits } : null;
}
