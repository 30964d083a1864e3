import { describe, expect, it } from 'vitest';
import { readFurtherCookie, withFurther } from './further-codes.ts';

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
});
