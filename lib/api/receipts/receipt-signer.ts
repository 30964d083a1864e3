import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, CompactSign } from 'jose';
import { RECEIPT_HEAD, type ReceiptContent, type ReceiptPayload } from '#lib/contract/receipts';
import type { NewReceipt, ReceiptFigure, ReceiptKey } from '#lib/store/rates/receipts';
import type { Store } from '#lib/store/store';

/** Who issues receipts. */
export interface ReceiptIssuer {
  /** What the key and names are derived from. */
  readonly secret: Uint8Array;
  /** Where the service is reached; null where the operator has not said so. */
  readonly origin: string | null;
  readonly isSimulated: boolean;
}

/** What a receipt says beside its content. */
export interface ReceiptMoment {
  /** Names what the answer is made from: the same question then has the same receipt. */
  readonly madeFrom: string;
  readonly dataVersion: string;
  readonly issuedAt: Date;
}

/**
 * Signs receipts; gives the stored receipt of the same answer where there is one, and then nothing to store. Rejects where the
 * database cannot be read.
 */
export type SignReceipt = (
  content: ReceiptContent,
  moment: ReceiptMoment,
) => Promise<{ readonly jws: string; readonly toStore: NewReceipt | null }>;

/** Names of receipts have as many bits as nobody can guess. */
const ID_BYTES = 16;

/** Signs with the key of the issuer's secret. The same content has the same name, which cannot be told without the secret. */
export async function createReceiptSigner(
  { secret, origin, isSimulated }: ReceiptIssuer,
  reads: Pick<Store, 'readReceipt'>,
): Promise<SignReceipt> {
  const { privateKey, ...key } = await receiptKeyOf(secret);
  const nameKey = derive(secret, 'receipt-id');
  return async (content, { madeFrom, dataVersion, issuedAt }) => {
    const named = JSON.stringify([content, madeFrom, origin, isSimulated]);
    const id = createHmac('sha256', nameKey)
      .update(named)
      .digest()
      .subarray(0, ID_BYTES)
      .toString('base64url');
    const known = await reads.readReceipt(id);
    if (known !== null) return { jws: known, toStore: null };
    const payload: ReceiptPayload = {
      version: 1,
      id,
      issuedAt: issuedAt.toISOString(),
      issuer: origin,
      simulated: isSimulated,
      dataVersion,
      ...content,
    };
    const jws = await new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
      .setProtectedHeader({ ...RECEIPT_HEAD, kid: key.kid })
      .sign(privateKey);
    return { jws, toStore: { id, issuedAtMs: issuedAt.getTime(), jws, figures: figuresOf(content), key } };
  };
}

/** What was published; the figures of law are in this program. */
function figuresOf({ provenance: { legs } }: ReceiptContent): readonly ReceiptFigure[] {
  return legs
    .filter(({ act }) => act === null)
    .map(({ source, base, quote, figure: rate, observedAt, document }) => {
      return { source, base, quote, atMs: Date.parse(observedAt), rate, sha256: document?.sha256 ?? null };
    });
}

const SECRET_BYTES = 32;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key from the secret of receipts: always the same one, so that its private half is stored nowhere. */
export async function receiptKeyOf(
  secret: Uint8Array,
): Promise<ReceiptKey & { readonly privateKey: KeyObject }> {
  const der = Buffer.concat([PKCS8_HEAD, derive(secret, 'receipt-key')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kid: await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x }), x, privateKey };
}

function derive(secret: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'crossrate', purpose, SECRET_BYTES));
}

/** Public keys as a JSON Web Key Set (RFC 7517), in the order given, for everybody who verifies receipts. */
export function jwksOf(keys: readonly ReceiptKey[]): string {
  const { alg } = RECEIPT_HEAD;
  return JSON.stringify({
    keys: keys.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, alg, use: 'sig' })),
  });
}
