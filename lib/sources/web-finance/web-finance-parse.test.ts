import { describe, expect, it } from 'vitest';

import type { SourceDocument } from '#lib/sources/source';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { createSource as webFinance } from './source.ts';

const FETCHED_AT = new Date('2026-11-20T12:00:00Z');
const recorded = readRecordedBodies('web-finance');

describe('recorded quotes of Yahoo Finance', () => {
  it.for<readonly [string, readonly string[]]>([
    [
      'spark-v8-EURUSD=X,EURGBP=X-2026-09-25-15m.json: the last price that is not null, not fulldayPrice, at its own stamp, not end',
      ['EUR/GBP 0.8601 2026-09-25T21:15:00.000Z', 'EUR/USD 1.1392 2026-09-25T21:15:00.000Z'],
    ],
    [
      'quote-v7-EURUSD=X.json: the price without float noise, not the bid above the ask',
      ['EUR/USD 1.048988 2025-02-17T10:54:43.000Z'],
    ],
    ['quote-v7-BTC-USD.json', ['BTC/USD 96077.45 2025-02-17T10:53:00.000Z']],
  ])('%s', ([title, expected], { skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-finance'));
    expect(ticksOf(recordedText(title))).toEqual(expected);
  });

  it.for<readonly [string, RegExp]>([
    ['quote-v7-AAPL-BABA-multi.json', /no price of a pair of currencies that we know \(AAPL, BABA\)/],
    ['consent-page.html', /consent page/],
    ['download-v7-EURUSD=X-2020-01-01_2020-01-03.csv', /CSV of the download interface.*closed in 2024/],
    ['chart-v8-EURUSD=X-2020-01-01_2020-01-03.json', /is a history \(chart\)/],
    ['chart-v8-BTC-USD-2020-01-01_2020-01-03.json', /is a history \(chart\)/],
  ])('refuses %s by name', ([name, sentence], { skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-finance'));
    expect(refusalOf(recordedText(name))).toMatch(sentence);
  });
});

describe('recorded histories of Yahoo Finance', () => {
  it.for<readonly [string, readonly string[]]>([
    [
      'chart-v8-EURUSD=X-2020-01-01_2020-01-03.json',
      [
        '2020-01-01 EUR/USD 1.122083 (1.115947-1.122838) 2020-01-01T23:00:00.000Z',
        '2020-01-02 EUR/USD 1.122083 (1.116682-1.122712) 2020-01-02T23:00:00.000Z',
        '2020-01-03 EUR/USD 1.117144 (1.11257-1.118068) 2020-01-03T23:00:00.000Z',
      ],
    ],
    [
      'chart-v8-BTC-USD-2020-01-01_2020-01-03.json',
      [
        '2020-01-01 BTC/USD 7200.174 (7174.944-7254.331) 2020-01-01T23:59:59.999Z',
        '2020-01-02 BTC/USD 6985.47 (6935.27-7212.155) 2020-01-02T23:59:59.999Z',
        '2020-01-03 BTC/USD 7344.884 (6914.996-7413.715) 2020-01-03T23:59:59.999Z',
      ],
    ],
  ])('%s', ([name, expected], { skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-finance'));
    expect(barsOf(recordedText(name))).toEqual(expected);
  });

  it.for<readonly [string, RegExp]>([
    [
      'spark-v8-EURUSD=X,EURGBP=X-2026-09-25-15m.json',
      /no chart; quotes \(spark, quote\) are of one instant/,
    ],
    ['quote-v7-EURUSD=X.json', /no chart; quotes \(spark, quote\) are of one instant/],
    ['consent-page.html', /consent page/],
    ['download-v7-EURUSD=X-2020-01-01_2020-01-03.csv', /CSV of the download interface/],
  ])('refuses %s by name', ([name, sentence], { skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-finance'));
    expect(barRefusalOf(recordedText(name))).toMatch(sentence);
  });

  it('rounds as the publisher did in its own CSV, download-v7-EURUSD=X-2020-01-01_2020-01-03.csv', ({
    skip,
  }) => {
    skip(recorded === null, recordedBodiesMissing('web-finance'));
    const rows = recordedText('download-v7-EURUSD=X-2020-01-01_2020-01-03.csv').trim().split('\n').slice(1);
    const expected = rows.map((row) => {
      const [day, , high, low, close] = row.split(',');
      return [day, Number(close), Number(low), Number(high)];
    });
    const bars = parseBars(recordedText('chart-v8-EURUSD=X-2020-01-01_2020-01-03.json'));
    const read = bars.ok ? bars.value.figures : [];
    expect(read.map(({ day, rate, low, high }) => [day, Number(rate), Number(low), Number(high)])).toEqual(
      expected,
    );
  });

  it('refuses every recorded body that is cut short', ({ skip }) => {
    skip(recorded === null, recordedBodiesMissing('web-finance'));
    for (const { name, body } of (recorded ?? []).filter((each) => each.name.endsWith('.json'))) {
      for (const length of [body.length - 3, Math.floor(body.length / 2)]) {
        const text = new TextDecoder().decode(body.subarray(0, length));
        expect(refusalOf(text), name).toMatch(/cut short or damaged/);
        expect(barRefusalOf(text), name).toMatch(/cut short or damaged/);
      }
    }
  });
});

describe('spark', () => {
  it('reads the short form of a dollar pair, and leaves out a pair without prices', () => {
    const body = JSON.stringify({
      'JPY=X': { symbol: 'JPY=X', timestamp: [1790290800, 1790291700], close: [157.12300109863281, null] },
      'EURUSD=X': { symbol: 'EURUSD=X', previousClose: 1.138 },
      'GBPUSD=X': { symbol: 'GBPUSD=X', timestamp: [1790290800], close: [null] },
      'NZDUSD=X': { symbol: 'NZDUSD=X', close: [0.59] },
    });
    expect(ticksOf(body)).toEqual(['USD/JPY 157.123 2026-09-24T23:00:00.000Z']);
  });

  it('reads the older body, v7', () => {
    const body = JSON.stringify({
      spark: {
        result: [
          {
            symbol: 'EURUSD=X',
            response: [
              {
                meta: { priceHint: 4 },
                timestamp: [1790290800],
                indicators: { quote: [{ close: [1.1381001472473145] }] },
              },
            ],
          },
          { symbol: 'USDJPY=X', response: [{ meta: {}, indicators: { quote: [{}] } }] },
        ],
        error: null,
      },
    });
    expect(ticksOf(body)).toEqual(['EUR/USD 1.1381 2026-09-24T23:00:00.000Z']);
  });

  it.each([
    [
      { 'EURUSD=X': { symbol: 'EURUSD=X', timestamp: [1790290800], close: ['1.1'] } },
      /EUR\/USD: not Yahoo Finance's at close\/0/,
    ],
    [{}, /no symbol at all/],
    [{ error: { code: 500 } }, /no price of a pair of currencies that we know \(error\)/],
  ])('refuses a body that is not one it knows: %j', (body, sentence) => {
    expect(refusalOf(JSON.stringify(body))).toMatch(sentence);
  });
});

describe('a series of Yahoo Finance that cannot be read', () => {
  const sound = { symbol: 'EURUSD=X', timestamp: [1790290800], close: [1.1381] };
  it.each<readonly [string, unknown, string]>([
    [
      'has fewer prices than time stamps',
      { timestamp: [1790290800, 1790291100], close: [1.3] },
      '2 time stamps and 1 prices',
    ],
    ['has a text for a price', { timestamp: [1790290800], close: ['N/A'] }, "not Yahoo Finance's at close/0"],
    [
      'is another one',
      { symbol: 'GBPJPY=X', timestamp: [1790290800], close: [200] },
      'the series under "GBPUSD=X" is of "GBPJPY=X"',
    ],
    ['is in pence', { currency: 'USX', timestamp: [1790290800], close: [131] }, 'in USX'],
  ])('is left out and named when it %s', (_name, series, reason) => {
    const text = JSON.stringify({ 'GBPUSD=X': { symbol: 'GBPUSD=X', ...Object(series) }, 'EURUSD=X': sound });
    const parsed = webFinance().parse([documentOf(text)]);
    const [poll] = parsed.ok ? parsed.value : [];
    expect(poll?.ticks.map(({ base, rate }) => `${base} ${rate}`)).toEqual(['EUR 1.1381']);
    expect(poll?.leftOut).toEqual([{ rule: 'unreadable_series', series: 'GBP/USD', reason }]);
  });
});

describe('quotes', () => {
  it.each([
    ['in another currency than its pair', { symbol: 'GBPUSD=X', currency: 'GBp', regularMarketPrice: 131 }],
    ['of a coin with the ticker of a currency', { symbol: 'ERN-USD', regularMarketPrice: 2 }],
    ['of a currency that we do not know', { symbol: 'USDGBX=X', regularMarketPrice: 76 }],
    ['without a price', { symbol: 'EURUSD=X' }],
  ])('leaves out a quote %s', (_name, quote) => {
    const result = [{ ...quote, regularMarketTime: 1739789683 }];
    expect(refusalOf(JSON.stringify({ quoteResponse: { result, error: null } }))).toMatch(
      /no price of a pair/,
    );
  });

  it('keeps six digits of a price far below 1, whatever its hint', () => {
    const result = [
      { symbol: 'VNDJPY=X', regularMarketPrice: 0.0058783575, regularMarketTime: 1739789683, priceHint: 4 },
    ];
    const body = JSON.stringify({ quoteResponse: { result, error: null } });
    expect(ticksOf(body)).toEqual(['VND/JPY 0.00587836 2025-02-17T10:54:43.000Z']);
  });
});

describe('errors inside a body', () => {
  it.each([
    ['', /document is empty/],
    [' \r\n ', /document is empty/],
    ['<!DOCTYPE html><html><body>Please wait</body></html>', /is an HTML page/],
    ['Too Many Requests\r\n', /"Too Many Requests"/],
    [
      '{"chart":{"result":null,"error":{"code":"Not Found","description":"No data found, symbol may be delisted"}}}',
      /error "Not Found" \("No data found, symbol may be delisted"\)/,
    ],
    [
      '{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid Crumb"}}}',
      /error "Unauthorized" \("Invalid Crumb"\)/,
    ],
    ['\u0000\u0001', /no JSON/],
  ])('refuses %j by name, as quotes and as history', (body, sentence) => {
    for (const refusal of [refusalOf(body), barRefusalOf(body)]) {
      expect(refusal).toMatch(sentence);
      expect(refusal).toMatch(/^[A-Z].*\.$/s);
    }
  });
});

describe('a daily history', () => {
  it('dates a summer bar by the day in London, at whose 23:00 its last price is', () => {
    const body = chart({ timestamps: [1790290800], closes: [1.1392] });
    expect(barsOf(body)).toEqual(['2026-09-25 EUR/USD 1.1392 (-) 2026-09-25T22:00:00.000Z']);
  });

  it('dates each bar by its own offset, across the end of summer time', () => {
    const midnights = ['2026-10-22T23:00Z', '2026-10-25T23:00Z', '2026-10-26T00:00Z', '2026-10-27T00:00Z'];
    const timestamps = midnights.map((text) => Date.parse(text) / 1000);
    const days = barsOf(chart({ timestamps, closes: [1.1, 1.2, 1.3, 1.4] })).map((bar) => bar.slice(0, 10));
    expect(days).toEqual(['2026-10-23', '2026-10-25', '2026-10-26', '2026-10-27']);
  });

  it('drops the day that is not over in London, and keeps it a second later', () => {
    const body = chart({
      timestamps: [Date.parse('2026-07-14T23:00Z') / 1000, Date.parse('2026-07-15T23:00Z') / 1000],
      closes: [1.1, 1.2],
    });
    const daysAt = (fetchedAt: string) => barsOf(body, new Date(fetchedAt)).map((bar) => bar.slice(0, 10));
    expect(daysAt('2026-07-16T22:59:59Z')).toEqual(['2026-07-15']);
    expect(daysAt('2026-07-16T23:00:00Z')).toEqual(['2026-07-15', '2026-07-16']);
  });

  it('leaves out days without a price, and of two rows of one day takes the later', () => {
    const midnight = Date.parse('2026-11-17T00:00Z') / 1000;
    const timestamps = [midnight, midnight + 86_400, midnight + 86_400 + 70_000];
    const body = chart({ timestamps, closes: [null, 1.15, 1.16] });
    expect(barsOf(body)).toEqual(['2026-11-18 EUR/USD 1.16 (-) 2026-11-18T23:00:00.000Z']);
  });

  it.each([
    ['weekly bars', { dataGranularity: '1wk' }, /meta\/dataGranularity/],
    ['another zone', { exchangeTimezoneName: 'America/New_York' }, /meta\/exchangeTimezoneName/],
    ['a share', { symbol: 'AAPL' }, /of AAPL in USD, no pair/],
    ['pence', { symbol: 'USDGBP=X', currency: 'GBp' }, /of USDGBP=X in GBp, no pair/],
  ])('refuses %s', (_name, meta, sentence) => {
    expect(barRefusalOf(chart({ timestamps: [1790290800], closes: [1.1], meta }))).toMatch(sentence);
  });

  it('refuses lists of different lengths and a history without a day', () => {
    expect(barRefusalOf(chart({ timestamps: [1790290800], closes: [1.1, 1.2] }))).toMatch(
      /1 days and a list of 2/,
    );
    expect(barRefusalOf(chart({ timestamps: [], closes: [] }))).toMatch(/no finished day/);
  });
});

interface ChartParts {
  readonly timestamps: readonly number[];
  readonly closes: readonly (number | null)[];
  readonly meta?: Readonly<Record<string, string>>;
}

function chart({ timestamps, closes, meta }: ChartParts): string {
  const known = {
    symbol: 'EURUSD=X',
    currency: 'USD',
    instrumentType: 'CURRENCY',
    exchangeTimezoneName: 'Europe/London',
    priceHint: 4,
    // The offset of the fetch, which is wrong for half of the bars.
    gmtoffset: 0,
    dataGranularity: '1d',
  };
  const result = [
    { meta: { ...known, ...meta }, timestamp: timestamps, indicators: { quote: [{ close: closes }] } },
  ];
  return JSON.stringify({ chart: { result, error: null } });
}

function recordedText(title: string): string {
  const name = title.split(': ', 1)[0] ?? '';
  const found = (recorded ?? []).find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} is not among the recorded bodies.`);
  return new TextDecoder().decode(found.body);
}

function documentOf(text: string, fetchedAt = FETCHED_AT): SourceDocument {
  return { url: 'file:test', body: new TextEncoder().encode(text), fetchedAt };
}

function ticksOf(text: string): readonly string[] {
  const parsed = webFinance().parse([documentOf(text)]);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.flatMap(({ ticks }) =>
    ticks.map((tick) => `${tick.base}/${tick.quote} ${tick.rate} ${tick.observedAt?.toISOString()}`),
  );
}

function refusalOf(text: string): string {
  const parsed = webFinance().parse([documentOf(text)]);
  if (parsed.ok) throw new Error('The document was not refused.');
  return parsed.error.sentence;
}

function parseBars(text: string, fetchedAt?: Date) {
  const { history } = webFinance();
  if (history === null) throw new Error('The source has no history.');
  return history.parse(documentOf(text, fetchedAt));
}

function barsOf(text: string, fetchedAt?: Date): readonly string[] {
  const parsed = parseBars(text, fetchedAt);
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.figures.map(({ day, base, quote, rate, low, high, observedAt }) => {
    const range = low === null || high === null ? '-' : `${low}-${high}`;
    return `${day} ${base}/${quote} ${rate} (${range}) ${observedAt.toISOString()}`;
  });
}

function barRefusalOf(text: string): string {
  const parsed = parseBars(text);
  if (parsed.ok) throw new Error('The document was not refused.');
  return parsed.error.sentence;
}
