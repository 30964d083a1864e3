import { describe, expect, it } from 'vitest';
import { ageText, secondsUntil } from './ages.ts';

describe('ages for people', () => {
  it.each([
    [-5, '0 s'],
    [52_000, '52 s'],
    [26 * 60_000, '26 min'],
    [(4 * 60 + 14) * 60_000, '4 h 14 min'],
    [3 * 3_600_000, '3 h'],
    [52 * 3_600_000, '2 d 4 h'],
    [72 * 3_600_000, '3 d'],
    [10_000 * 24 * 3_600_000, '10,000 d'],
  ])('says %d ms as %s', (ageMs, text) => {
    expect(ageText(ageMs)).toBe(text);
  });

  it('counts down to nothing and stays there', () => {
    expect(secondsUntil(10_500, 1000)).toBe(9);
    expect(secondsUntil(0, 1000)).toBe(0);
  });
});
