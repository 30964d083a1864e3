import { describe, expect, it } from 'vitest';
import { ruleWords } from '#lib/domain/validation/rules';
import { ruleExampleText } from './rule-words.ts';

it('says a rule of another version by its name', () => {
  expect([ruleWords('not_due'), ruleWords('of_tomorrow')]).toEqual([
    'before its publication time',
    'of tomorrow',
  ]);
});

describe('an example of the validation', () => {
  it('is the pair, the figure and its day', () => {
    expect(ruleExampleText('2026-11-22T19:22:47.205Z AAVE/EUR "0.0039064026" against 256.46')).toBe(
      'AAVE/EUR 0.0039064026 of 22 Nov 2026 against 256.46',
    );
    expect(ruleExampleText('2 figures were refused, such as 2026-04-13 EUR/USD "N/A" (not_a_number).')).toBe(
      '2 figures were refused, such as EUR/USD N/A of 13 Apr 2026 (not_a_number).',
    );
  });

  it('stays as it is where it is none', () => {
    expect(ruleExampleText('a figure of no day')).toBe('a figure of no day');
  });
});
