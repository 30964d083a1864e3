import type { Store } from '#lib/store/store';
import type { StoredReceiptKey } from '#lib/store/receipts/receipts';
import { receiptKeyOf } from './receipt-keys.ts';

/** Where the public keys of receipts are kept. */
export interface ReceiptKeyStore extends Pick<Store, 'readReceiptKeys'> {
  readonly write: Pick<Store['write'], 'noteReceiptKey'>;
}

/** Sees to it that the newest key is one that this secret gives: the first key of a database, and the next one after the secret was changed. */
export async function ensureReceiptKey(store: ReceiptKeyStore, secret: Uint8Array, now: Date): Promise<void> {
  const [newest] = await store.readReceiptKeys();
  if (newest && (await receiptKeyOf(secret, newest.n)).kid === newest.kid) return;
  await noteNext(store, secret, { after: newest, now });
}

/** Makes a new key that signs from now on; receipts of the former ones stay valid. Gives all, the newest first. */
export async function rotateReceiptKey(
  store: ReceiptKeyStore,
  secret: Uint8Array,
  now: Date,
): Promise<readonly StoredReceiptKey[]> {
  const [newest] = await store.readReceiptKeys();
  await noteNext(store, secret, { after: newest, now });
  return store.readReceiptKeys();
}

async function noteNext(
  store: ReceiptKeyStore,
  secret: Uint8Array,
  { after, now }: { readonly after: StoredReceiptKey | undefined; readonly now: Date },
): Promise<void> {
  const { n, kid, x } = await receiptKeyOf(secret, (after?.n ?? 0) + 1);
  await store.write.noteReceiptKey({ n, kid, x, sinceMs: now.getTime() });
}
