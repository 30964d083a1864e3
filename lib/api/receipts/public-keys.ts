import { RECEIPT_ALGORITHM } from '#lib/domain/receipts/receipt';
import type { StoredReceiptKey } from '#lib/store/receipts/receipts';

/** Public keys as a JSON Web Key Set (RFC 7517). */
export interface PublicKeySet {
  readonly keys: readonly PublicKey[];
}

interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: typeof RECEIPT_ALGORITHM;
  readonly use: 'sig';
}

/** The keys that sign receipts and those that did, in the order given. */
export function publicKeys(keys: readonly StoredReceiptKey[]): PublicKeySet {
  return {
    keys: keys.map(({ x, kid }) => {
      return { kty: 'OKP', crv: 'Ed25519', x, kid, alg: RECEIPT_ALGORITHM, use: 'sig' };
    }),
  };
}
