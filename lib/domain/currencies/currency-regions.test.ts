import { describe, expect, it } from 'vitest';
import { CURRENCIES } from './currency.ts';
import { regionOf, regionsOf } from './currency-regions.ts';
import { REGIONS } from './region.ts';

describe('the region of a currency', () => {
  it('is known for every country of every currency', () => {
    const countries = new Set(CURRENCIES.flatMap((currency) => currency.countries));
    expect(countries.size).toBeGreaterThan(250);
    expect([...countries].filter((country) => regionOf(country) === null)).toEqual([]);
  });

  it.each([
    ['JPY', ['asia']],
    ['MXN', ['latin-america']],
    ['SAR', ['middle-east']],
    ['XOF', ['africa']],
    ['XPF', ['oceania']],
    ['BTC', []],
    ['XAU', []],
  ])('of %s is %j', (code, regions) => {
    expect(regionsOf(CURRENCIES.find((currency) => currency.code === code)?.countries ?? [])).toEqual(
      regions,
    );
  });

  it('is several where territories use it far from home, each once and in one order', () => {
    const euro = regionsOf(CURRENCIES.find(({ code }) => code === 'EUR')?.countries ?? []);
    expect(euro).toContain('europe');
    expect(euro).toContain('latin-america');
    expect(euro).toEqual(REGIONS.filter((region) => euro.includes(region)));
  });
});
