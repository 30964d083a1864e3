import type { ReceiptPayload } from './receipt.ts';

/** What a verified receipt says, and what was checked, in sentences. */
export function receiptSummary(payload: ReceiptPayload, kid: string): readonly string[] {
  const { issuedAt, issuer, id } = payload;
  return [
    `The receipt is valid: ${answerSentence(payload)}`,
    `Signature: Ed25519, by the key ${kid}, issued at ${issuedAt} by ${issuer ?? 'a service without a public address'}.`,
    `Arithmetic: ${arithmeticSentence(payload)}`,
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
