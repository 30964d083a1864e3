import { describe, expect, it } from 'vitest';
import { writeBanks } from '#lib/client/address/banks-part';
import type { BankLine } from '#lib/domain/bank/bank-terms';
import { readBanksCookie } from './bank-lines.ts';

const LINES: readonly BankLine[] = [
  { name: 'Café & co', terms: [{ kind: 'percent', percent: '2.5' }] },
  { name: '銀行', terms: [{ kind: 'fee', amount: '5', code: 'EUR' }] },
];

describe('the cookie of the banks', () => {
  it('is read as the browser has it and as the server does, which decodes it once', () => {
    const text = writeBanks(LINES);
    const read = [{ ...LINES[0], name: 'Café co' }, LINES[1]];
    expect(readBanksCookie(encodeURIComponent(text))).toEqual(read);
    expect(readBanksCookie(text)).toEqual(read);
  });

  it.each([null, '', '%', 'nonsense', 'Card:pct-', '%E0%A4%A'])('holds no line when it is %s', (value) => {
    expect(readBanksCookie(value)).toBeNull();
  });
});
