import type { ReceiptLeg, ReceiptPayload } from './receipt.ts';
import { checkpointOf } from './receipt-log.ts';

/**
 * What a receipt says, and what was checked, in sentences: of one that was verified; `logKey` is the verifier key by which the
 * checkpoint in it was verified, null where it was not.
 */
export function receiptSummary(
  payload: ReceiptPayload,
  kid: string,
  logKey: string | null = null,
): readonly string[] {
  const { issuedAt, issuer, id } = payload;
  return [
    `The receipt is valid: ${answerSentence(payload)}`,
    `Signature: Ed25519, by the key ${kid}, issued at ${issuedAt} by ${issuer ?? 'a service without a public address'}.`,
    `Arithmetic: ${arithmeticSentence(payload)}`,
    ...logSentences(payload, logKey),
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

/** Where the figures are in the log, and whose signature its checkpoint bears, where that was checked. */
function logSentences({ legs, log }: ReceiptPayload, logKey: string | null): readonly string[] {
  const head = checkpointOf(log);
  if (!log || head === null) return [];
  const nameOf = ({ source, base, quote }: ReceiptLeg) => `${source} ${base}/${quote}`;
  const places = legs.flatMap((leg, place) => {
    const entry = log.entries.find((one) => one.leg === place);
    return entry ? [`${nameOf(leg)} is entry ${entry.index}`] : [];
  });
  const others = legs.filter(
    ({ act }, place) => act === null && !log.entries.some(({ leg }) => leg === place),
  );
  const count = head.size === 1 ? 'one entry' : `${head.size} entries`;
  return [
    `Log: ${places.join(', ')} (counted from 0) of ${head.origin}, whose checkpoint has ${count}. ${
      logKey === null ? 'The checkpoint’s own signature was not checked.' : `${logKey} signed the checkpoint.`
    }`,
    ...(others.length > 0 ? [`Log: not proven: ${others.map(nameOf).join(', ')}.`] : []),
  ];
}
