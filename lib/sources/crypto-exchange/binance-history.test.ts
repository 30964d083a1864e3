import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { checkBars } from '#lib/domain/validation/check-market';
import { createSource } from '#lib/sources/crypto-exchange/source';
import { DAY_MS } from '#lib/domain/durations';

const NOW = new Date('2026-11-20T12:00:00Z');
const BINANCE_URL = 'https://api.binance.com/api/v3/klines?symbol=BTCEUR&interval=1d&limit=1000';

const kline = (open: string, close: string, days = 1, trades = 9) => {
  const openMs = Date.parse(open);
  return [
    openMs,
    '1',
    '70000.5',
    '60000.5',
    close,
    '1',
    openMs + days * DAY_MS - 1,
    '1',
    trades,
    '1',
    '1',
    '0',
  ];
};

describe('the history of Binance', () => {
  it('gives the days that were finished when it was fetched', () => {
    const text = JSON.stringify([
      kline('2026-11-18', '60001.10'),
      kline('2026-11-19', '60002.20'),
      kline('2026-11-20', '1'),
    ]);
    expect(barsOf(BINANCE_URL, text)).toEqual([
      {
        base: 'BTC',
        quote: 'EUR',
        day: '2026-11-18',
        rate: '60001.10',
        low: '60000.5',
        high: '70000.5',
        observedAt: new Date('2026-11-18T23:59:59.999Z'),
      },
      expect.objectContaining({ day: '2026-11-19', rate: '60002.20' }),
    ]);
  });

  it('keeps the last bar of a market that was closed within a day', () => {
    const text = JSON.stringify([kline('2023-12-28', '1.25'), kline('2023-12-29', '1.18', 0.125)]);
    const [, last] = barsOf(`${BINANCE_URL}#GBP/USDT`, text);
    expect(last).toMatchObject({
      day: '2023-12-29',
      rate: '1.18',
      observedAt: new Date('2023-12-29T02:59:59.999Z'),
    });
  });

  it('takes no day without a trade', () => {
    const text = JSON.stringify([kline('2026-11-17', '1'), kline('2026-11-18', '1', 1, 0)]);
    expect(daysOf(BINANCE_URL, text)).toEqual(['BTC/EUR 2026-11-17 1']);
  });
});

describe('files of Binance’s history', () => {
  it('calls the old LUNA LUNC, and has no Sky before Sky began', () => {
    const luna = JSON.stringify([kline('2022-05-11', '1.1'), kline('2022-06-01', '7.0')]);
    expect(daysOf(`${BINANCE_URL}#LUNA/USDT`, luna)).toEqual([
      'LUNC/USDT 2022-05-11 1.1',
      'LUNA/USDT 2022-06-01 7.0',
    ]);
    const sky = JSON.stringify([kline('2019-05-11', '1.1'), kline('2025-06-01', '0.07')]);
    expect(daysOf(`${BINANCE_URL}#SKY/USDT`, sky)).toEqual(['SKY/USDT 2025-06-01 0.07']);
  });

  const archive = [kline('2025-01-01', '93576.00'), kline('2025-01-02', '97000.10')]
    .map((row) =>
      row.map((cell, column) => (column === 0 || column === 6 ? `${String(cell)}000` : cell)).join(','),
    )
    .join('\n');

  it.each([
    ['a CSV of its archive, in microseconds', strToU8(`${archive}\n`), 'BTCUSDT-1d-2025-01.csv'],
    [
      'a CSV with a header',
      strToU8(`open_time,o,h,l,c,v,close_time,q,n,b,t,i\n${archive}\n`),
      'BTCUSDT-1d-2025-01.csv',
    ],
    [
      'a ZIP of its archive',
      zipSync({ 'BTCUSDT-1d-2025-01.csv': strToU8(archive) }),
      'BTCUSDT-1d-2025-01.zip',
    ],
  ])('reads %s', (_name, body, name) => {
    expect(daysOf(`file:${name}`, body)).toEqual([
      'BTC/USDT 2025-01-01 93576.00',
      'BTC/USDT 2025-01-02 97000.10',
    ]);
  });

  it('reads klines in microseconds as in milliseconds', () => {
    const row = kline('2026-11-18', '3');
    const micro = row.map((cell, column) =>
      column === 0 || column === 6 ? Number(cell) * 1000 + 999 : cell,
    );
    expect(barsOf(BINANCE_URL, JSON.stringify([micro]))).toEqual(barsOf(BINANCE_URL, JSON.stringify([row])));
  });
});

