import { hash } from 'node:crypto';

/** The same UUID for the same text, of version 8, which leaves its bits to us: for entries of feeds, which keep theirs. */
export function namedUuid(text: string): string {
  const digits = hash('sha256', text, 'hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) % 4) + 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
