import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { asOfToday } from './address-fields.ts';
import { converterAddress, DEFAULT_VIEW, readConverterAddress } from './converter-address.ts';
import { pageAddress } from './served-address.ts';
import { currencyOptions } from '#lib/format/currencies/currency-list';
import { isoDayOf } from '#lib/domain/iso-day';
import { codeBook } from '#lib/format/currencies/nearest-code';

const BOOK = codeBook(currencyOptions());

function read(address: string) {
  return readConverterAddress(address, BOOK);
}

describe('the converter’s address', () => {
  it('carries the whole view', () => {
    const view = {
      from: 'USD',
      to: 'EUR',
      amount: '1200.5',
      end: 'from',
      source: 'ecb',
      date: isoDayOf(new Date('2026-04-13')),
      also: null,
      banks: null,
    } as const;
    expect(converterAddress(view)).toBe('/convert/USD/EUR?amount=1200.5&source=ecb&date=2026-04-13');
    expect(read(converterAddress(view))).toEqual({ view, ignored: [] });
  });

  it('carries what banks state', () => {
    const view = {
      ...DEFAULT_VIEW,
      banks: [{ name: 'Card', terms: [{ kind: 'percent', end: 'from', figure: '2' }], stated: null }],
    } as const;
    expect(converterAddress(view)).toBe('/convert/EUR/USD?amount=100&banks=Card:pct-2');
    expect(read(converterAddress(view))).toEqual({ view, ignored: [] });
    expect(read('/?banks=').view.banks).toBeNull();
  });

  it('carries a wanted result and a list of further currencies', () => {
    const view = { ...DEFAULT_VIEW, amount: '250', end: 'to', also: ['GBP', 'JPY'] } as const;
    expect(converterAddress(view)).toBe('/convert/EUR/USD?result=250&also=GBP,JPY');
    expect(read(converterAddress(view))).toEqual({ view, ignored: [] });
    expect(read(converterAddress({ ...view, also: [] })).view.also).toEqual([]);
    expect(read('/?amount=5&result=6').view, 'the amount goes before the result').toMatchObject({
      amount: '5',
      end: 'from',
    });
  });

  it('is the default view where it says nothing', () => {
    for (const address of ['/', '/convert', '/convert/']) {
      expect(read(address)).toEqual({ view: DEFAULT_VIEW, ignored: [] });
    }
    expect(read('/convert/USD').view).toEqual({ ...DEFAULT_VIEW, from: 'USD', to: 'EUR' });
    expect(read('/?amount=5').view.amount).toBe('5');
  });
});

describe('a day in the converter’s address', () => {
  const today = isoDayOf(new Date('2026-04-14'));
  const shown = (date: string) => {
    const { view, ignored } = asOfToday(read(`/convert/EUR/USD?date=${date}`), today);
    return [view.date, ignored.map(({ wrong }) => wrong)];
  };

  it('is one that is over; today is now, and a later one is ignored with a word', () => {
    expect(shown('2026-04-13')).toEqual(['2026-04-13', []]);
    expect(shown('2026-04-14')).toEqual([null, []]);
    expect(shown('2026-04-15')).toEqual([null, ['“2026-04-15” is in the future.']]);
  });
});

describe('an odd address of the converter', () => {
  it('takes codes in either case without a word', () => {
    expect(read('/convert/usd/Jpy')).toMatchObject({ view: { from: 'USD', to: 'JPY' }, ignored: [] });
  });

  it.each(['/?from=usd&to=jpy&amount=5', '/convert/USD-JPY?amount=5', '/convert/USD_JPY?amount=5'])(
    'takes a pair as other addresses write it: %s',
    (address) => {
      expect(read(address)).toMatchObject({ view: { from: 'USD', to: 'JPY', amount: '5' }, ignored: [] });
    },
  );

  it('shows the nearest sensible pair for unknown codes and says so', () => {
    const { view, ignored } = read('/convert/USX/QQQQ');
    expect(view).toMatchObject({ from: 'USD', to: 'EUR' });
    expect(ignored.map(({ wrong }) => wrong)).toEqual([
      '“USX” is not a currency. Use USD: 1 USX is 1 USD divided by 100.',
      '“QQQQ” is not a currency.',
    ]);
  });
});

