import type { Conversion, ConversionByRegulation, PairRate, Provenance } from './responses.ts';

/** Where the public keys of receipts are served. */
export const JWKS_PATH = '/.well-known/jwks.json';

/** The only form of a receipt that there is so far. */
export const RECEIPT_VERSION = 1;

/** Every signature is one of Ed25519. */
export const RECEIPT_HEAD = { alg: 'EdDSA', typ: 'crossrate-receipt+jws' } as const;

/** A receipt's name: 16 bytes in base64url. */
export const RECEIPT_ID_FORM = /^[\w-]{22}$/;

/** What was asked and answered, and how the answer was made: the part of a receipt that does not depend on when it was issued. */
export interface ReceiptContent {
  /** The query in one form: codes in upper case, plain decimals, instants in full. */
  readonly question: { readonly path: string; readonly parameters: Readonly<Record<string, string>> };
  /** The answer as it was given, without what was included beside it. */
  readonly answer: PairRate & Partial<Conversion> & { readonly regulation?: ConversionByRegulation };
  readonly provenance: Provenance;
}

/** What is signed. Members that a reader does not know are signed too, and no error: later receipts may say more. */
export interface ReceiptPayload extends ReceiptContent {
  readonly version: typeof RECEIPT_VERSION;
  /** The receipt is shown at `/receipt/<id>`. */
  readonly id: string;
  readonly issuedAt: string;
  /** Where the service is reached; null where its operator has not said so. */
  readonly issuer: string | null;
  /** Whether the figures are made up or the clock was set: such a receipt proves nothing about real rates. */
  readonly simulated: boolean;
  /** The version of the service's data, as in `X-Data-Version`. */
  readonly dataVersion: string;
}

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

/** Reads the payload of a compact JWS, whether its signature is good or not; null where it is no receipt of this version. */
export function receiptPayloadIn(jws: string): ReceiptPayload | null {
  const [, payload = ''] = jws.split('.');
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
    const value: unknown = JSON.parse(text);
    const isKnown =
      typeof value === 'object' && value !== null && 'version' in value && value.version === RECEIPT_VERSION;
    return isKnown ? asPayload(value) : null;
  } catch {
    return null;
  }
}

/** A service signs nothing else under this version; whoever must be sure of that verifies the signature. */
function asPayload(value: unknown): ReceiptPayload {
  return value as ReceiptPayload;
}
