import type { ReceiptPayload } from './receipt.ts';
import { checkpointOf } from './receipt-log.ts';

/** What a receipt says, and what was checked, in sentences: of one that was verified. */
export function receiptSummary(payload: ReceiptPayload, kid: string): readonly string[] {
  const { issuedAt, issuer, id } = payload;
  return [
    `The receipt is valid: ${answerSentence(payload)}`,
    `Signature: Ed25519, by the key ${kid}, issued at ${issuedAt} by ${issuer ?? 'a service without a public address'}.`,
    `Arithmetic: ${arithmeticSentence(payload)}`,
    ...logSentences(payload),
    `Receipt ${id}, data version ${payload.dataVersion}, ${payload.service.name} ${payload.service.version}.`,
  ];
}

/** What is to be said with that of a receipt that proves nothing. */
export function simulatedWarning({ simulated }: ReceiptPayload): readonly string[] {
  return simulated
    ? [
        'Warning: the service’s figures were made up or its clock was set. This receipt proves nothing about real rates.',
      ]
    : [];
}

/** The answer in words: `1200.5 USD = 191880.670157447 JPY, at 159.83396097227 JPY per USD.` */
export function answerSentence({ answer, decimals: { amount, result, rate } }: ReceiptPayload): string {
  const [from, to] = [String(answer['from']), String(answer['to'])];
  const price = `${rate} ${to} per ${from}`;
  return amount === null || result === null
    ? `the rate is ${price}.`
    : `${amount} ${from} = ${result} ${to}, at ${price}.`;
}

/** How the answer was recomputed: `recomputed from 2 published figures: 1 ÷ 1.1684 (ecb EUR/USD) × 186.75 (ecb EUR/JPY).` */
function arithmeticSentence({ legs, combination }: ReceiptPayload): string {
  if (legs.length === 0) return 'one unit of a currency is one unit of itself.';
  const steps = legs.map(({ source, base, quote, figure, inverted }, place) => {
    const operator = inverted ? '÷ ' : place === 0 ? '' : '× ';
    return `${place === 0 && inverted ? '1 ' : ''}${operator}${figure} (${source} ${base}/${quote})`;
  });
  const count = legs.length === 1 ? 'one published figure' : `${legs.length} published figures`;
  const rule =
    combination.regulation === null
      ? ''
      : `; the result is rounded as ${combination.regulation.act} requires`;
  return `recomputed from ${count}: ${steps.join(' ')}, rounded once to 15 significant digits${rule}.`;
}

/** Where the figures are in the log: `ecb EUR/USD is entry 12 of the 217555 of crossrate/log/0123456789abcdef.` */
function logSentences({ legs, log }: ReceiptPayload): readonly string[] {
  const head = checkpointOf(log);
  if (!log || head === null || log.entries.length === 0) return [];
  const places = log.entries.map(({ leg, index }) => {
    const { source = '', base = '', quote = '' } = legs[leg] ?? {};
    return `${source} ${base}/${quote} is entry ${index + 1}`;
  });
  return [`Log: ${places.join(', ')} of the ${head.size} of ${head.origin}.`];
}
