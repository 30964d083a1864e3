import { describe, expect, it } from 'vitest';
import { amountFieldText, readAmountText, readFieldText, regroupEdited } from './amount-text.ts';

const EURO = { code: 'EUR', mark: '€' };

describe('typed amounts of any country', () => {
  it.each([
    ['100', '100'],
    ['1,200.50', '1200.5'],
    ['1,20,000', '120000'],
    ['12,34,567.8', '1234567.8'],
    ['1,234,567', '1234567'],
    ['1.200,50', '1200.5'],
    ['1.200.000', '1200000'],
    ['1.200.000,5', '1200000.5'],
    ['1 234 567,89', '1234567.89'],
    ['1 234,56', '1234.56'],
    ['1\u202f200', '1200'],
    ["1'200.50", '1200.5'],
    ['1\u2019234.50', '1234.5'],
    ['1,5', '1.5'],
    ['0,125', '0.125'],
    ['0.125', '0.125'],
    ['.5', '0.5'],
    ['1200.', '1200'],
    ['€ 12.50', '12.5'],
    ['１００', '100'],
    ['１，２００．５０', '1200.5'],
    ['١٬٢٠٠٫٥', '1200.5'],
    ['१,२०,०००', '120000'],
    ['1234.567', '1234.567'],
    ['1e3', '1000'],
    ['\u200f12.50\u200e', '12.5'],
    ['1.200', '1.2'],
    ['1,200', '1200'],
    ['12.345', '12.345'],
    ['999,999', '999999'],
    ['10k', '10000'],
    ['1.5 million', '1500000'],
    ['2,5 Mio', '2500000'],
    ['1,200K', '1200000'],
    ['3bn', '3000000000'],
  ])('reads %s as %s', (typed, amount) => {
    expect(readAmountText(typed)).toEqual({ kind: 'amount', amount, isSum: false });
  });
});

describe('what is typed and is no amount', () => {
  it.each([
    '-5',
    '−5',
    'twelve',
    '1,2,3',
    '1.2.3',
    '1,200,50',
    '12345678901234567',
    '1234567890.123456',
    '.',
    '1.2,3.4',
    '1 23',
    '1½',
    '10²',
    '100 USD',
    '1'.repeat(200),
  ])('refuses %s with a sentence', (typed) => {
    expect(readAmountText(typed).kind).toBe('refused');
  });

  it('tells nothing typed from something wrong', () => {
    expect(readAmountText('  ')).toEqual({ kind: 'empty' });
    expect(readAmountText('€')).toEqual({ kind: 'empty' });
  });
});

describe('the field of a currency', () => {
  it.each([
    ['100 gbx', 'Use GBP: 1 GBX is 1 GBP divided by 100.'],
    ['100 GBp', 'Use GBP: 1 GBp is 1 GBP divided by 100.'],
  ])('takes no amount in a part of its unit: %s', (text, sentence) => {
    const unit = { code: 'GBP', mark: '£' };
    expect(readFieldText({ text, isGrouped: false }, unit)).toEqual({ kind: 'refused', sentence });
    expect(readFieldText({ text: '100 gbp', isGrouped: false }, unit)).toMatchObject({ amount: '100' });
  });
});

