import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** How an account was signed in to in a browser: by the password alone, or with a code of its second factor too. */
export type BrowserProof = 'password' | 'code';

/** What the cookies of browsers prove; only this service can have made them. */
export interface BrowserMarks {
  /** A value for the cookie of a browser in which an account was signed in to. */
  readonly mark: (email: string, proof: BrowserProof) => string;
  /** The name of the browser if its cookie proves at least this for this account; null otherwise. */
  readonly recognise: (cookie: string | null, email: string, proof: BrowserProof) => string | null;
  /** A value for the cookie of a visitor who was told to wait until an instant. */
  readonly ticket: (wait: Wait) => string;
  /** The instant a visitor was told to wait until; null without a ticket for this account and network. */
  readonly toldMs: (cookie: string | null, wait: Omit<Wait, 'untilMs'>) => number | null;
}

/** A wait before signing in to an account from a network; null for an unknown one. */
export interface Wait {
  readonly email: string;
  readonly network: string | null;
  readonly untilMs: number;
}

const NONCE_BYTES = 16;

const MARK_FORM = /^([\w-]{22})\.([\w-]{43})$/;

const TICKET_FORM = /^(\d{1,15})\.([\w-]{43})$/;

/**
 * Strangers' wrong passwords slow down signing in to an account, for its owner too. A browser that the owner has used counts its
 * own tries instead (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). Any other is told once how long to wait and
 * keeps the instant itself: tickets of a flood take no memory here, and no later failure of a stranger makes the wait longer.
 */
export function createBrowserMarks(secret: Buffer): BrowserMarks {
  const sign = (...parts: readonly string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
  const signMark = (nonce: string, email: string, proof: BrowserProof) => sign(proof, nonce, email);
  const signTicket = (untilMs: string, { email, network }: Omit<Wait, 'untilMs'>) =>
    sign('wait', untilMs, email, network ?? '');
  return {
    mark: (email, proof) => {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url');
      return `${nonce}.${signMark(nonce, email, proof)}`;
    },
    recognise: (cookie, email, proof) => {
      const [, nonce = '', signature = ''] = MARK_FORM.exec(cookie ?? '') ?? [];
      const enough: readonly BrowserProof[] = proof === 'code' ? ['code'] : ['password', 'code'];
      return enough.some((given) => isSame(signature, signMark(nonce, email, given))) ? nonce : null;
    },
    ticket: (wait) => `${wait.untilMs}.${signTicket(String(wait.untilMs), wait)}`,
    toldMs: (cookie, wait) => {
      const [, untilMs = '', signature = ''] = TICKET_FORM.exec(cookie ?? '') ?? [];
      return isSame(signature, signTicket(untilMs, wait)) ? Number(untilMs) : null;
    },
  };
}

function isSame(given: string, made: string): boolean {
  return given.length === made.length && timingSafeEqual(Buffer.from(given), Buffer.from(made));
}
