import { strToU8 } from 'fflate';
import { describe, expect, it } from 'vitest';

import { createSource } from '#lib/sources/crypto-exchange/source';
import { MINUTE_MS } from '#lib/domain/durations';

const NOW = new Date('2026-11-20T12:00:00Z');
const KRAKEN_URL = 'https://api.kraken.com/0/public/OHLC?pair=XXBTZUSD&interval=1440&since=0';
const ohlc = (day: string, close: string, trades = 9) => {
  return [Date.parse(day) / 1000, '1', '70000.5', '60000.5', close, '1', '1', trades];
};
const kraken = (symbol: string, ...rows: readonly unknown[]) =>
  JSON.stringify({ error: [], result: { [symbol]: rows, last: 1 } });

describe('the history of Kraken', () => {
  it('gives finished days with low, high and the last millisecond of the day', () => {
    const text = kraken(
      'XXBTZUSD',
      ohlc('2026-11-18', '65000.1'),
      ohlc('2026-11-19', '66000.2'),
      ohlc('2026-11-20', '1'),
    );
    expect(barsOf(KRAKEN_URL, text)).toEqual([
      {
        base: 'BTC',
        quote: 'USD',
        day: '2026-11-18',
        rate: '65000.1',
        low: '60000.5',
        high: '70000.5',
        observedAt: new Date('2026-11-18T23:59:59.999Z'),
      },
      expect.objectContaining({ day: '2026-11-19', rate: '66000.2' }),
    ]);
  });

  it('takes no day without a trade, whose price is only repeated', () => {
    const text = kraken(
      'XXBTZUSD',
      ohlc('2026-11-17', '1'),
      ohlc('2026-11-18', '1', 0),
      ohlc('2026-11-20', '1'),
    );
    expect(daysOf(KRAKEN_URL, text)).toEqual(['BTC/USD 2026-11-17 1']);
  });

  it('takes the market’s assets from behind the # of the address before it splits a name', () => {
    const text = kraken('USDTUSD', ohlc('2026-11-18', '0.999'), ohlc('2026-11-19', '1'));
    const url = 'https://api.kraken.com/0/public/OHLC?pair=USDTUSD&interval=1440';
    expect(sentenceOf(url, text)).toMatch(/USD\/TUSD and USDT\/USD are possible/);
    expect(daysOf(`${url}#USDT/USD`, text)).toEqual(['USDT/USD 2026-11-18 0.999']);
  });

  it.each([
    ['XXBTZUSD', 'BTC/USD'],
    ['XETHXXBT', 'ETH/BTC'],
    ['USDTZUSD', 'USDT/USD'],
    ['XXDGXXBT', 'DOGE/BTC'],
    ['XTZUSD', 'XTZ/USD'],
    ['ADAXBT', 'ADA/BTC'],
    ['EURUSD', 'EUR/USD'],
  ])('splits %s in the one way that known codes allow', (symbol, pair) => {
    const url = 'https://api.kraken.com/0/public/OHLC?interval=1440';
    const text = kraken(symbol, ohlc('2026-11-18', '2'), ohlc('2026-11-19', '1'));
    expect(daysOf(url, text)).toEqual([`${pair} 2026-11-18 2`]);
  });
});

describe('files of Kraken’s history', () => {
  it('makes days of minutes: the last price, the lowest and the highest, of whole days only', () => {
    const start = Date.parse('2026-11-17T23:59:00Z');
    const rows = Array.from({ length: 1440 + 5 }, (_, minute) => {
      const price = 100 + (minute % 700);
      const traded = minute === 1440 ? 0 : 4;
      return [
        (start + minute * MINUTE_MS) / 1000,
        '1',
        String(price + 0.5),
        String(price - 0.5),
        String(price),
        '1',
        '1',
        traded,
      ];
    });
    expect(barsOf('file:XBTUSD.json', kraken('XBTUSD', ...rows))).toEqual([
      {
        base: 'BTC',
        quote: 'USD',
        day: '2026-11-17',
        rate: '100',
        low: null,
        high: null,
        observedAt: new Date('2026-11-17T23:59:59.999Z'),
      },
      {
        base: 'BTC',
        quote: 'USD',
        day: '2026-11-18',
        rate: '139',
        low: '99.5',
        high: '799.5',
        observedAt: new Date('2026-11-18T23:58:59.999Z'),
      },
      expect.objectContaining({ day: '2026-11-19', isOpen: true }),
    ]);
  });
});