describe('a pair that is no pair of codes', () => {
  it('says which code to use instead of a well-known one, of a list as well', () => {
    const pence = 'Use GBP: 1 GBX is 1 GBP divided by 100.';
    const wrongs = (address: string) => read(address).ignored.map(({ wrong }) => wrong);
    expect(wrongs('/convert/GBX/USD')).toEqual([`“GBX” is not a currency. ${pence}`]);
    expect(wrongs('/convert/GBp/USD')).toEqual([
      '“GBp” is not a currency. Use GBP: 1 GBp is 1 GBP divided by 100.',
    ]);
    expect(wrongs('/?also=GBX,CHF,RMB')).toEqual([
      `“GBX, RMB” is not a currency. ${pence} Use CNY: 1 RMB is 1 CNY.`,
    ]);
  });

  it.each([
    ['XXXX/EUR', 'USD/EUR'],
    ['EUR/XXXX', 'EUR/USD'],
    ['USD/XXXX', 'USD/EUR'],
    ['XXXX/QQQQ', 'EUR/USD'],
    ['US/EUR', 'USD/EUR'],
    ['YEN/EUR', 'JPY/EUR'],
    ['UDS/EUR', 'USD/EUR'],
    ['EUR/UDS', 'EUR/USD'],
    ['dollar/euro', 'USD/EUR'],
    ['RMB/USD', 'CNY/USD'],
    ['GBX/USD', 'GBP/USD'],
    ['EUR/ILA', 'EUR/ILS'],
    ['CNH/USD', 'CNY/USD'],
    ['SATS/USD', 'BTC/USD'],
    ['EUX/EUR', 'USD/EUR'],
    ['bitcoin/USD', 'BTC/USD'],
    ['EUR/EUR', 'EUR/EUR'],
  ])('takes /convert/%s for %s', (asked, pair) => {
    const { from, to } = read(`/convert/${asked}`).view;
    expect(`${from}/${to}`).toBe(pair);
  });

  it('never takes one end for the other, whatever it is asked', () => {
    const code = fc.constantFrom(...BOOK.codes);
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z]{1,8}$/), code, fc.boolean(), (text, known, isFirst) => {
        fc.pre(!BOOK.codes.includes(text.toUpperCase()));
        const { from, to } = read(`/convert/${isFirst ? `${text}/${known}` : `${known}/${text}`}`).view;
        expect(from).not.toBe(to);
      }),
    );
  });
});

describe('an odd part of an address', () => {
  it.each([
    ['/?amount=abc', 'is not an amount'],
    ['/?amount=-5', 'is not an amount'],
    ['/?amount=', 'is not an amount'],
    ['/?source=foo', 'is not a source'],
    ['/?result=abc', 'is not an amount'],
    ['/?also=GBP,QQQ', 'is not a currency'],
    ['/?banks=Card:pct-200', 'A bank line in the address cannot be read: “Card:pct-200”.'],
    ['/?banks=Card:pct-2;Bureau', 'A bank line in the address cannot be read: “Bureau”.'],
    ['/?banks=Card;Bureau', 'Bank lines in the address cannot be read: “Card; Bureau”.'],
    ['/?result=100&banks=Bureau:get-112-USD', 'A bank line in the address cannot be read'],
    ['/convert/EUR/USD/more', 'was not understood'],
    ['/convert/%E0%A4%A/USD', 'is not a currency'],
  ])('ignores what means nothing in %s and says so', (address, wrong) => {
    expect(read(address).ignored).toHaveLength(1);
    expect(read(address).ignored[0]?.wrong).toContain(wrong);
  });

  it('does not repeat long nonsense in full', () => {
    expect(read(`/?source=${'x'.repeat(500)}`).ignored[0]?.wrong.length).toBeLessThan(60);
  });

  it('is the same on the server, repeated parameters by their first value', () => {
    expect(pageAddress(['convert', 'EUR', 'USD'], { amount: ['1', '2'], source: 'ecb' })).toBe(
      '/convert/EUR/USD?amount=1&source=ecb',
    );
    expect(pageAddress([], {})).toBe('/');
  });
});
