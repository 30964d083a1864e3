import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';

/** A key that signs receipts: the private part stays in memory and is stored nowhere. */
export interface ReceiptKey {
  /** The number of its rotation, from 1. */
  readonly n: number;
  /** The thumbprint of its public part (RFC 7638). */
  readonly kid: string;
  /** The public part in base64url. */
  readonly x: string;
  readonly privateKey: KeyObject;
}

const SEED_BYTES = 32;

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key of a rotation from the secret of receipts: always the same one, so that nothing else has to be kept. */
export async function receiptKeyOf(secret: Uint8Array, n: number): Promise<ReceiptKey> {
  const seed = Buffer.from(hkdfSync('sha256', secret, 'crossrate', `receipt-key-${n}`, SEED_BYTES));
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x });
  return { n, kid, x, privateKey };
}

/** Names of receipts have as many bits as nobody can guess. */
const ID_BYTES = 16;

/** Names receipts by their content: the same content has the same name, and without the secret it cannot be told. */
export function receiptNames(secret: Uint8Array): (content: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, 'crossrate', 'receipt-id', SEED_BYTES));
  return (content) =>
    createHmac('sha256', key).update(content).digest().subarray(0, ID_BYTES).toString('base64url');
}
