import { describe, expect, it } from 'vitest';
import { CRYPTO_ASSETS } from './crypto-assets.ts';
import { ACTIVE_CURRENCIES } from './currencies-active.ts';
import { RETIRED_CURRENCIES } from './currencies-retired.ts';
import { parseActiveTable, parseRetiredTable } from './currency-table.ts';
import { CURRENCIES, type Currency, findCurrency, isRetiredOn } from './currency.ts';
import { addDays, type IsoDay, parseIsoDay } from '#lib/domain/iso-day';

describe('the currency tables together', () => {
  it('give every code one meaning', () => {
    const codes = [...ACTIVE_CURRENCIES, ...RETIRED_CURRENCIES, ...CRYPTO_ASSETS].map(({ code }) => code);
    expect(repeated(codes)).toEqual([]);
    expect(CURRENCIES).toHaveLength(codes.length);
  });

  it('give every ISO currency a name of its own, so that a picker cannot mislead', () => {
    expect(repeated([...ACTIVE_CURRENCIES, ...RETIRED_CURRENCIES].map(({ name }) => name))).toEqual([]);
  });

  it('are listed in code order', () => {
    const codes = CURRENCIES.map(({ code }) => code);
    expect(codes).toEqual(codes.toSorted());
  });

  it('hold three capital letters for ISO codes and 2 to 10 capitals or digits for crypto', () => {
    for (const { code, kind } of CURRENCIES) {
      expect(code).toMatch(kind === 'crypto' ? /^[A-Z0-9]{2,10}$/ : /^[A-Z]{3}$/);
    }
  });

  it('give every money at least one country, and no country twice', () => {
    for (const { code, kind, countries } of CURRENCIES) {
      if (kind === 'fiat') expect(countries, code).not.toHaveLength(0);
      expect(repeated(countries), code).toEqual([]);
    }
  });
});

describe('findCurrency', () => {
  it.each(['XXX', 'XTS', 'GBX', 'ZAC', 'CNH', 'GGP', 'JEP', 'IMP', 'XBT', 'usd', 'US', '', 'constructor'])(
    'knows no %j',
    (code) => expect(findCurrency(code)).toBeNull(),
  );

  it('finds each listed currency by its own code', () => {
    for (const currency of CURRENCIES) expect(findCurrency(currency.code)).toBe(currency);
  });

  it('knows every column of the ECB history file', () => {
    const header =
      'USD,JPY,BGN,CYP,CZK,DKK,EEK,GBP,HUF,LTL,LVL,MTL,PLN,ROL,RON,SEK,SIT,SKK,CHF,ISK,NOK,HRK,RUB,TRL,TRY,' +
      'AUD,BRL,CAD,CNY,HKD,IDR,ILS,INR,KRW,MXN,MYR,NZD,PHP,SGD,THB,ZAR';
    expect(unknownOf(header.split(','))).toEqual([]);
  });

  it('knows every currency that has or had a legally fixed rate', () => {
    const euroLegacy =
      'BEF DEM ESP FRF IEP ITL LUF NLG ATS PTE FIM GRD SIT CYP MTL SKK EEK LVL LTL HRK BGN XEU';
    const pegs =
      'AED BHD OMR QAR SAR JOD XOF XAF KMF XPF CVE BAM STN NAD LSL SZL BTN NPR BND GIP FKP SHP MOP BSD BBD BZD ' +
      'BMD PAB XCD AWG XCG ERN DJF TMT KYD CUC';
    const formerPegs = 'ARS EEK LTL BGN BGL ANG MTL CYP LVL XOF XAF MYR CNY STD SVC';
    expect(unknownOf(`${euroLegacy} ${pegs} ${formerPegs}`.split(' '))).toEqual([]);
  });

  it('knows both sides of every redenomination', () => {
    const pairs =
      'TRL TRY ROL RON BGL BGN RUR RUB PLZ PLN MXP MXN BYB BYR BYN AZM AZN GHC GHS MZM MZN ZMK ZMW MRO MRU STD ' +
      'STN VEB VEF VES VED SLL SLE TMM TMT SDD SDG ZWL ZWG ANG XCG HRD HRK SRG SRD AFA AFN';
    expect(unknownOf(pairs.split(' '))).toEqual([]);
  });
});

describe('ACTIVE_CURRENCIES', () => {
  it('hold the 176 codes of List One without XXX and XTS, with its minor units', () => {
    const counts = Object.groupBy(ACTIVE_CURRENCIES, ({ minorUnits }) => `${minorUnits}`);
    const sizes = Object.fromEntries(Object.entries(counts).map(([key, rows]) => [key, rows?.length]));
    // 139 codes with 2, 17 with 0, 7 with 3, 2 with 4 and 13 "N.A." (two of them XXX and XTS) on 2026-09-17.
    expect(sizes).toEqual({ '0': 17, '2': 139, '3': 7, '4': 2, null: 11 });
  });

  it.each([
    ['JPY', 0],
    ['ISK', 0],
    ['UGX', 0],
    ['UYI', 0],
    ['KRW', 0],
    ['EUR', 2],
    ['MGA', 2],
    ['MRU', 2],
    ['HUF', 2],
    ['KWD', 3],
    ['IQD', 3],
    ['CLF', 4],
    ['UYW', 4],
    ['XAU', null],
    ['XDR', null],
  ])('show %s with ISO minor units %s', (code, minorUnits) => {
    expect(findCurrency(code)?.minorUnits).toBe(minorUnits);
  });

  it('have no last day and no successor', () => {
    const ended = ACTIVE_CURRENCIES.map(({ code }) => known(code)).filter(
      ({ lastDay, successor }) => lastDay !== null || successor !== null,
    );
    expect(ended).toEqual([]);
  });

  it('keep the ruble in use, which only the ECB suspended', () => {
    expect(isRetiredOn(known('RUB'), day('2026-11-20'))).toBe(false);
  });

  it('let the euro be found by all 21 member states and by Kosovo and Montenegro', () => {
    const users =
      'Austria Belgium Bulgaria Croatia Cyprus Estonia Finland France Germany Greece Ireland Italy Latvia ' +
      'Lithuania Luxembourg Malta Netherlands Portugal Slovakia Slovenia Spain Kosovo Montenegro Andorra Monaco';
    expect(known('EUR').countries).toEqual(expect.arrayContaining(users.split(' ')));
  });
});

