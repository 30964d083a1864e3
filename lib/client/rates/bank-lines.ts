import { readBanks } from '#lib/client/address/banks-part';
import type { BankLine } from '#lib/domain/bank/bank-terms';

/**
 * The cookie that keeps what a visitor's banks state. A cookie, because the server draws the lines at once: a card that opened
 * after the page has loaded would push others away under the reader's eyes.
 */
export const BANKS_COOKIE = 'crossrate-banks';

/** Reads the cookie's value, as the browser has it or decoded once, as the server does; null where there is no line in it. */
export function readBanksCookie(value: string | null): readonly BankLine[] | null {
  if (value === null) return null;
  const text = value.includes(':') ? value : decoded(value);
  const { lines } = readBanks(new URLSearchParams(`banks=${text}`).get('banks') ?? '');
  return lines.length === 0 ? null : lines;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
