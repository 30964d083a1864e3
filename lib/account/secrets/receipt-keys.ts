import { createHmac, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { type PublicKeySet, RECEIPT_HEAD } from '#lib/contract/receipts';
import type { StoredReceiptKey } from '#lib/store/rates/receipts';
import type { Store } from '#lib/store/store';

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

/**
 * The key to sign with, given the newest one that the database knows: that one where this secret gives it, else the next, as for the first
 * receipt and after the secret was changed.
 */
export async function currentReceiptKey(
  newest: StoredReceiptKey | undefined,
  secret: Uint8Array,
): Promise<ReceiptKey> {
  if (!newest) return receiptKeyOf(secret, 1);
  const key = await receiptKeyOf(secret, newest.n);
  return key.kid === newest.kid ? key : receiptKeyOf(secret, newest.n + 1);
}

/** Makes a new key that signs from now on; receipts of the former ones stay valid. Gives all, the newest first. */
export async function rotateReceiptKey(
  store: Store,
  secret: Uint8Array,
  now: Date,
): Promise<readonly StoredReceiptKey[]> {
  const [newest] = await store.readReceiptKeys();
  const { n, kid, x } = await receiptKeyOf(secret, (newest?.n ?? 0) + 1);
  await store.write.noteReceiptKey({ n, kid, x, sinceMs: now.getTime() });
  return store.readReceiptKeys();
}

/** The keys that sign receipts and those that did, in the order given, for everybody who verifies them. */
export function publicKeys(keys: readonly StoredReceiptKey[]): PublicKeySet {
  const { alg } = RECEIPT_HEAD;
  return { keys: keys.map(({ x, kid }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, alg, use: 'sig' })) };
}
