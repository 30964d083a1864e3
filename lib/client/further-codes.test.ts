import { describe, expect, it } from 'vitest';
import { readAlsoCookie, withAlso } from './further-codes.ts';

describe('the further currencies', () => {
  it('are read from their cookie, and an emptied list is not a missing one', () => {
    expect(readAlsoCookie('GBP.JPY')).toEqual(['GBP', 'JPY']);
    expect(readAlsoCookie('')).toEqual([]);
    expect(readAlsoCookie(null)).toBeNull();
    expect(readAlsoCookie('GBP.<b>.gbp.GBP.%00')).toEqual(['GBP']);
  });

  it('take a new one at their end, once', () => {
    expect(withAlso(['GBP'], 'JPY')).toEqual(['GBP', 'JPY']);
    expect(withAlso(['GBP', 'JPY'], 'GBP')).toEqual(['GBP', 'JPY']);
  });
});
