import type { Conversion, ConversionByRegulation, PairRate, Provenance } from '#lib/contract/responses';
import { findCurrency } from '#lib/domain/currencies/currency';
import type { IsoDay } from '#lib/domain/iso-day';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import { exactNumber, roundedText, SIGNIFICANT_DIGITS } from '#lib/domain/rates/exact-number';
import { EURO_DECIMALS, resultDecimals } from '#lib/domain/rates/statutory-conversion';
import type {
  ReceiptContent,
  ReceiptDecimals,
  ReceiptLeg,
  ReceiptRegulation,
} from '#lib/domain/receipts/receipt';

/** A query of a rate, as it was understood. */
interface AskedRate {
  readonly from: string;
  readonly to: string;
  readonly amount?: number;
  readonly source: SourceChoice;
  readonly date: IsoDay | undefined;
  readonly knownAt: number | undefined;
  readonly rule?: string | undefined;
}

type AnsweredRate = PairRate & Partial<Conversion> & { readonly regulation?: ConversionByRegulation };

/**
 * What a receipt says of an answer, before it is named and signed: numbers also as plain decimals, which say all their digits;
 * `exact` has those that are more than a number holds.
 */
export function receiptContent(
  path: string,
  asked: AskedRate,
  answer: AnsweredRate,
  { kind, legs, note }: Provenance,
  exact: Partial<ReceiptDecimals> = {},
): ReceiptContent {
  const { rate, amount, result, regulation } = answer;
  return {
    question: { path, parameters: parametersOf(asked) },
    answer: { ...answer },
    decimals: {
      rate: plain(rate),
      amount: amount === undefined ? null : plain(amount),
      result: result === undefined ? null : plain(result),
      euro: regulation?.euro == null ? null : plain(regulation.euro),
      ...exact,
    },
    legs: legs.map(legOf),
    combination: {
      kind,
      rounding: { times: 'once', mode: 'half-even', significantDigits: SIGNIFICANT_DIGITS },
      regulation: regulation ? regulationOf(regulation, asked.to) : null,
      note: note ?? null,
    },
  };
}

/** The query as anybody could ask it again: upper case, plain decimals, instants in full. */
function parametersOf({ from, to, amount, source, date, knownAt, rule }: AskedRate): Record<string, string> {
  return {
    from,
    to,
    ...(amount !== undefined && { amount: plain(amount) }),
    ...(source.kind === 'only' && { source: source.source }),
    ...(date !== undefined && { date }),
    ...(knownAt !== undefined && { knownAt: new Date(knownAt).toISOString() }),
    ...(rule !== undefined && { rule }),
  };
}

function legOf(leg: Provenance['legs'][number]): ReceiptLeg {
  const { source, base, quote, figure, inverted, observedAt, firstSeenAt, act, document } = leg;
  return { source, base, quote, figure: plain(figure), inverted, observedAt, firstSeenAt, act, document };
}

function regulationOf({ rule, act }: ConversionByRegulation, to: string): ReceiptRegulation {
  return {
    rule,
    act,
    euroDecimals: EURO_DECIMALS,
    resultDecimals: resultDecimals(findCurrency(to)?.minorUnits ?? null),
    mode: 'half-up',
  };
}

/** A number prints at most so many digits. */
const NUMBER_DIGITS = 17;

/** All digits of a number, without an exponent. */
function plain(figure: number): string {
  return roundedText(exactNumber(figure), NUMBER_DIGITS);
}
