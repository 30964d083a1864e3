import { describe, expect, it } from 'vitest';
import { writeBanks } from '#lib/client/address/banks-part';
import { BANK_LINES_MAX, BANK_NAME_MAX, type BankLine } from '#lib/domain/bank/bank-terms';
import { banksCookie, keptText, readBanksCookie } from './bank-lines.ts';

const LINES: readonly BankLine[] = [
  { name: 'Café & co', terms: [{ kind: 'percent', end: 'from', figure: '2.5' }], stated: null },
  {
    name: '銀行',
    terms: [{ kind: 'fee', end: 'from', figure: '5' }],
    stated: { from: 'EUR', to: 'USD', amount: null },
  },
];

describe('the cookie of the banks', () => {
  it('is read as the browser has it and as the server does, which decodes it once', () => {
    const text = writeBanks(LINES);
    const read = [{ ...LINES[0], name: 'Café co' }, LINES[1]];
    expect(readBanksCookie(encodeURIComponent(text))).toEqual(read);
    expect(readBanksCookie(text)).toEqual(read);
  });

  it('has room for the most and longest lines, whatever they are called', () => {
    const figure = '0.00123456789012345';
    const long: readonly BankLine[] = Array.from({ length: BANK_LINES_MAX }, () => ({
      name: '🏦'.repeat(BANK_NAME_MAX),
      terms: [
        { kind: 'received', end: 'to', figure },
        { kind: 'paid', end: 'from', figure },
        { kind: 'fee', end: 'from', figure },
        { kind: 'fee', end: 'to', figure },
      ],
      stated: { from: '1000000SAT', to: 'ABCDEFGHIJ', amount: figure },
    }));
    const cookie = banksCookie(long) ?? '';
    expect(cookie.length).toBeGreaterThan(1_500);
    expect(cookie.length, 'browsers take 4 kB').toBeLessThan(3_500);
    expect(readBanksCookie(cookie)).toEqual(long);
    expect(banksCookie([])).toBeNull();
  });

  it('is read as it was written with names encoded twice', () => {
    expect(readBanksCookie(encodeURIComponent('Caf%C3%A9+co:pct-2.5'))?.[0]?.name).toBe('Café co');
  });

  it('leaves out what does not say which conversion it is about', () => {
    expect(readBanksCookie('Card:pct-2;Bureau:get-112-USD')?.map(({ name }) => name)).toEqual(['Card']);
  });

  it.each([null, '', '%', 'nonsense', 'Card:pct-', '%E0%A4%A'])('holds no line when it is %s', (value) => {
    expect(readBanksCookie(value)).toBeNull();
  });
});

describe('where lines are kept', () => {
  const [own, other] = [LINES, LINES.slice(0, 1)];

  it.each([
    [own, own, 'Kept in this browser and in the address.'],
    [own, null, 'Kept in this browser.'],
    [other, own, 'Kept in the address, and in this browser once you change them.'],
    [null, own, 'Kept in the address, and in this browser once you change them.'],
  ])('is said as it is', (kept, addressed, text) => {
    expect(keptText(own, { kept, addressed })).toBe(text);
  });

  it('is not said of none', () => {
    expect(keptText([], { kept: null, addressed: null })).toBe('');
  });
});
