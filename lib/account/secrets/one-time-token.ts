import { hash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** A text of 256 random bits and the only thing that is kept of it. */
export interface OneTimeToken {
  readonly text: string;
  readonly hash: string;
}

/** Makes a token. */
export function mintToken(): OneTimeToken {
  const text = randomBytes(TOKEN_BYTES).toString('base64url');
  return { text, hash: hashToken(text) };
}

/** SHA-256 in hex; a token has 256 random bits, so a slow hash would protect nothing more. */
export function hashToken(text: string): string {
  return hash('sha256', text, 'hex');
}
