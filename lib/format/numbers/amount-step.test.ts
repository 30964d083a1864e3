import { describe, expect, it } from 'vitest';
import { stepAmount } from './amount-step.ts';

describe('steps of an amount', () => {
  it.each([
    ['100', '1', 1, '101'],
    ['100', '10', -1, '90'],
    ['0.3', '0.1', -1, '0.2'],
    ['0.1', '0.1', 1, '0.2'],
    ['1.05', '0.1', 1, '1.15'],
    ['0.5', '1', -1, '0'],
    ['1000000000000000', '1', 1, '1000000000000000'],
    ['99.999', '1', 1, '100.999'],
  ] as const)('%s and %s in direction %d is %s', (amount, step, direction, expected) => {
    expect(stepAmount(amount, step, direction)).toBe(expected);
  });
});
