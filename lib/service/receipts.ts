import type { DeriveSecret } from '#lib/account/secrets/master-secret';
import type { ApiService } from '#lib/api/api-service';
import { jwksOf, type ReceiptIssuer } from '#lib/api/receipts/receipt-signer';
import type { ShownReceipt } from '#lib/contract/receipts';
import type { Environment } from '#lib/platform/environment';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Store } from '#lib/store/store';

/** Everything about receipts but the signing, which the thread of long answers does. */
export interface Receipts {
  readonly issuer: ReceiptIssuer;
  readonly storeReceipt: ApiService['storeReceipt'];
  /** The public key of every receipt, the newest first, as a JSON Web Key Set; rejects where the database cannot be read. */
  readonly receiptKeys: () => Promise<string>;
  /** Null where there is none of this name; rejects where the database cannot be read. */
  readonly shownReceipt: (id: string) => Promise<ShownReceipt | null>;
}

/** A receipt's name: 16 bytes in base64url. No other text is asked of the database, which may refuse it. */
const ID_FORM = /^[\w-]{22}$/;

/** Opens receipts. */
export function openReceipts(
  { publicUrl, isSimulated, clockStartsAt }: Environment,
  store: Store,
  secretOf: DeriveSecret,
): Receipts {
  const receiptKeys = async () => jwksOf(await store.readReceiptKeys());
  return {
    issuer: {
      secret: new Uint8Array(secretOf('receipts')),
      origin: publicUrl?.origin ?? null,
      isSimulated: isSimulated || clockStartsAt !== null,
    },
    storeReceipt: async (receipt) => {
      try {
        return (await store.write.storeReceipt(receipt)) ? 'stored' : 'known';
      } catch (error) {
        if (error instanceof DatabaseUnavailable) return 'away';
        throw error;
      }
    },
    receiptKeys,
    shownReceipt: async (id) => {
      const jws = ID_FORM.test(id) ? await store.readReceipt(id) : null;
      return jws === null ? null : { jws, jwks: await receiptKeys() };
    },
  };
}
