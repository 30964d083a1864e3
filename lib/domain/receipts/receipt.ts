import { fail, ok, type Result } from '#lib/domain/result';

/** The only form of a receipt that there is so far. */
export const RECEIPT_VERSION = 1;

/** The algorithm of every signature: EdDSA with Ed25519. */
export const RECEIPT_ALGORITHM = 'EdDSA';

/** What the head of a receipt says that it is. */
export const RECEIPT_TYPE = 'crossrate-receipt+jws';

/** One published figure: one `base` costs `figure` units of `quote`. Instants are ISO 8601 in UTC. */
export interface ReceiptLeg {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  /** As published, as a plain decimal. */
  readonly figure: string;
  /** Whether the rate divides by the figure. */
  readonly inverted: boolean;
  readonly observedAt: string;
  /** When the service first had it; null for a rate of law. */
  readonly firstSeenAt: string | null;
  /** The act of a rate that law fixes; else null. */
  readonly act: string | null;
  /** Where it was read, with the SHA-256 of the bytes in hex; null for a rate of law. */
  readonly document: { readonly url: string; readonly sha256: string } | null;
}

/** Rates and results are rounded once, half-even, to so many significant digits. */
export interface ReceiptRounding {
  readonly times: 'once';
  readonly mode: 'half-even';
  readonly significantDigits: 15;
}

/** How law had the result rounded: halves up, at so many decimals. */
export interface ReceiptRegulation {
  readonly rule: 'eu-1103-97';
  readonly act: string;
  /** Decimals of the amount in euro between two replaced currencies. */
  readonly euroDecimals: number;
  readonly resultDecimals: number;
  readonly mode: 'half-up';
}

/** How the legs make the rate: their product in order, where inverted ones divide. */
export interface ReceiptCombination {
  readonly kind: 'identity' | 'direct' | 'inverse' | 'cross';
  readonly rounding: ReceiptRounding;
  readonly regulation: ReceiptRegulation | null;
  /** Says that the rate is of an earlier day than the one that was asked for; null where it is not. */
  readonly note: string | null;
}

/** The numbers of the answer as plain decimals; null where the answer has none. */
export interface ReceiptDecimals {
  readonly rate: string;
  readonly amount: string | null;
  readonly result: string | null;
  /** The rounded amount in euro on the way; null where there is none. */
  readonly euro: string | null;
}

/** What was asked and answered, and how the answer was made: the part of a receipt that does not depend on when it was issued. */
export interface ReceiptContent {
  readonly question: { readonly path: string; readonly parameters: Readonly<Record<string, string>> };
  /** The answer as it was given, without what was included beside it. */
  readonly answer: Readonly<Record<string, unknown>>;
  readonly decimals: ReceiptDecimals;
  readonly legs: readonly ReceiptLeg[];
  readonly combination: ReceiptCombination;
}

/** What is signed. Members that a reader does not know are signed too, and no error: later receipts may say more. */
export interface ReceiptPayload extends ReceiptContent {
  readonly version: typeof RECEIPT_VERSION;
  /** 128 bits as base64url; the receipt is shown at `/receipt/<id>`. */
  readonly id: string;
  readonly issuedAt: string;
  /** Where the service is reached; null where its operator has not said so. */
  readonly issuer: string | null;
  readonly service: { readonly name: string; readonly version: string };
  /** Whether the figures are made up or the clock was set: such a receipt proves nothing about real rates. */
  readonly simulated: boolean;
  /** The version of the service's data, as in `X-Data-Version`. */
  readonly dataVersion: string;
}

/** A receipt's name: 16 bytes in base64url. */
export const RECEIPT_ID_FORM = /^[\w-]{22}$/;

/** Decimals in receipts: no sign, no exponent, few enough digits to compute with. */
const DECIMAL_FORM = /^(?=.{1,64}$)\d+(\.\d+)?$/;

const KINDS: readonly unknown[] = ['identity', 'direct', 'inverse', 'cross'];

