import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';

/** scrypt's parameters (RFC 7914): `N` and `r` say how much memory is needed, `p` how often all is done. */
export interface PasswordCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

/**
 * OWASP's Password Storage Cheat Sheet gives N = 2^15, r = 8, p = 3 as one of its equal choices for scrypt: 32 MiB, about a
 * fifth of a second of one core.
 */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };

/** scrypt needs 128 x N x r bytes and a little more; the bound also holds for parameters read from a stored hash. */
const MEMORY_MAX_BYTES = 64 * 1024 * 1024;

const SALT_BYTES = 16;
const HASH_BYTES = 32;

const FORM = /^scrypt:(\d{1,7}):(\d{1,3}):(\d{1,3}):([\w-]{16,64}):([\w-]{32,128})$/;

/** The hash of a password with its salt and parameters. Takes a fifth of a second: for the password thread only. */
export function hashPassword(password: string, cost: PasswordCost): string {
  const salt = randomBytes(SALT_BYTES);
  const hash = derive(password, salt, HASH_BYTES, cost).toString('base64url');
  return `scrypt:${cost.N}:${cost.r}:${cost.p}:${salt.toString('base64url')}:${hash}`;
}

/** Whether a password has this hash; false for a hash of unknown form. As slow as {@link hashPassword}. */
export function fitsPassword(password: string, stored: string): boolean {
  const [, n = '', r = '', p = '', salt = '', hash = ''] = FORM.exec(stored) ?? [];
  if (hash === '') return false;
  const expected = Buffer.from(hash, 'base64url');
  const cost = { N: Number(n), r: Number(r), p: Number(p) };
  return timingSafeEqual(derive(password, Buffer.from(salt, 'base64url'), expected.length, cost), expected);
}

/** The same letters can be typed in several encodings; a password is the same on every keyboard. */
function derive(password: string, salt: Buffer, length: number, cost: PasswordCost): Buffer {
  return scryptSync(password.normalize('NFKC'), salt, length, { ...cost, maxmem: MEMORY_MAX_BYTES });
}
