import { CompactSign } from 'jose';
import { jwksOf, receiptKeyOf } from '#lib/api/receipts/receipt-signer';
import { RECEIPT_HEAD, receiptPayload, type ReceiptPayload } from '#lib/contract/receipts';
import type { Provenance } from '#lib/contract/responses';
import { convertAmount, rateOfLegs, roundExact } from '#lib/domain/rates/exact-number';

/** A published figure of a made-up receipt: one `base` costs `figure` units of `quote`. */
export interface FigureOfReceipt {
  readonly base: string;
  readonly quote: string;
  readonly figure: number;
  readonly inverted: boolean;
}

const OBSERVED_AT = '2026-04-13T12:10:00.000Z';

/** What a receipt of a conversion holds, with its numbers as the service makes them. */
export function aReceiptPayload(figures: readonly FigureOfReceipt[], amount = 1200.5): ReceiptPayload {
  const [from, to] = endsOf(figures);
  const exact = rateOfLegs(figures);
  const answer = {
    from,
    to,
    amount,
    result: convertAmount(amount, exact),
    rate: roundExact(exact),
    source: 'ecb',
    timestamp: OBSERVED_AT,
  } as const;
  return {
    version: 1,
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    issuedAt: '2026-04-13T15:00:00.000Z',
    issuer: 'https://rates.example.org',
    simulated: false,
    dataVersion: '3.1776038400',
    question: { path: '/v1/convert', parameters: { from, to, amount: String(amount) } },
    answer,
    provenance: provenanceOf(figures),
  };
}

/** Signs a payload with the key of a made-up secret; the keys are those that verify it. */
export async function signedReceipt(
  payload: unknown,
  n = 1,
): Promise<{ readonly jws: string; readonly keys: string }> {
  const key = await testKey(n);
  const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ ...RECEIPT_HEAD, kid: key.kid })
    .sign(key.privateKey);
  return { jws, keys: jwksOf([key]) };
}

/** The key of a made-up secret. */
export function testKey(n: number): ReturnType<typeof receiptKeyOf> {
  return receiptKeyOf(new Uint8Array(32).fill(n));
}

/** What a receipt says, whether its signature is good or not. */
export function payloadIn(jws: string): ReceiptPayload {
  const [, payload = ''] = jws.split('.');
  return receiptPayload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

function endsOf(figures: readonly FigureOfReceipt[]): readonly [string, string] {
  const [first] = figures;
  const last = figures.at(-1);
  if (!first || !last) return ['EUR', 'EUR'];
  return [first.inverted ? first.quote : first.base, last.inverted ? last.base : last.quote];
}

function provenanceOf(figures: readonly FigureOfReceipt[]): Provenance {
  const [first] = figures;
  const kind = !first ? 'identity' : figures.length > 1 ? 'cross' : first.inverted ? 'inverse' : 'direct';
  return {
    kind,
    age: 'fresh',
    rule: 'current',
    passedOver: [],
    legs: figures.map((figure) => ({
      ...figure,
      source: 'ecb',
      observedAt: OBSERVED_AT,
      age: 'fresh',
      firstSeenAt: '2026-04-13T14:02:11.000Z',
      act: null,
      revision: 1,
      document: { url: 'https://www.ecb.europa.eu/eurofxref-daily.xml', sha256: 'ab'.repeat(32) },
    })),
  };
}
