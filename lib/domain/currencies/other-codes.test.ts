import { describe, expect, it } from 'vitest';
import { findCurrency, knownCode } from './currency.ts';
import { otherCode, otherCodesIn, sameCodes, useInstead } from './other-codes.ts';

describe('a code that is none of ours', () => {
  it.each([
    ['GBX', 'Use GBP: 1 GBX is 1 GBP divided by 100.'],
    ['gbx', 'Use GBP: 1 GBX is 1 GBP divided by 100.'],
    ['GBp', 'Use GBP: 1 GBp is 1 GBP divided by 100.'],
    ['ZAc', 'Use ZAR: 1 ZAC is 1 ZAR divided by 100.'],
    ['ILA', 'Use ILS: 1 ILA is 1 ILS divided by 100.'],
    ['KWF', 'Use KWD: 1 KWF is 1 KWD divided by 1000.'],
    ['sats', 'Use BTC: 1 SATS is 1 BTC divided by 100000000.'],
    ['IRT', 'Use IRR: 1 IRT is 1 IRR times 10.'],
    ['CNH', 'Use CNY, the nearest to it: CNH has a price of its own.'],
    ['XBT', 'Use BTC: 1 XBT is 1 BTC.'],
    ['RMB', 'Use CNY: 1 RMB is 1 CNY.'],
    ['GGP', 'Use GBP: 1 GGP is 1 GBP.'],
    ['JEP', 'Use GBP: 1 JEP is 1 GBP.'],
    ['IMP', 'Use GBP: 1 IMP is 1 GBP.'],
  ])('%s names the code to use', (text, sentence) => {
    const other = otherCode(text);
    expect(other && useInstead(other)).toBe(sentence);
    expect(knownCode(text)).toBeNull();
  });

  it.each(['XXX', 'XTS', 'QQQ', '', 'constructor', 'GBP', 'usd'])('%s has none to name', (text) => {
    expect(otherCode(text)).toBeNull();
  });

  it('is never a known code, and the one to use always is', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const three = letters.flatMap((one) => letters.flatMap((two) => letters.map((last) => one + two + last)));
    const others = [...three, ...sameCodes('BTC'), 'SATS', 'GWEI', 'MBTC', 'UBTC', 'GBp'].flatMap(
      (code) => otherCode(code) ?? [],
    );
    expect(others.length).toBeGreaterThan(40);
    for (const { code, use } of others) {
      expect(findCurrency(code), code).toBeNull();
      expect(knownCode(use), use).toBe(use);
    }
  });

  it('is found among the words of a text, each once', () => {
    const codes = otherCodesIn('2026-04-13 GBX/USD "1.2"; 2026-04-10 GBX/CNH "9"').map(({ code }) => code);
    expect(codes).toEqual(['GBX', 'CNH']);
  });
});

describe('a known code', () => {
  it.each([
    ['gbp', 'GBP'],
    ['Gbp', 'GBP'],
    ['BTC', 'BTC'],
    ['hrk', 'HRK'],
    ['QQQ', null],
  ])('%s is %s in any case', (text, code) => {
    expect(knownCode(text)).toBe(code);
  });
});
