import { describe, expect, it } from 'vitest';
import {
  type BankTerm,
  figureFault,
  kindsBeside,
  statedFor,
  TERM_KINDS,
  type TermKind,
} from './bank-terms.ts';

const term = (kind: TermKind): BankTerm => ({ kind, end: 'from', figure: '1' });
const SHOWN = { from: 'EUR', to: 'USD', amount: '100' };

describe('the kinds beside others', () => {
  it.each<readonly [readonly TermKind[], readonly TermKind[]]>([
    [[], TERM_KINDS],
    [['rate'], ['percent', 'fee']],
    [['received'], ['paid', 'percent', 'fee']],
    [['paid'], ['received', 'percent', 'fee']],
    [
      ['received', 'paid'],
      ['percent', 'fee'],
    ],
    [['percent', 'fee'], TERM_KINDS],
  ])('of %j are those that contradict none of them', (others, kinds) => {
    expect(kindsBeside(others)).toEqual(kinds);
  });
});

describe('what terms were stated for', () => {
  it('is the pair, the amount only of a sum, and nothing of a percentage', () => {
    expect(statedFor([term('percent')], SHOWN)).toBeNull();
    expect(statedFor([term('percent')], null)).toBeNull();
    expect(statedFor([term('rate'), term('percent')], SHOWN)).toEqual({ ...SHOWN, amount: null });
    expect(statedFor([term('fee')], SHOWN)).toEqual({ ...SHOWN, amount: null });
    expect(statedFor([term('received'), term('fee')], SHOWN)).toEqual(SHOWN);
    expect(statedFor([term('paid')], SHOWN)).toEqual(SHOWN);
  });

  it('is unknown without a conversion, and of a sum without an amount', () => {
    expect(statedFor([term('fee')], null)).toBeUndefined();
    expect(statedFor([term('received')], { ...SHOWN, amount: null })).toBeUndefined();
  });
});

it('a figure is wrong where it is a rate or a sum of 0, or a fee of everything', () => {
  const faults = (figure: string) => TERM_KINDS.map((kind) => figureFault(kind, figure));
  expect(faults('0')).toEqual(['zero', 'zero', 'zero', null, null]);
  expect(faults('100')).toEqual([null, null, null, 'everything', null]);
  expect(faults('99.99')).toEqual([null, null, null, null, null]);
});
