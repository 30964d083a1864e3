import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a browser key begins with; an account's key begins with `xr_live_`. */
export const BROWSER_KEY_START = 'xr_page_';

/** Ten minutes: long enough not to be asked for at every refresh, short enough to be worthless when it leaks. */
const LIFETIME_MS = 600_000;

/**
 * Keys end on whole minutes, so that a page that is loaded again within one is given the same key and need not be counted
 * again; a key lives nine to ten minutes.
 */
const EXPIRY_STEP_MS = 60_000;

const NONCE_BYTES = 16;

/** Bytes of a cookie's signature: 128 bits, of which none can be guessed within the life of a key. */
const COOKIE_SIGNATURE_BYTES = 16;

/** 16 bytes of nonce and 16 of signature in base64url. */
const COOKIE_FORM = /^[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{22}$/;

/** What a signature begins with, so that no key of one reader is one of the other. */
const SIGNED_AS: Readonly<Record<PageReader, string>> = { anybody: 'key', member: 'member' };

const KEY_FORM = /^xr_page_([0-9a-z]{1,11})\.([0-9A-Za-z_-]{43})$/;

/** A key for a page that nobody signed in to. */
export interface BrowserKey {
  readonly key: string;
  readonly expiresAt: Date;
}

/** Whom a page shows figures: anybody, or somebody who is signed in and reads what every key reads. */
export type PageReader = 'anybody' | 'member';

/** Makes and checks browser keys. Nothing is stored: the key is its own proof, together with the cookie it is bound to. */
export interface BrowserKeys {
  /** A value for the cookie that keys are bound to, signed so that nobody else can make one. */
  readonly newCookie: () => string;
  /** Whether a cookie's value was made here; one that a client chose is never taken up. */
  readonly isOwnCookie: (cookie: string) => boolean;
  /** The key of a cookie and a reader; the same one for all of a minute. */
  readonly mint: (cookie: string, now: Date, reader: PageReader) => BrowserKey;
  /** For whom it was made; null without its own cookie, expired, or altered in any bit. */
  readonly verify: (key: string, cookie: string | null, nowMs: number) => PageReader | null;
}

/** Browser keys signed with a secret of their own purpose. */
export function createBrowserKeys(secret: Buffer): BrowserKeys {
  // Made into a key once: out of a buffer each signature takes four times as long.
  const signingKey = createSecretKey(secret);
  const keySignature = (reader: PageReader, expires: string, cookie: string) =>
    createHmac('sha256', signingKey).update(`${SIGNED_AS[reader]} ${expires} ${cookie}`).digest();
  const cookieSignature = (nonce: string) =>
    createHmac('sha256', signingKey).update(`cookie ${nonce}`).digest().subarray(0, COOKIE_SIGNATURE_BYTES);
  return {
    newCookie: () => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      return `${nonce}.${cookieSignature(nonce).toString('base64url')}`;
    },
    isOwnCookie: (cookie) => {
      if (!COOKIE_FORM.test(cookie)) return false;
      const [nonce = '', signature = ''] = cookie.split('.');
      return isSignature(signature, cookieSignature(nonce));
    },
    mint: (cookie, now, reader) => {
      const startMs = Math.floor(now.getTime() / EXPIRY_STEP_MS) * EXPIRY_STEP_MS;
      const expiresAt = new Date(startMs + LIFETIME_MS);
      const expires = expiresAt.getTime().toString(36);
      const signature = keySignature(reader, expires, cookie).toString('base64url');
      return { key: `${BROWSER_KEY_START}${expires}.${signature}`, expiresAt };
    },
    verify: (key, cookie, nowMs) => {
      const [, expires = '', signature = ''] = KEY_FORM.exec(key) ?? [];
      if (cookie === null || signature === '' || Number.parseInt(expires, 36) <= nowMs) return null;
      if (isSignature(signature, keySignature('anybody', expires, cookie))) return 'anybody';
      return isSignature(signature, keySignature('member', expires, cookie)) ? 'member' : null;
    },
  };
}

/** Compares in constant time, and takes no other spelling of the same bytes. */
function isSignature(given: string, expected: Buffer): boolean {
  const bytes = Buffer.from(given, 'base64url');
  if (bytes.byteLength !== expected.byteLength || bytes.toString('base64url') !== given) return false;
  return timingSafeEqual(bytes, expected);
}
