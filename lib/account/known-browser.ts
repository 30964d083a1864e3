import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Recognises browsers in which an account was signed in before. */
export interface KnownBrowsers {
  /** A value for the browser's cookie. */
  readonly mark: (email: string) => string;
  /** The name of the browser, when its cookie was given to it for this account; null otherwise. */
  readonly recognise: (cookie: string | null, email: string) => string | null;
}

const NONCE_BYTES = 16;

const FORM = /^([\w-]{22})\.([\w-]{43})$/;

/**
 * A stranger's wrong passwords slow down an account's sign-in, for its owner too. A browser that its owner has used counts its
 * own tries instead, so nobody can lock an owner out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
 */
export function createKnownBrowsers(secret: Buffer): KnownBrowsers {
  const signatureOf = (nonce: string, email: string) =>
    createHmac('sha256', secret).update(`${nonce}.${email.toLowerCase()}`).digest();
  return {
    mark: (email) => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      return `${nonce}.${signatureOf(nonce, email).toString('base64url')}`;
    },
    recognise: (cookie, email) => {
      const [, nonce = '', signature = ''] = FORM.exec(cookie ?? '') ?? [];
      if (signature === '') return null;
      const given = Buffer.from(signature, 'base64url');
      return timingSafeEqual(given, signatureOf(nonce, email)) ? nonce : null;
    },
  };
}
