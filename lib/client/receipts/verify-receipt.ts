import { compactVerify, createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet } from 'jose';
import { RECEIPT_HEAD, receiptPayload, type ReceiptPayload } from '#lib/contract/receipts';
import { fail, ok, type Result } from '#lib/domain/result';

/** A receipt whose signature holds. */
export interface VerifiedReceipt {
  readonly payload: ReceiptPayload;
  /** The key that signed it: the thumbprint of RFC 7638. */
  readonly kid: string;
}

/** Three parts of base64url. The last character of the signature has two bits of it: with other bits it would be another text. */
const COMPACT_FORM = /^[\w-]+\.[\w-]+\.[\w-]{85}[AQgw]$/;

const NO_RECEIPT = 'This is not a receipt: no signed text of three parts was found in it.';
const NAMED_TWICE = 'The answer beside the receipt has two members of one name, so it says two things.';
const NO_KEYS = 'This is not a set of public keys: it must be a JSON object with a list named keys.';
const WRONG_SIGNATURE = 'The signature is wrong: the receipt is not as it was signed.';
const UNREADABLE = 'The receipt is signed but cannot be read: a newer program may have issued it.';

/**
 * Verifies a receipt against published keys: `given` is the receipt itself (a compact JWS), or JSON with it as its member
 * `receipt`, such as a saved receipt or a whole answer of /v1; then the answer beside it must be the one that was signed. The
 * failure is a sentence for people.
 */
export async function verifyReceipt(given: string, jwks: string): Promise<Result<VerifiedReceipt, string>> {
  const saved = savedReceipt(given.trim());
  if (!saved.ok) return saved;
  const { jws, beside } = saved.value;
  const signed = await verifySignature(jws, jwks);
  if (!signed.ok) return signed;
  const { kid, text } = signed.value;
  const { success, data: payload } = receiptPayload.safeParse(parsed(text));
  if (!success) return fail(UNREADABLE);
  const altered = alteredBeside(beside, payload);
  return altered === undefined
    ? ok({ payload, kid })
    : fail(`The answer beside the receipt was altered: its ${altered} is not the one that was signed.`);
}

/** The compact JWS in what was saved, and the answer that was saved beside it. */
function savedReceipt(text: string): Result<{ readonly jws: string; readonly beside: object }, string> {
  const isJson = text.startsWith('{');
  const value: unknown = isJson ? parsed(text) : { receipt: text };
  if (!isObject(value)) return fail(NO_RECEIPT);
  const { receipt, ...beside } = value;
  if (typeof receipt !== 'string' || !COMPACT_FORM.test(receipt)) return fail(NO_RECEIPT);
  // Of two members with one name a reader sees both, and JSON.parse the last one.
  if (isJson && countNames(text) !== countMembers(value)) return fail(NAMED_TWICE);
  return ok({ jws: receipt, beside });
}

/** Names of members in a JSON text: its strings that a colon follows. */
function countNames(json: string): number {
  return [...json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined).length;
}

function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, member) => sum + countMembers(member), own);
}

/** What was signed, and the name of the key that signed it. */
async function verifySignature(
  jws: string,
  jwks: string,
): Promise<Result<{ readonly kid: string; readonly text: string }, string>> {
  try {
    const keys = createLocalJWKSet(asKeySet(parsed(jwks)));
    const { payload, protectedHeader } = await compactVerify(jws, keys, { algorithms: [RECEIPT_HEAD.alg] });
    return ok({ kid: String(protectedHeader.kid), text: new TextDecoder().decode(payload) });
  } catch (error) {
    if (error instanceof errors.JWKSInvalid) return fail(NO_KEYS);
    if (error instanceof errors.JWKSNoMatchingKey) {
      const { kid } = decodeProtectedHeader(jws);
      return fail(`The key that signed this receipt, ${kid}, is not among the keys given.`);
    }
    if (error instanceof errors.JWSSignatureVerificationFailed) return fail(WRONG_SIGNATURE);
    // Any other error is of a key that cannot be read.
    return fail(error instanceof errors.JOSEError ? NO_RECEIPT : NO_KEYS);
  }
}

/** The name of a member of the answer that was saved with its receipt, where it says otherwise than was signed. */
function alteredBeside(beside: object, { answer, provenance }: ReceiptPayload): string | undefined {
  const signed = new Map<string, unknown>(Object.entries({ ...answer, provenance }));
  const [altered] =
    Object.entries(beside).find(([name, value]) => sortedJson(value) !== sortedJson(signed.get(name))) ?? [];
  return altered;
}

/** JSON with the members of each object in one order, whatever program saved it; undefined for undefined. */
function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, member: unknown) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).toSorted()) : member,
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a text says as JSON; undefined where it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The library looks at the shape itself. */
function asKeySet(value: unknown): JSONWebKeySet {
  return value as JSONWebKeySet;
}
