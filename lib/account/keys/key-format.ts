import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What every key begins with, so that people and secret scanners know one when they see it. */
export const KEY_START = 'xr_live_';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 256 bits, which 43 base62 characters hold (62^43 > 2^256). */
const SECRET_BYTES = 32;
const SECRET_CHARACTERS = 43;

/** 32 bits, which 6 base62 characters hold (62^6 > 2^32). */
const CHECKSUM_CHARACTERS = 6;

/** Characters of a key. */
export const KEY_LENGTH = KEY_START.length + SECRET_CHARACTERS + CHECKSUM_CHARACTERS;

/** Characters of the secret that lists show: 36 of its 256 bits. */
const SHOWN_CHARACTERS = 6;

/** Length of the visible start: `xr_live_` and six characters. */
export const SHOWN_PREFIX_LENGTH = KEY_START.length + SHOWN_CHARACTERS;

const KEY_FORM = /^xr_live_[0-9A-Za-z]{49}$/;

/** A new key and what may be kept of it. The key is shown once and never stored. */
export interface MintedKey {
  readonly key: string;
  readonly hash: string;
  readonly prefix: string;
  readonly last4: string;
}

/** Makes a key from 256 random bits. */
export function mintKey(): MintedKey {
  const body =
    KEY_START + toBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_CHARACTERS);
  const key = body + checksumOf(body);
  return {
    key,
    hash: hashKey(key),
    prefix: key.slice(0, SHOWN_PREFIX_LENGTH),
    last4: key.slice(-4),
  };
}

/** Whether a text has a key's form and its checksum fits; mistyped keys fail here, before any look-up. */
export function isWellFormedKey(text: string): boolean {
  if (!KEY_FORM.test(text)) return false;
  return text.slice(-CHECKSUM_CHARACTERS) === checksumOf(text.slice(0, -CHECKSUM_CHARACTERS));
}

/** SHA-256 in hex. A key has 256 random bits, so a slow hash would protect nothing more. */
export function hashKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** On the request path, so in plain numbers: a CRC-32 is exact in a double. */
function checksumOf(body: string): string {
  let text = '';
  for (let rest = crc32(body); rest > 0; rest = Math.floor(rest / 62))
    text = (BASE62[rest % 62] ?? '') + text;
  return text.padStart(CHECKSUM_CHARACTERS, '0');
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = (BASE62[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}
