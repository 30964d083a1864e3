import { expect, it } from 'vitest';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { codeBook } from '#lib/format/currencies/nearest-code';
import { readConverterAddress } from '#lib/client/address/converter-address';
import { notingBook, servedBook } from './served-codes.ts';

const BOOK = codeBook(currencyOptions());

it.each(['/convert/US/EUR', '/convert/dollar/euro', '/convert/XXXX/QQQQ', '/convert/EUR/USD', '/'])(
  'a page reads %s as the server did, without the means to search',
  (address) => {
    const meanings: Record<string, string | null> = {};
    const served = readConverterAddress(address, notingBook(BOOK, meanings));
    expect(served).toEqual(readConverterAddress(address, BOOK));
    expect(readConverterAddress(address, servedBook(BOOK.codes, meanings))).toEqual(served);
  },
);
