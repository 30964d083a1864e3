import { describe, expect, it } from 'vitest';
import { DEFAULT_PINS, readPins, togglePin } from './rates-pins.ts';

describe('pinned codes', () => {
  it('are some by default, and none once the last was let go', () => {
    expect(readPins(null)).toEqual(DEFAULT_PINS);
    expect(readPins('')).toEqual([]);
  });

  it('are read as they were kept; what is no code or stands twice is left out', () => {
    expect(readPins('CHF.BTC.USDT')).toEqual(['CHF', 'BTC', 'USDT']);
    expect(readPins('CHF.<b>.chf.CHF.')).toEqual(['CHF']);
  });

  it('change one at a time, a new one last, and never become more than a screen', () => {
    expect(togglePin(['EUR', 'USD'], 'CHF')).toEqual(['EUR', 'USD', 'CHF']);
    expect(togglePin(['EUR', 'USD'], 'EUR')).toEqual(['USD']);
    const many = Array.from({ length: 24 }, (_, index) => `A${index + 10}`);
    expect(togglePin(many, 'CHF')).toHaveLength(24);
    expect(togglePin(many, 'CHF').at(-1)).toBe('CHF');
  });
});
