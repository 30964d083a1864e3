import type { Store } from '#lib/store/store';
import type { StoredReceiptKey } from '#lib/store/receipts/receipts';
import { type ReceiptKey, receiptKeyOf } from './receipt-keys.ts';

/** Where the public keys of receipts are kept. */
export interface ReceiptKeyStore extends Pick<Store, 'readReceiptKeys'> {
  readonly write: Pick<Store['write'], 'noteReceiptKey'>;
}

/**
 * The key to sign with, given the newest one that the database knows: that one where this secret gives it, else the next, as at the first
 * start and after the secret was changed.
 */
export async function currentReceiptKey(
  newest: StoredReceiptKey | undefined,
  secret: Uint8Array,
): Promise<ReceiptKey> {
  if (!newest) return receiptKeyOf(secret, 1);
  const key = await receiptKeyOf(secret, newest.n);
  return key.kid === newest.kid ? key : receiptKeyOf(secret, newest.n + 1);
}

/** Sees to it that the database knows the key to sign with. */
export async function ensureReceiptKey(store: ReceiptKeyStore, secret: Uint8Array, now: Date): Promise<void> {
  const [newest] = await store.readReceiptKeys();
  const { n, kid, x } = await currentReceiptKey(newest, secret);
  if (kid !== newest?.kid) await store.write.noteReceiptKey({ n, kid, x, sinceMs: now.getTime() });
}

/** Makes a new key that signs from now on; receipts of the former ones stay valid. Gives all, the newest first. */
export async function rotateReceiptKey(
  store: ReceiptKeyStore,
  secret: Uint8Array,
  now: Date,
): Promise<readonly StoredReceiptKey[]> {
  const [newest] = await store.readReceiptKeys();
  const { n, kid, x } = await receiptKeyOf(secret, (newest?.n ?? 0) + 1);
  await store.write.noteReceiptKey({ n, kid, x, sinceMs: now.getTime() });
  return store.readReceiptKeys();
}
