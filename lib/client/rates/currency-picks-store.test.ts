import { describe, expect, it } from 'vitest';
import { readKeptCurrencies, withFavourite, withRecent } from './currency-picks-store.ts';

const NONE = { favourites: [], recents: [] };

describe('the kept currencies', () => {
  it('are what was kept', () => {
    const kept = withRecent(withFavourite(withFavourite(NONE, 'CHF'), 'BTC'), 'JPY');
    expect(readKeptCurrencies(JSON.stringify(kept))).toEqual({
      favourites: ['CHF', 'BTC'],
      recents: ['JPY'],
    });
  });

  it('lose a mark that is set again', () => {
    expect(withFavourite(withFavourite(NONE, 'CHF'), 'CHF')).toEqual(NONE);
  });

  it('have the newest first, each once, and no more than six', () => {
    const codes = ['EUR', 'USD', 'GBP', 'JPY', 'CHF', 'CNY', 'USD', 'INR'];
    const { recents } = codes.reduce(withRecent, NONE);
    expect(recents).toEqual(['INR', 'USD', 'CNY', 'CHF', 'JPY', 'GBP']);
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '7',
    '[]',
    '{"favourites":"CHF"}',
    '{"favourites":{"0":"CHF"},"recents":[null,{},"chf","<b>"]}',
  ])('are none where %s was found', (text) => {
    expect(readKeptCurrencies(text)).toEqual(NONE);
  });

  it('are what can be read of a list with something else in it', () => {
    expect(readKeptCurrencies('{"favourites":["CHF",1,"CHF","x y","BTC"]}').favourites).toEqual([
      'CHF',
      'BTC',
    ]);
  });
});