describe('typed sums', () => {
  it.each([
    ['1200*1.19', '1428'],
    ['(3+4)/2', '3.5'],
    ['100/3', '33.3333333333333'],
    ['2/3', '0.666666666666667'],
    ['0.1+0.2', '0.3'],
    ['1 000 × 1,2', '1200'],
    ['1,200.50 * 2', '2401'],
    ['12x3', '36'],
    ['10 − 4 ÷ 2', '8'],
    ['2*(3+(4-1))', '12'],
    ['-5+10', '5'],
    ['200*15%', '30'],
    ['15% of 200', '30'],
    ['15%', '0.15'],
    ['1.200*1,5', '1800'],
    ['1.200+3.5', '4.7'],
    ['0.000000000001*3', '0.000000000003'],
  ])('works out %s as %s', (typed, amount) => {
    expect(readAmountText(typed)).toEqual({ kind: 'amount', amount, isSum: true });
  });

  it('asks back where a percentage can be read in two ways, and not about its numbers', () => {
    expect(readAmountText('200+15%')).toEqual({ kind: 'ambiguous', readings: ['230', '200.15'] });
    expect(readAmountText('200-10%')).toEqual({ kind: 'ambiguous', readings: ['199.9', '180'] });
    expect(readAmountText('1.200*2')).toEqual({ kind: 'amount', amount: '2.4', isSum: true });
    expect(readAmountText('1,200/1,200')).toEqual({ kind: 'amount', amount: '1', isSum: true });
  });

  it.each([
    ['1/0', 'Nothing can be divided by 0.'],
    ['5/(2-2)', 'Nothing can be divided by 0.'],
    ['3-5', 'An amount is 0 or more.'],
    ['1200*', 'This sum cannot be worked out.'],
    ['(3+4', 'This sum cannot be worked out.'],
    ['3+4)', 'This sum cannot be worked out.'],
    ['2**3', 'This sum cannot be worked out.'],
    ['9e99*9e99', 'The largest amount'],
  ])('says in one sentence what is wrong with %s', (typed, sentence) => {
    const reading = readAmountText(typed);
    expect(reading.kind === 'refused' && reading.sentence).toContain(sentence);
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

  it('reads its own grouping and a typed one alike', () => {
    expect(readFieldText({ text: '1,200', isGrouped: true }, EURO)).toMatchObject({ amount: '1200' });
    expect(readFieldText({ text: '1,200', isGrouped: false }, EURO)).toMatchObject({ amount: '1200' });
  });

  it.each([
    ['100 EUR', EURO],
    ['eur 100', EURO],
    ['€100', EURO],
    ['100.00€', EURO],
    ['US$100', { code: 'USD', mark: '$' }],
    ['100 $', { code: 'CAD', mark: 'C$' }],
    ['100 kr', { code: 'SEK', mark: 'kr' }],
    ['100', { code: '1INCH', mark: '1IN' }],
  ])('takes the name of the currency itself at an amount: %s', (text, unit) => {
    expect(readFieldText({ text, isGrouped: false }, unit)).toEqual({
      kind: 'amount',
      amount: '100',
      isSum: false,
    });
  });

  it.each(['$100', '100 £', 'US$100'])('makes no euros of another currency’s amount: %s', (text) => {
    const reading = readFieldText({ text, isGrouped: false }, EURO);
    expect(reading).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('is not a sign of EUR'),
    });
  });

  it.each([
    ['5k', 'ZMW', 'K', ['5000', '5']],
    ['5 K', 'ZMW', 'K', ['5000', '5']],
    ['2m', 'TMT', 'M', ['2000000', '2']],
  ])('asks back whether a sign is a multiple: %s of %s', (text, code, mark, readings) => {
    expect(readFieldText({ text, isGrouped: false }, { code, mark })).toEqual({
      kind: 'ambiguous',
      readings,
    });
    expect(readFieldText({ text, isGrouped: false }, EURO)).toMatchObject({ amount: readings[0] });
    expect(readFieldText({ text: 'k5', isGrouped: false }, { code, mark })).toMatchObject({
      kind: 'refused',
    });
  });

  it('refuses another currency’s code', () => {
    expect(readFieldText({ text: '100 USD', isGrouped: false }, EURO)).toMatchObject({ kind: 'refused' });
  });
});

/** What stands in the field after keys were pressed one by one, at its end. */
function typedInto(start: string, keys: string) {
  let field = { text: start, isGrouped: true };
  for (const key of keys) {
    const text = field.text + key;
    field = regroupEdited(field, { text, caret: text.length, inserted: key });
  }
  return field;
}

describe('grouping while typing', () => {
  it('keeps grouping and caret right while digits come and go', () => {
    const ours = (text: string) => ({ text, isGrouped: true });
    expect(regroupEdited(ours('120'), { text: '1200', caret: 4, inserted: '0' })).toEqual({
      ...ours('1,200'),
      caret: 5,
    });
    expect(regroupEdited(ours('1,200'), { text: '1,20', caret: 4, inserted: '' })).toEqual({
      ...ours('120'),
      caret: 3,
    });
    expect(regroupEdited(ours('1,200.00'), { text: '91,200.00', caret: 1, inserted: '9' })).toEqual({
      ...ours('91,200.00'),
      caret: 1,
    });
  });

  it('takes its own commas out of a sum and leaves those alone that a person typed', () => {
    expect(typedInto('', '1200*1.19').text).toBe('1200*1.19');
    expect(typedInto('', '12345,67').text).toBe('12345,67');
    expect(typedInto('', '1.234,56').text).toBe('1.234,56');
    expect(typedInto('', '1,200')).toEqual({ text: '1,200', isGrouped: false, caret: 5 });
    const all = { text: '1,200', caret: 5, inserted: '1,200' };
    expect(regroupEdited({ text: '1,000.00', isGrouped: true }, all).isGrouped, 'typed over all').toBe(false);
  });
});
