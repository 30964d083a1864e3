import type { ReceiptPayload } from '#lib/contract/receipts';
import { currencyName } from '#lib/format/currencies/currency-name';
import { instantText } from '#lib/format/instants';
import { significantText } from '#lib/format/numbers/decimal-text';
import { sourceInText, sourceName } from '#lib/format/sources/source-names';

/** A published figure of a receipt. */
export type ReceiptLeg = ReceiptPayload['provenance']['legs'][number];

/** What is to be said of a receipt that proves nothing. */
export const SIMULATED_SENTENCE =
  'the service’s figures were made up or its clock was set. This receipt proves nothing about real rates.';

/** What was asked, as a person would: `How much is 1200.5 USD (US dollar) in JPY (Japanese yen), at the rate of 2026-04-12?` */
export function questionText({ question: { parameters } }: ReceiptPayload): string {
  const { from = '', to = '', amount, source, date, knownAt, rule } = parameters;
  const [base, quote] = [named(from), named(to)];
  const asked =
    amount === undefined
      ? `What does one ${base} cost in ${quote}`
      : `How much is ${amount} ${base} in ${quote}`;
  const more = [
    ...(source === undefined ? [] : [`from ${sourceInText(source)} alone`]),
    ...(date === undefined ? [] : [`at the rate of ${date}`]),
    ...(knownAt === undefined ? [] : [`as this service knew it at ${instantText(new Date(knownAt))}`]),
    ...(rule === undefined ? [] : ['rounded as Regulation (EC) No 1103/97 requires']),
  ];
  return `${[asked, ...more].join(', ')}?`;
}

/** The answer in words: `1200.5 USD = 191880.670157447 JPY, at 159.83396097227 JPY per USD.` */
export function answerText({ answer: { from, to, amount, result, rate } }: ReceiptPayload): string {
  const price = `${numberText(rate)} ${to} per ${from}`;
  return amount === undefined || result === undefined
    ? `the rate is ${price}.`
    : `${numberText(amount)} ${from} = ${numberText(result)} ${to}, at ${price}.`;
}

/** What is done with a figure, beginning from 1. */
export function stepText({ figure, inverted }: ReceiptLeg, place: number): string {
  const operator = inverted ? '÷ ' : place === 0 ? '' : '× ';
  return `${place === 0 && inverted ? '1 ' : ''}${operator}${numberText(figure)}`;
}

/** Where a figure comes from: its publisher and when, or the act. */
export function originText({ source, observedAt, firstSeenAt, act }: ReceiptLeg): string {
  if (act !== null) return act;
  const seen = firstSeenAt === null ? '' : `, first seen here ${instantText(new Date(firstSeenAt))}`;
  return `${sourceName(source)}, observed ${instantText(new Date(observedAt))}${seen}`;
}

/** How the figures make the answer, and where it was rounded. */
export function roundingText({
  answer: { result, regulation },
  provenance: { legs },
}: ReceiptPayload): string {
  if (legs.length === 0) return 'One unit of a currency is one unit of itself; nothing was rounded.';
  const rate = 'The rate is the result of these steps, rounded once to 15 significant digits (half to even).';
  if (result === undefined) return rate;
  if (regulation === undefined)
    return `${rate} The result is the amount times the unrounded rate, rounded once in the same way.`;
  const euro =
    regulation.euro === null
      ? ''
      : `The amount in euro on the way is ${numberText(regulation.euro)}, rounded to three decimals. `;
  return `${rate} ${euro}The result is rounded to the smallest unit, halves up, by ${regulation.act}.`;
}

/** What a verified receipt says, and what was checked. */
export function checkedSentences(payload: ReceiptPayload, kid: string): readonly string[] {
  const { id, issuedAt, issuer, dataVersion, provenance } = payload;
  const steps = provenance.legs.map(
    (leg, place) => `${stepText(leg, place)} (${leg.source} ${leg.base}/${leg.quote})`,
  );
  const count = steps.length === 1 ? 'one published figure' : `${steps.length} published figures`;
  return [
    `The receipt is valid: ${answerText(payload)}`,
    `Signature: Ed25519, by the key ${kid}, issued at ${issuedAt} by ${issuer ?? 'a service without a public address'}.`,
    steps.length === 0
      ? 'Arithmetic: one unit of a currency is one unit of itself.'
      : `Arithmetic: recomputed from ${count}: ${steps.join(' ')}.`,
    `Receipt ${id}, data version ${dataVersion}.`,
  ];
}

/** More digits than a number prints with. */
const DIGITS_MAX = 17;

function numberText(number: number): string {
  return significantText(number, DIGITS_MAX);
}

function named(code: string): string {
  return `${code} (${currencyName(code)})`;
}
