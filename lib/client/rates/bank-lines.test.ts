import { describe, expect, it } from 'vitest';
import { writeBanks } from '#lib/client/address/banks-part';
import type { BankLine } from '#lib/domain/bank/bank-terms';
import { banksCookie, keptText, readBanksCookie } from './bank-lines.ts';

const LINES: readonly BankLine[] = [
  { name: 'Café & co', terms: [{ kind: 'percent', percent: '2.5' }], stated: null },
  {
    name: '銀行',
    terms: [{ kind: 'fee', amount: '5', code: 'EUR' }],
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

  it('has room for the first lines, whatever they are called', () => {
    const long: readonly BankLine[] = Array.from({ length: 6 }, (_line, at) => ({
      name: `${at}${'🏦'.repeat(30)}`,
      terms: Array.from({ length: 12 }, () => ({ kind: 'fee' as const, amount: '123456.78', code: 'EUR' })),
      stated: { from: 'EUR', to: 'USD', amount: null },
    }));
    const cookie = banksCookie(long) ?? '';
    expect(cookie.length).toBeGreaterThan(1_500);
    expect(cookie.length).toBeLessThan(3_000);
    const read = readBanksCookie(cookie);
    expect(read?.map(({ terms }) => terms)).toEqual(long.slice(0, read?.length).map(({ terms }) => terms));
    expect(keptText(long, { kept: read, addressed: long })).toBe(
      `Kept in the address; this browser has room for the first ${read?.length} lines only.`,
    );
    expect(banksCookie([])).toBeNull();
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