describe('RETIRED_CURRENCIES', () => {
  it('name a known successor or none', () => {
    expect(unknownOf(RETIRED_CURRENCIES.flatMap(({ successor }) => successor ?? []))).toEqual([]);
  });

  it('lead by their successors to a currency in use, without a circle', () => {
    for (const { code } of RETIRED_CURRENCIES.filter(({ successor }) => successor !== null)) {
      expect(lastSuccessorOf(known(code)).lastDay, code).toBeNull();
    }
  });

  it('have a last day that exists', () => {
    for (const { code, lastDay } of RETIRED_CURRENCIES) expect(parseIsoDay(lastDay), code).toBe(lastDay);
  });

  it('are all retired today', () => {
    expect(RETIRED_CURRENCIES.filter(({ lastDay }) => lastDay >= day('2026-11-20'))).toEqual([]);
  });

  it.each([
    ['HRK', '2022-12-31'],
    ['BGN', '2025-12-31'],
    ['DEM', '1998-12-31'],
    ['GRD', '2000-12-31'],
    ['LTL', '2014-12-31'],
    ['TRL', '2004-12-31'],
    ['ROL', '2005-06-30'],
    ['ANG', '2025-06-30'],
  ])('leave %s usable on %s and retired the day after', (code, lastDay) => {
    expect(isRetiredOn(known(code), day(lastDay))).toBe(false);
    expect(isRetiredOn(known(code), addDays(day(lastDay), 1))).toBe(true);
  });

  it('do not end before the last fixing that the ECB published', () => {
    const lastFixings = {
      CYP: '2007-12-31',
      MTL: '2007-12-31',
      SIT: '2006-12-29',
      SKK: '2008-12-31',
      EEK: '2010-12-31',
      LVL: '2013-12-31',
      LTL: '2014-12-31',
      ROL: '2005-06-30',
      TRL: '2004-12-31',
      GRD: '2000-12-29',
      HRK: '2022-12-30',
      BGN: '2025-12-31',
    };
    for (const [code, lastFixing] of Object.entries(lastFixings)) {
      expect(isRetiredOn(known(code), day(lastFixing)), code).toBe(false);
    }
  });
});

describe('CRYPTO_ASSETS', () => {
  it('name a known currency in use, or gold, as what a stablecoin promises', () => {
    const promised = CRYPTO_ASSETS.flatMap(({ stablecoinOf }) => stablecoinOf ?? []);
    expect(unknownOf(promised)).toEqual([]);
    for (const code of promised) expect(['fiat', 'metal']).toContain(known(code).kind);
  });

  it('keep stablecoins apart from the money that they promise', () => {
    for (const code of ['USDT', 'USDC', 'DAI', 'EURC']) expect(known(code).kind).toBe('crypto');
  });

  it('hold no leveraged token', () => {
    const leveraged = CRYPTO_ASSETS.filter(({ code }) => {
      const underlying = /^(.+?)(?:UP|DOWN|BULL|BEAR|[35][LS])$/.exec(code)?.[1];
      return underlying !== undefined && findCurrency(underlying) !== null;
    });
    expect(leveraged).toEqual([]);
  });

  it('show eight decimal places', () => {
    expect(new Set(CRYPTO_ASSETS.map(({ code }) => known(code).minorUnits))).toEqual(new Set([8]));
  });
});

describe('a malformed table row', () => {
  it.each([
    'EUR|2|fiat|Euro',
    'eur|2|fiat|Euro|-',
    'EUR|5|fiat|Euro|-',
    'EUR|2|coin|Euro|-',
    'EUR|2|fiat| Euro|-',
  ])('of active currencies is refused: %s', (row) =>
    expect(() => parseActiveTable(row)).toThrow('currency table'),
  );

  it('of retired currencies with an impossible day is refused', () => {
    expect(() => parseRetiredTable('HRK|2|fiat|2022-02-30|EUR|Croatian kuna|Croatia')).toThrow('not a day');
  });
});

function known(code: string): Currency {
  const currency = findCurrency(code);
  if (currency === null) throw new Error(`${code} is unknown`);
  return currency;
}

function day(text: string): IsoDay {
  const parsed = parseIsoDay(text);
  if (parsed === null) throw new Error(`${text} is no day`);
  return parsed;
}

function unknownOf(codes: readonly string[]): readonly string[] {
  return codes.filter((code) => findCurrency(code) === null);
}

function repeated(texts: readonly string[]): readonly string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}

function lastSuccessorOf(currency: Currency): Currency {
  let last = currency;
  for (let steps = 0; last.successor !== null; steps += 1) {
    if (steps > RETIRED_CURRENCIES.length) throw new Error(`${currency.code} succeeds itself`);
    last = known(last.successor);
  }
  return last;
}
