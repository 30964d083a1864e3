import { describe, expect, it } from 'vitest';
import { plainAmount } from './plain-amount.ts';
import { convertContract } from './endpoints/convert.ts';

describe('plain amounts', () => {
  it.each([
    ['1200.50', '1200.5'],
    ['007', '7'],
    ['0.000', '0'],
    ['1e3', '1000'],
    ['1.25E-3', '0.00125'],
    ['123e-5', '0.00123'],
    ['1.5e1', '15'],
    ['999999999999.999', '999999999999.999'],
    ['1e15', '1000000000000000'],
    ['1e-12', '0.000000000001'],
  ])('reads %s as %s', (text, amount) => {
    expect(plainAmount(text)).toEqual({ ok: true, amount });
  });

  it.each([
    ['', 'form'],
    ['-1', 'form'],
    ['1,000', 'form'],
    ['.5', 'form'],
    ['0x10', 'form'],
    ['1e999', 'large'],
    ['1234567890.1234567', 'digits'],
    ['1e-13', 'small'],
    ['1000000000000001', 'digits'],
    ['1e16', 'large'],
  ])('refuses %s for its %s', (text, refusal) => {
    expect(plainAmount(text)).toEqual({ ok: false, refusal });
  });

  it.each([
    '1',
    '0',
    '1e3',
    '1.5e-9',
    '-1',
    '1,5',
    '1e16',
    '1e-13',
    '0.1234567890123456',
    '00.10',
    'x',
    '1e15',
  ])('takes %s exactly when GET /v1/convert does', (amount) => {
    const taken = convertContract.query.safeParse({ from: 'EUR', to: 'USD', amount });
    const plain = plainAmount(amount);
    expect(plain.ok).toBe(taken.success);
    if (plain.ok && taken.success) expect(Number(plain.amount)).toBe(taken.data.amount);
  });
});
