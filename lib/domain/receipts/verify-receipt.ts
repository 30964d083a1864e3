import {
  base64url,
  calculateJwkThumbprint,
  compactVerify,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JWK,
} from 'jose';
import { fail, ok, type Result } from '#lib/domain/result';
import {
  isObject,
  parsed,
  readReceiptPayload,
  RECEIPT_ALGORITHM,
  type ReceiptLeg,
  type ReceiptPayload,
} from './receipt.ts';
import { recomputeReceipt } from './recompute-receipt.ts';

/** Why a receipt is refused, with one sentence for people. */
export interface ReceiptFault {
  readonly kind: 'format' | 'keys' | 'unknown-key' | 'signature' | 'arithmetic' | 'altered' | 'unable';
  readonly sentence: string;
}

/** A receipt whose signature and arithmetic hold. */
export interface VerifiedReceipt {
  readonly payload: ReceiptPayload;
  /** The key that signed it: the thumbprint of RFC 7638. */
  readonly kid: string;
}

/** Three parts of base64url; the signature has 64 bytes. */
const COMPACT_FORM = /^[\w-]{1,2000}\.[\w-]{1,120000}\.[\w-]{86}$/;

/**
 * Verifies a receipt against published keys: `given` is the receipt itself (a compact JWS), or JSON with it as its member
 * `receipt`, such as a saved receipt or a whole answer of /v1; then the answer beside it must be the one that was signed.
 */
export async function verifyReceipt(
  given: string,
  jwks: string,
): Promise<Result<VerifiedReceipt, ReceiptFault>> {
  const { jws, beside } = receiptIn(given.trim());
  if (jws === null || !isCanonical(jws))
    return refused('format', 'This is not a receipt: no signed text of three parts was found in it.');
  const head = headOf(jws);
  if (head === null || head.alg !== RECEIPT_ALGORITHM || head.kid === null)
    return refused('format', 'This is not a receipt: its head does not name a key and the algorithm EdDSA.');
  const key = await keyOf(jwks, head.kid);
  if (!key.ok) return key;
  const signed = await signedText(jws, key.value);
  if (signed === 'unable') return UNABLE;
  if (signed === null)
    return refused('signature', 'The signature is wrong: the receipt is not as it was signed.');
  const payload = readReceiptPayload(signed);
  if (!payload.ok) return refused('format', `The receipt is signed but cannot be read: ${payload.error}.`);
  const recomputed = recomputeReceipt(payload.value);
  if (!recomputed.ok) return refused('arithmetic', `The arithmetic differs: ${recomputed.error}`);
  const altered = differenceBeside(beside, payload.value);
  if (altered !== null) return refused('altered', altered);
  return ok({ payload: payload.value, kid: head.kid });
}

const UNABLE = refused(
  'unable',
  'Signatures of Ed25519 cannot be checked here: use a newer browser, or a page that came over HTTPS.',
);

function refused(kind: ReceiptFault['kind'], sentence: string): Result<never, ReceiptFault> {
  return fail({ kind, sentence });
}

/** The compact JWS in what was saved, or null, and the answer that was saved beside it. */
export function receiptIn(text: string): {
  readonly jws: string | null;
  readonly beside: Readonly<Record<string, unknown>>;
} {
  if (!text.startsWith('{')) return { jws: text, beside: {} };
  const value = parsed(text);
  if (!isObject(value)) return { jws: null, beside: {} };
  const { receipt, ...beside } = value;
  return { jws: typeof receipt === 'string' ? receipt : null, beside };
}

/** Some characters at the end of base64url stand for bits that nobody reads; with others in their place it would be another text. */
function isCanonical(jws: string): boolean {
  return (
    COMPACT_FORM.test(jws) &&
    jws.split('.').every((part) => {
      try {
        return base64url.encode(base64url.decode(part)) === part;
      } catch {
        return false;
      }
    })
  );
}

