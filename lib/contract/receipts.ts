/** Where the public keys of receipts are served. */
export const JWKS_PATH = '/.well-known/jwks.json';

/** Public keys as a JSON Web Key Set (RFC 7517). */
export interface PublicKeySet {
  readonly keys: readonly PublicKey[];
}

/** A public Ed25519 key; `kid` is its thumbprint (RFC 7638). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly alg: 'EdDSA';
  readonly use: 'sig';
}

/** A stored receipt, with the keys of which one signed it. */
export interface ShownReceipt {
  readonly jws: string;
  readonly keys: PublicKeySet;
}
