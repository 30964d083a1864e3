import type { PublicKeySet } from '#lib/contract/receipts';
import { RECEIPT_ALGORITHM } from '#lib/domain/receipts/receipt';
import type { StoredReceiptKey } from '#lib/store/receipts/receipts';

/** The keys that sign receipts and those that did, in the order given. */
export function publicKeys(keys: readonly StoredReceiptKey[]): PublicKeySet {
  return {
    keys: keys.map(({ x, kid }) => {
      return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: RECEIPT_ALGORITHM, use: 'sig' };
    }),
  };
}
