import { completedLine, readBanks, writeBanks } from '#lib/client/address/banks-part';
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
  const complete = lines.filter((line) => completedLine(line, null) !== null);
  return complete.length === 0 ? null : complete;
}

/** Browsers and servers take cookies of 4 kB, headers and other cookies beside them. */
const COOKIE_BYTES_MAX = 3_000;

/** The cookie's value, of as many of the first lines as it has room for; null where there are none. */
export function banksCookie(lines: readonly BankLine[]): string | null {
  if (lines.length === 0) return null;
  const text = encodeURIComponent(writeBanks(lines));
  return text.length < COOKIE_BYTES_MAX ? text : banksCookie(lines.slice(0, -1));
}

/** Where the shown lines will be found again; empty where there are none. `addressed` are those of the address. */
export function keptText(
  shown: readonly BankLine[],
  { kept, addressed }: Readonly<Record<'kept' | 'addressed', readonly BankLine[] | null>>,
): string {
  if (shown.length === 0) return '';
  if (kept !== null && writeBanks(kept) === writeBanks(shown)) {
    return addressed === null ? 'Kept in this browser.' : 'Kept in this browser and in the address.';
  }
  const count = kept?.length ?? 0;
  const isFirst = kept !== null && writeBanks(kept) === writeBanks(shown.slice(0, count));
  return isFirst && banksCookie(shown) === encodeURIComponent(writeBanks(kept))
    ? `Kept in the address; this browser has room for the first ${count === 1 ? 'line' : `${count} lines`} only.`
    : 'Kept in the address, and in this browser once you change them.';
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
