import { readBanks, writeBanks } from '#lib/client/address/banks-part';
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
  const { lines } = readBanks(decodedQuery(text), null);
  return lines.length === 0 ? null : lines;
}

/** The cookie's value; null where there are no lines. It has names encoded once, so that the most and longest lines are under 3 kB. */
export function banksCookie(lines: readonly BankLine[]): string | null {
  return lines.length === 0 ? null : encodeURIComponent(decodedQuery(writeBanks(lines)));
}

/** Where the shown lines will be found again; empty where there are none. `addressed` are those of the address. */
export function keptText(
  shown: readonly BankLine[],
  { kept, addressed }: Readonly<Record<'kept' | 'addressed', readonly BankLine[] | null>>,
): string {
  if (shown.length === 0) return '';
  if (kept === null || writeBanks(kept) !== writeBanks(shown)) {
    return 'Kept in the address, and in this browser once you change them.';
  }
  return addressed === null ? 'Kept in this browser.' : 'Kept in this browser and in the address.';
}

/** Lines as an address gives them once it is read. */
function decodedQuery(text: string): string {
  return new URLSearchParams(`banks=${text}`).get('banks') ?? '';
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