describe('what is no history of Kraken', () => {
  const weeks = ['2026-10-15', '2026-10-22', '2026-10-29'];

  it.each([
    [
      'whose address says so',
      `${KRAKEN_URL.replace('1440', '10080')}`,
      kraken('XXBTZUSD', ...weeks.map((day) => ohlc(day, '1'))),
    ],
    ['whose address says days', KRAKEN_URL, kraken('XXBTZUSD', ...weeks.map((day) => ohlc(day, '1')))],
    ['in a file', 'file:OHLC.json', kraken('XXBTZUSD', ...weeks.map((day) => ohlc(day, '1')))],
  ])('is not taken from bars of a week %s', (_name, url, text) => {
    expect(sentenceOf(url, text)).toBe('The bars are of 7 days each; expected bars of one day or less.');
  });

  it('counts the bar that was still open when an answer was saved to a file', () => {
    const text = kraken('XXBTZUSD', ohlc('2026-11-17', '2'), ohlc('2026-11-18', '3'));
    expect(daysOf(KRAKEN_URL, text)).toEqual(['BTC/USD 2026-11-17 2']);
    expect(barsOf('file:OHLC.json', text).map(({ day, isOpen }) => [day, isOpen === true])).toEqual([
      ['2026-11-17', false],
      ['2026-11-18', true],
    ]);
  });

  it.each([
    ['a refusal', '{"error":["EQuery:Unknown asset pair"]}', /refused with "EQuery:Unknown asset pair"/],
    ['the open day only', kraken('XXBTZUSD', ohlc('2026-11-20', '1')), /no finished day with a trade/],
    ['two markets', '{"error":[],"result":{"A":[],"B":[],"last":1}}', /entries A, B, last/],
    ['no bar', kraken('XXBTZUSD'), /XXBTZUSD has no bars/],
    ['bars in another shape', kraken('XXBTZUSD', [1, '2']), /Most bars of XXBTZUSD/],
    [
      'an unknown market',
      kraken('NOSUCHUSD', ohlc('2026-11-18', '1'), ohlc('2026-11-19', '1')),
      /No two known codes/,
    ],
    ['an HTML page', '<html></html>', /is an HTML page/],
  ])('is not taken from %s', (_name, text, sentence) => {
    expect(sentenceOf(KRAKEN_URL, text)).toMatch(sentence);
  });

  it('is not taken from one bar of unknown length', () => {
    expect(sentenceOf('file:OHLC.json', kraken('XXBTZUSD', ohlc('2026-11-18', '1')))).toMatch(
      /length of the bar/,
    );
  });
});

function parse(url: string, body: string | Uint8Array) {
  const { history } = createSource(undefined, { exchange: 'kraken' });
  if (history === null) throw new Error('The exchange has no history.');
  return history.parse({ url, body: typeof body === 'string' ? strToU8(body) : body, fetchedAt: NOW });
}

function barsOf(url: string, body: string | Uint8Array) {
  const parsed = parse(url, body);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.figures;
}

function daysOf(url: string, body: string | Uint8Array): readonly string[] {
  return barsOf(url, body).map(({ base, quote, day, rate }) => `${base}/${quote} ${day} ${rate}`);
}

function sentenceOf(url: string, body: string | Uint8Array): string {
  const parsed = parse(url, body);
  if (parsed.ok) throw new Error('Bars came from a broken document.');
  expect(parsed.error.sentence).toMatch(/^[A-Z].*\.$/s);
  return parsed.error.sentence;
}