const LEGS_MAX = 32;

/** Reads the payload of a compact JWS, whether its signature is good or not. */
export function receiptPayloadIn(jws: string): Result<ReceiptPayload, string> {
  const [, payload = ''] = jws.split('.');
  try {
    const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
    return readReceiptPayload(new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0))));
  } catch {
    return fail('it is not base64url');
  }
}

/** Reads what was signed; the failure says what of it is not as it should be. */
export function readReceiptPayload(text: string): Result<ReceiptPayload, string> {
  const value = parsed(text);
  if (!isObject(value)) return fail('it is not JSON');
  if (value['version'] !== RECEIPT_VERSION)
    return fail(`its version is ${JSON.stringify(value['version'])}, and only ${RECEIPT_VERSION} is known`);
  const wrong = Object.entries(MEMBERS).find(([name, isSound]) => !isSound(value[name]));
  return wrong ? fail(`its member ${wrong[0]} is not as it should be`) : ok(asPayload(value));
}

type Check = (value: unknown) => boolean;

/** What each member must be before anything is computed with it. */
const MEMBERS: Readonly<Record<Exclude<keyof ReceiptPayload, 'version'>, Check>> = {
  id: (value) => isText(value) && RECEIPT_ID_FORM.test(value),
  issuedAt: isInstant,
  issuer: orNull(isText),
  service: (value) => isObject(value) && isText(value['name']) && isText(value['version']),
  simulated: (value) => typeof value === 'boolean',
  dataVersion: isText,
  question: (value) =>
    isObject(value) &&
    isText(value['path']) &&
    isObject(value['parameters']) &&
    Object.values(value['parameters']).every(isText),
  answer: isObject,
  decimals: (value) =>
    isObject(value) &&
    isDecimal(value['rate']) &&
    ['amount', 'result', 'euro'].every((name) => orNull(isDecimal)(value[name])),
  legs: (value) => Array.isArray(value) && value.length <= LEGS_MAX && value.every(isLeg),
  combination: (value) =>
    isObject(value) &&
    KINDS.includes(value['kind']) &&
    isRounding(value['rounding']) &&
    orNull(isRegulation)(value['regulation']) &&
    orNull(isText)(value['note']),
};

function isLeg(value: unknown): boolean {
  return (
    isObject(value) &&
    [value['source'], value['base'], value['quote']].every(isText) &&
    isDecimal(value['figure']) &&
    /[1-9]/.test(String(value['figure'])) &&
    typeof value['inverted'] === 'boolean' &&
    isInstant(value['observedAt']) &&
    orNull(isInstant)(value['firstSeenAt']) &&
    orNull(isText)(value['act']) &&
    orNull(isDocument)(value['document'])
  );
}

function isDocument(value: unknown): boolean {
  return isObject(value) && isText(value['url']) && /^[0-9a-f]{64}$/.test(String(value['sha256']));
}

function isRounding(value: unknown): boolean {
  return (
    isObject(value) &&
    value['times'] === 'once' &&
    value['mode'] === 'half-even' &&
    value['significantDigits'] === 15
  );
}

function isRegulation(value: unknown): boolean {
  return (
    isObject(value) &&
    value['rule'] === 'eu-1103-97' &&
    value['mode'] === 'half-up' &&
    isText(value['act']) &&
    [value['euroDecimals'], value['resultDecimals']].every(isDecimalPlaces)
  );
}

function isDecimalPlaces(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 15;
}

function isDecimal(value: unknown): boolean {
  return isText(value) && DECIMAL_FORM.test(value);
}

function isInstant(value: unknown): boolean {
  if (!isText(value)) return false;
  const instant = new Date(value);
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === value;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function orNull(check: Check): Check {
  return (value) => value === null || check(value);
}

/** Whether something that was parsed is an object and no list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a text says as JSON; undefined where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Each member was looked at just before. */
function asPayload(value: unknown): ReceiptPayload {
  return value as ReceiptPayload;
}