describe('the bars of a file', () => {
  it('marks the last bar of an answer in a file, which was still open, and no bar of an archive', () => {
    const rows = Array.from({ length: 343 }, (_, index) => {
      return kline(new Date(Date.parse('2022-01-01') + index * DAY_MS).toISOString(), '1.1');
    });
    const ofAnswer = barsOf('file:AUDUSDT.json', JSON.stringify(rows));
    expect(ofAnswer).toHaveLength(343);
    expect(ofAnswer.map(({ isOpen }) => isOpen === true).indexOf(true)).toBe(342);
    const checked = checkBars(ofAnswer, { now: NOW });
    expect(checked.accepted).toHaveLength(342);
    expect(checked.rejected.map(({ rule, detail }) => `${rule} ${detail}`)).toEqual([
      'unfinished_bar 2022-12-09 AUD/USDT "1.1"',
    ]);
    const ofArchive = barsOf('file:AUDUSDT-1d-2022.csv', rows.map((row) => row.join(',')).join('\n'));
    expect(ofArchive.filter(({ isOpen }) => isOpen)).toEqual([]);
    expect(ofArchive).toHaveLength(343);
  });

  it.each([
    [
      'JSON of three days',
      'file:BTCEUR.json',
      3,
      /^The bars are of 3 days each; expected bars of one day or less\.$/,
    ],
    ['an answer said to be daily', BINANCE_URL, 7, /^The bars are of 7 days each/],
    ['a file named as daily', 'file:BTCEUR-1d-2022.json', 30, /^The bars are of 30 days each/],
  ])('refuses bars that are longer than a day: %s', (_name, url, days, sentence) => {
    const rows = [0, 1, 2].map((index) => {
      return kline(new Date(Date.parse('2022-01-01') + index * days * DAY_MS).toISOString(), '1.1', days);
    });
    expect(sentenceOf(url, JSON.stringify(rows))).toMatch(sentence);
    expect(sentenceOf(url, JSON.stringify(rows.slice(0, 1)))).toMatch(sentence);
  });
});

describe('what is no history of Binance', () => {
  it.each([
    ['a refusal', '{"code":-1121,"msg":"Invalid symbol."}', /refused with -1121/],
    ['an empty list', '[]', /no finished day with a trade/],
    ['bars in another shape', '[[1,2,3]]', /Most entries are no bars/],
    ['bytes that begin an archive', 'PK\u0003\u0004', /ZIP archive/],
    ['an HTML page', '<html></html>', /is an HTML page/],
  ])('is not taken from %s', (_name, text, sentence) => {
    expect(sentenceOf(BINANCE_URL, text)).toMatch(sentence);
  });

  it.each([
    ['klines.json', /No two known codes are in the file name "klines\.json"/],
    ['BTCEUR-and-ETHEUR.json', /BTC\/EUR and ETH\/EUR are possible/],
    ['FOOBAR.json', /No two known codes/],
  ])('is not taken from a file named %s, which names no one market', (name, sentence) => {
    const text = JSON.stringify([kline('2026-11-17', '1'), kline('2026-11-18', '1')]);
    expect(sentenceOf(`file:${name}`, text)).toMatch(sentence);
  });
});

function parse(url: string, body: string | Uint8Array) {
  const { history } = createSource(undefined, { exchange: 'binance' });
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
