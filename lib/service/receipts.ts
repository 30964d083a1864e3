import { publicKeys } from '#lib/account/secrets/receipt-keys';
import type { DeriveSecret } from '#lib/account/secrets/master-secret';
import type { ApiService } from '#lib/api/api-service';
import type { ReceiptIssuer } from '#lib/api/receipts/receipt-signer';
import { type PublicKeySet, RECEIPT_ID_FORM, type ShownReceipt } from '#lib/contract/receipts';
import type { Environment } from '#lib/platform/environment';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Store } from '#lib/store/store';

/** What receipts are opened with. */
export interface ReceiptParts {
  readonly environment: Environment;
  readonly store: Store;
  readonly secretOf: DeriveSecret;
}

/** Everything about receipts but the signing, which the thread of long answers does. */
export interface Receipts {
  readonly issuer: ReceiptIssuer;
  readonly storeReceipt: ApiService['storeReceipt'];
  /** Every key that ever signed, the newest first; rejects where the database cannot be read. */
  readonly receiptKeys: () => Promise<PublicKeySet>;
  /** Null where there is none of this name; rejects where the database cannot be read. */
  readonly shownReceipt: (id: string) => Promise<ShownReceipt | null>;
}

/** Opens receipts. */
export function openReceipts({ environment, store, secretOf }: ReceiptParts): Receipts {
  const receiptKeys = async () => publicKeys(await store.readReceiptKeys());
  return {
    issuer: {
      secret: new Uint8Array(secretOf('receipts')),
      origin: environment.publicUrl?.origin ?? null,
      isSimulated: environment.isSimulated || environment.clockStartsAt !== null,
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
      // No other text is asked of the database, which may refuse it.
      const jws = RECEIPT_ID_FORM.test(id) ? await store.readReceipt(id) : null;
      return jws === null ? null : { jws, keys: await receiptKeys() };
    },
  };
}
