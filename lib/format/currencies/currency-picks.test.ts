import { describe, expect, it } from 'vitest';
import { currencyOptions } from './currency-list.ts';
import { endedSentence, otherCodeSentence, pickerGroups } from './currency-picks.ts';

const options = currencyOptions();
const picks = { favourites: ['CHF', 'BTC', 'GRD'], recents: ['JPY', 'CHF'] };

function offered(text: string) {
  return pickerGroups(options, text, picks).map(({ heading, items }) => [
    heading,
    ...items.map(({ code }) => code),
  ]);
}

describe('what a picker offers', () => {
  it('is the visitor’s own first, then what was chosen last, each once', () => {
    const [favourites, recents, ...others] = offered('');
    expect(favourites).toEqual(['Favourites', 'CHF', 'BTC', 'GRD']);
    expect(recents).toEqual(['Recently chosen', 'JPY']);
    const rest = others.flat();
    for (const code of ['CHF', 'BTC', 'GRD', 'JPY']) expect(rest).not.toContain(code);
  });

  it('is, of what is found, the visitor’s own first, but a code in full before all', () => {
    expect(offered('fr')[0]).toEqual(['Favourites', 'CHF']);
    expect(offered('jpy')[0]).toEqual(['Code JPY', 'JPY']);
    expect(offered('eur')[0]).toEqual(['Code EUR', 'EUR']);
  });

  it.each([
    ['dollar', 'USD'],
    ['quid', 'GBP'],
    ['yuan', 'CNY'],
    ['RMB', 'CNY'],
    ['renminbi', 'CNY'],
    ['xbt', 'BTC'],
    ['loonie', 'CAD'],
    ['rouble', 'RUB'],
    ['deutschmark', 'DEM'],
    ['sdr', 'XDR'],
  ])('finds by what people say: %s is %s', (text, code) => {
    const none = { favourites: [], recents: [] };
    expect(pickerGroups(options, text, none)[0]?.items[0]?.code).toBe(code);
  });

  it.each([
    ['gbx', 'Use GBP: 1 GBX is 1 GBP divided by 100.'],
    ['GBp', 'Use GBP: 1 GBp is 1 GBP divided by 100.'],
    ['100 zac in usd', 'Use ZAR: 1 ZAC is 1 ZAR divided by 100.'],
    ['cnh', 'Use CNY, the nearest to it: CNH has a price of its own.'],
  ])('names the code to use for %s, and takes it for none', (text, sentence) => {
    expect(otherCodeSentence(text)).toBe(sentence);
    expect(offered(text)).toEqual([]);
  });

  it('has nothing to say of a code that is the same money, and finds it', () => {
    for (const text of ['jep', 'xbt', 'rmb', 'gbp']) expect(otherCodeSentence(text)).toBeNull();
    expect(offered('jep')).toEqual([[expect.any(String), 'GBP']]);
  });

  it('says so where only money that has ended is found', () => {
    const groups = pickerGroups(options, 'drachma', picks);
    expect(endedSentence(groups, 'drachma')).toBe(
      'No currency in use matches “drachma”. GRD ended on 31 Dec 2000; its legal rate is still available at fixed.',
    );
    expect(endedSentence(pickerGroups(options, 'franc', picks), 'franc')).toBeNull();
    expect(endedSentence([], 'qqqq')).toBeNull();
  });
});
