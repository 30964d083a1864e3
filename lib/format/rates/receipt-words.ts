import type { ReceiptLeg, ReceiptPayload } from '#lib/domain/receipts/receipt';
import { instantText } from '#lib/format/instants';
import { sourceInText, sourceName } from '#lib/format/sources/source-names';
import { currencyName } from '#lib/format/currencies/currency-name';

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

/** What is done with a figure, beginning from 1. */
export function stepText({ figure, inverted }: ReceiptLeg, place: number): string {
  if (place === 0) return inverted ? `1 ÷ ${figure}` : figure;
  return `${inverted ? '÷' : '×'} ${figure}`;
}

/** Where a figure comes from: its publisher and when, or the act. */
export function originText({ source, observedAt, firstSeenAt, act }: ReceiptLeg): string {
  if (act !== null) return act;
  const seen = firstSeenAt === null ? '' : `, first seen here ${instantText(new Date(firstSeenAt))}`;
  return `${sourceName(source)}, observed ${instantText(new Date(observedAt))}${seen}`;
}

const RATE_WORDS = {
  direct: 'this figure',
  inverse: 'this quotient',
  cross: 'the result of these steps',
};

/** How the figures make the answer, and where it was rounded. */
export function roundingText({ combination: { kind, regulation }, decimals }: ReceiptPayload): string {
  if (kind === 'identity') return 'One unit of a currency is one unit of itself; nothing was rounded.';
  const rate = `The rate is ${RATE_WORDS[kind]}, rounded once to 15 significant digits (half to even).`;
  if (decimals.result === null) return rate;
  if (regulation === null)
    return `${rate} The result is the amount times the unrounded rate, rounded once in the same way.`;
  const euro =
    decimals.euro === null
      ? ''
      : `The amount in euro on the way is ${decimals.euro}, rounded to ${regulation.euroDecimals} decimals. `;
  return `${rate} ${euro}The result is rounded to ${regulation.resultDecimals} decimals, halves up, by ${regulation.act}.`;
}

function named(code: string): string {
  return `${code} (${currencyName(code)})`;
}
