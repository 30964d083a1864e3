import type { CodeBook } from '#lib/client/address/address-parts';
import type { Transport } from '#lib/client/asking/ask';
import { createRatesClient, type RatesClient } from '#lib/client/rates/rates-client';
import { notingBook, type ServedMeanings } from '#lib/client/rates/served-codes';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { codeBook } from '#lib/format/currencies/nearest-code';

/** The base whose table tells which codes have a rate. */
const TABLE_BASE = 'EUR';

/**
 * What the texts of an address that are no code are taken for: those codes alone that have a rate now, as a guess without one
 * would only lead to the next dead end. `read` reads the address by a book.
 */
export async function codeMeanings(
  read: (book: CodeBook) => unknown,
  transport: Transport,
): Promise<ServedMeanings> {
  const currencies = currencyOptions();
  const guessed = notedBy(read, codeBook(currencies));
  if (Object.keys(guessed).length === 0) return guessed;
  const served = await servedCodes(createRatesClient(transport));
  return served === null ? guessed : notedBy(read, codeBook(currencies, served));
}

function notedBy(read: (book: CodeBook) => unknown, book: CodeBook): ServedMeanings {
  const meanings: Record<string, string | null> = {};
  read(notingBook(book, meanings));
  return meanings;
}

/** The codes that have a rate; null where nobody can say. */
async function servedCodes(client: Pick<RatesClient, 'table'>): Promise<ReadonlySet<string> | null> {
  const received = await client.table({ base: TABLE_BASE, source: null }).catch(() => null);
  return received?.answer.ok === true ? new Set(Object.keys(received.answer.value.rates)) : null;
}
