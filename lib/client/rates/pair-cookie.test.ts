import { describe, expect, test } from 'vitest';
import { readPairsCookie, withPair } from './pair-cookie.ts';

describe('the pairs that a browser converted last', () => {
  test('are read as they were written, and what is no pair is left out', () => {
    expect(readPairsCookie('GBP-JPY.EUR-USD')).toEqual([
      { from: 'GBP', to: 'JPY' },
      { from: 'EUR', to: 'USD' },
    ]);
    expect(readPairsCookie('gbp-jpy.EUR-EUR.<b>.EUR-USD-CHF..CHF-SEK')).toEqual([{ from: 'CHF', to: 'SEK' }]);
    expect(readPairsCookie(null)).toEqual([]);
  });

  test('have the newest first, each once, whichever way round, and six at most', () => {
    let cookie = '';
    for (const to of ['GBP', 'JPY', 'CHF', 'SEK', 'NOK', 'PLN', 'CZK'])
      cookie = withPair(readPairsCookie(cookie), { from: 'EUR', to });
    expect(cookie).toBe('EUR-CZK.EUR-PLN.EUR-NOK.EUR-SEK.EUR-CHF.EUR-JPY');
    expect(withPair(readPairsCookie(cookie), { from: 'SEK', to: 'EUR' })).toBe(
      'SEK-EUR.EUR-CZK.EUR-PLN.EUR-NOK.EUR-CHF.EUR-JPY',
    );
  });
});
