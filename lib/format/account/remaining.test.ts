import { describe, expect, it } from 'vitest';
import { remainingText } from './key-terms.ts';
import { MINUTE_MS } from '#lib/domain/durations';

describe('time left', () => {
  it.each([
    [-1, '0 s'],
    [9999, '9 s'],
    [60_000, '1 min 00 s'],
    [41 * MINUTE_MS + 7500, '41 min 07 s'],
    [60 * MINUTE_MS - 1, '59 min 59 s'],
    [60 * MINUTE_MS, '1 h'],
    [(6 * 60 + 12) * MINUTE_MS, '6 h 12 min'],
    [7 * 24 * 60 * MINUTE_MS, '7 d'],
  ])('%d ms is %s', (remainingMs, text) => {
    expect(remainingText(remainingMs)).toBe(text);
  });
});
