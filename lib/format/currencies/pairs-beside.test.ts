import { describe, expect, test } from 'vitest';
import { pairsBeside } from './pairs-beside.ts';

const SHOWN = { from: 'EUR', to: 'USD' };

function named(...args: Parameters<typeof pairsBeside>) {
  return pairsBeside(...args).map(
    ({ from, to, isFavourite }) => `${from}/${to}${isFavourite ? ' favourite' : ''}`,
  );
}

describe('the pairs beside the shown one', () => {
  test('are common ones for a new visitor, without the shown one', () => {
    expect(named(SHOWN, { recents: [], favourites: [] })).toEqual([
      'GBP/USD',
      'USD/JPY',
      'EUR/GBP',
      'EUR/CHF',
      'USD/CNY',
      'EUR/JPY',
    ]);
  });

  test('begin with those converted last, then favourites of the shown base, each once whichever way round', () => {
    const recents = [
      { from: 'USD', to: 'EUR' },
      { from: 'SEK', to: 'NOK' },
      { from: 'GBP', to: 'EUR' },
    ];
    expect(named(SHOWN, { recents, favourites: ['PLN', 'GBP', 'EUR'] })).toEqual([
      'SEK/NOK',
      'GBP/EUR',
      'EUR/PLN favourite',
      'GBP/USD',
      'USD/JPY',
      'EUR/CHF',
    ]);
  });

  test('are six at most', () => {
    const recents = ['SEK', 'NOK', 'PLN', 'CZK', 'HUF', 'RON', 'TRY'].map((to) => ({ from: 'USD', to }));
    expect(named(SHOWN, { recents, favourites: ['GBP'] })).toHaveLength(6);
  });
});
