import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PINS,
  readFurtherCookie,
  readPins,
  togglePin,
  withFurther,
  withMoved,
} from './code-lists.ts';

describe('the further currencies', () => {
  it('are read from their cookie, and an emptied list is not a missing one', () => {
    expect(readFurtherCookie('GBP.JPY')).toEqual(['GBP', 'JPY']);
    expect(readFurtherCookie('')).toEqual([]);
    expect(readFurtherCookie(null)).toBeNull();
    expect(readFurtherCookie('GBP.<b>.gbp.GBP.%00')).toEqual(['GBP']);
  });

  it('take a new one at their end, once', () => {
    expect(withFurther(['GBP'], 'JPY')).toEqual(['GBP', 'JPY']);
    expect(withFurther(['GBP', 'JPY'], 'GBP')).toEqual(['GBP', 'JPY']);
  });

  it('move by one place and not beyond an end', () => {
    expect(withMoved(['A1', 'B1', 'C1'], 'B1', -1)).toEqual(['B1', 'A1', 'C1']);
    expect(withMoved(['A1', 'B1', 'C1'], 'B1', 1)).toEqual(['A1', 'C1', 'B1']);
    expect(withMoved(['A1', 'B1'], 'A1', -1)).toEqual(['A1', 'B1']);
    expect(withMoved(['A1', 'B1'], 'B1', 1)).toEqual(['A1', 'B1']);
    expect(withMoved(['A1', 'B1'], 'C1', 1)).toEqual(['A1', 'B1']);
  });
});

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
