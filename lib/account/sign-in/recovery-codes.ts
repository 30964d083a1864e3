import { randomInt } from 'node:crypto';

/** Codes that an account has at a time. */
const CODES = 10;

/**
 * Capital letters and digits of which no two look alike, in print or by hand: without 0 and O, 1, I and L, and of 2 and Z, 5 and
 * S, 6 and G, 8 and B, U and V one each.
 */
const LETTERS = 'ACDEFGHJKMNPQRTVWXY2345789';

/** Three groups of four letters are 56 bits, far more than anybody can guess at a few tries a minute. */
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** New recovery codes, such as `K7QH-2MXD-9RTA`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
}

/** The kept code that somebody has typed, in either case and with or without hyphens and spaces; null if it is none of them. */
export function typedRecoveryCode(kept: readonly string[], typed: string): string | null {
  const letters = lettersOf(typed);
  return kept.find((code) => lettersOf(code) === letters) ?? null;
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
}
