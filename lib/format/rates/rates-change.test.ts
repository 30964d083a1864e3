import { describe, expect, it } from 'vitest';
import { changeText } from './rates-change.ts';

describe('a change in percent', () => {
  it.each([
    [0.2311, 'up', '+0.23'],
    [-1.3608, 'down', '\u22121.36'],
    [1234.5, 'up', '+1,234.50'],
    [0.0049, 'flat', '0.00'],
    [-0.0049, 'flat', '0.00'],
    [0, 'flat', '0.00'],
    [-99.999, 'down', '\u2212100.00'],
  ])('%d goes %s and is written %s', (percent, direction, figure) => {
    expect(changeText(percent)).toEqual({ direction, figure });
  });
});
