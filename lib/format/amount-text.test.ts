import { describe, expect, it } from 'vitest';
import { amountFieldText, readAmountText, regroupEdited } from './amount-text.ts';

describe('typed amounts', () => {
  it.each([
    ['100', '100'],
    ['1,200', '1200'],
    ['1,200.50', '1200.5'],
    ['1,20,000', '120000'],
    ['1.200,50', '1200.5'],
    ['1.200.000', '1200000'],
    ['1.200.000,5', '1200000.5'],
    ['1 234 567,89', '1234567.89'],
    ['1\u202f200', '1200'],
    ["1'200.50", '1200.5'],
    ['1,5', '1.5'],
    ['0,125', '0.125'],
    ['0.125', '0.125'],
    ['.5', '0.5'],
    ['1200.', '1200'],
    ['€ 12.50', '12.5'],
    ['１００', '100'],
    ['1234.567', '1234.567'],
    ['1e3', '1000'],
  ])('reads %s as %s', (typed, amount) => {
    expect(readAmountText(typed)).toEqual({ kind: 'amount', amount });
  });

  it('asks back where the world disagrees', () => {
    expect(readAmountText('1.200')).toEqual({ kind: 'ambiguous', readings: ['1200', '1.2'] });
    expect(readAmountText('12.345')).toEqual({ kind: 'ambiguous', readings: ['12345', '12.345'] });
  });

  it.each(['-5', '−5', 'twelve', '1,2,3', '1.2.3', '1,200,50', '12345678901234567', '.', '1.2,3.4'])(
    'refuses %s with a sentence',
    (typed) => {
      expect(readAmountText(typed).kind).toBe('refused');
    },
  );

  it('tells nothing typed from something wrong', () => {
    expect(readAmountText('  ')).toEqual({ kind: 'empty' });
  });
});

describe('the text of the field', () => {
  it.each([
    ['1200', 2, '1,200.00'],
    ['1200', 0, '1,200'],
    ['1200.125', 2, '1,200.125'],
    ['0.5', null, '0.5'],
    ['1234567', 3, '1,234,567.000'],
  ])('shows %s with %s minor units as %s', (amount, minorUnits, text) => {
    expect(amountFieldText(amount, minorUnits)).toBe(text);
  });

  it('keeps grouping and caret right while digits come and go', () => {
    expect(regroupEdited('120', { text: '1200', caret: 4 })).toEqual({ text: '1,200', caret: 5 });
    expect(regroupEdited('1,200', { text: '1,20', caret: 4 })).toEqual({ text: '120', caret: 3 });
    expect(regroupEdited('1,200.00', { text: '91,200.00', caret: 1 })).toEqual({
      text: '91,200.00',
      caret: 1,
    });
    expect(regroupEdited('', { text: '5', caret: 1 })).toEqual({ text: '5', caret: 1 });
  });

  it('leaves a comma alone that a person typed', () => {
    expect(regroupEdited('1', { text: '1,', caret: 2 })).toEqual({ text: '1,', caret: 2 });
    expect(regroupEdited('1,', { text: '1,5', caret: 3 })).toEqual({ text: '1,5', caret: 3 });
    expect(regroupEdited('100.00', { text: '1.200,50', caret: 8 })).toEqual({ text: '1.200,50', caret: 8 });
    for (const text of ['1.234,56', '2,50', '12.345,67', '0,99']) {
      expect(regroupEdited('1,000.00', { text, caret: text.length })).toEqual({ text, caret: text.length });
    }
  });
});