function headOf(jws: string): { readonly alg: unknown; readonly kid: string | null } | null {
  try {
    const { alg, kid } = decodeProtectedHeader(jws);
    return { alg, kid: typeof kid === 'string' ? kid : null };
  } catch {
    return null;
  }
}

/** The key of a name; its name must be its thumbprint, or a list could pass one key off as another. */
async function keyOf(jwks: string, kid: string): Promise<Result<JWK, ReceiptFault>> {
  const set = parsed(jwks);
  const keys: readonly unknown[] = isObject(set) && Array.isArray(set['keys']) ? set['keys'] : [];
  if (keys.length === 0)
    return refused(
      'keys',
      'This is not a set of public keys: it must be a JSON object with a list named keys.',
    );
  const found = keys.filter(isObject).find((key) => key['kid'] === kid);
  if (!found)
    return refused('unknown-key', `The key that signed this receipt, ${kid}, is not among the keys given.`);
  const { kty, crv, x } = found;
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string')
    return refused('keys', `The key ${kid} is not a public Ed25519 key.`);
  const jwk = { kty, crv, x };
  const thumbprint = await calculateJwkThumbprint(jwk).catch(() => null);
  if (thumbprint === null) return UNABLE;
  if (thumbprint !== kid)
    return refused('keys', `The key named ${kid} has another thumbprint, so it is a different key.`);
  return ok(jwk);
}

/** What was signed; null where it was not signed with this key, `unable` where that cannot be found out. */
async function signedText(jws: string, jwk: JWK): Promise<string | null | 'unable'> {
  const key = await importJWK(jwk, RECEIPT_ALGORITHM).catch(() => null);
  if (key === null) return 'unable';
  try {
    const { payload } = await compactVerify(jws, key, { algorithms: [RECEIPT_ALGORITHM] });
    return new TextDecoder().decode(payload);
  } catch (error) {
    return error instanceof errors.JWSSignatureVerificationFailed ? null : 'unable';
  }
}

/** What an answer that was saved with its receipt says otherwise than the signed one. */
function differenceBeside(
  beside: Readonly<Record<string, unknown>>,
  { answer, legs }: ReceiptPayload,
): string | null {
  const { provenance, ...fields } = beside;
  for (const [name, value] of Object.entries(fields)) {
    if (JSON.stringify(value) === JSON.stringify(answer[name])) continue;
    return `The answer beside the receipt was altered: its ${name} is ${JSON.stringify(value)}, and ${JSON.stringify(answer[name]) ?? 'none'} was signed.`;
  }
  return provenance === undefined ? null : differenceOfProvenance(provenance, legs);
}

/** What the provenance that was saved with a receipt says of its figures otherwise than the signed legs; it says more than these. */
function differenceOfProvenance(provenance: unknown, legs: readonly ReceiptLeg[]): string | null {
  const given: unknown = isObject(provenance) ? provenance['legs'] : null;
  const altered = 'The provenance beside the receipt was altered:';
  if (!Array.isArray(given) || given.length !== legs.length)
    return `${altered} it does not have the ${legs.length} figures that were signed.`;
  for (const [place, leg] of legs.entries()) {
    const [shown, signed] = [membersOf(given[place]), membersOf({ ...leg, figure: Number(leg.figure) })];
    for (const name of LEG_MEMBERS) {
      const [value, was] = [JSON.stringify(shown[name]) ?? 'none', JSON.stringify(signed[name])];
      if (value !== was)
        return `${altered} ${name} of figure ${place + 1} is ${value}, and ${was} was signed.`;
    }
  }
  return null;
}

const LEG_MEMBERS: readonly (keyof ReceiptLeg)[] = [
  'source',
  'base',
  'quote',
  'figure',
  'inverted',
  'observedAt',
  'firstSeenAt',
  'act',
  'document',
];

/** The members of a leg, in whatever order those of its document were saved. */
function membersOf(leg: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(leg)) return {};
  const { document } = leg;
  return isObject(document)
    ? { ...leg, document: { url: document['url'], sha256: document['sha256'] } }
    : leg;
}
