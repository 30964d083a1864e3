import { describe, expect, it } from 'vitest';

import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { parseBoj } from './boj-parse.ts';

const DOLLAR = {
  SERIES_CODE: 'FXERD04',
  NAME_OF_TIME_SERIES: 'US.Dollar/Yen Spot Rate at 17:00 in JST, Tokyo Market',
  UNIT: 'Yen per U.S. Dollar',
  FREQUENCY: 'DAILY',
  CATEGORY: 'Foreign Exchange Rates',
  LAST_UPDATE: 20260331,
  VALUES: {
    SURVEY_DATES: [20260326, 20260327, 20260328, 20260329, 20260330],
    VALUES: [159.5, 159.95, null, null, null],
  },
};
const EURO = {
  ...DOLLAR,
  SERIES_CODE: 'FXERD34',
  UNIT: 'U.S. Dollar per Euro',
  VALUES: { SURVEY_DATES: [20260326, 20260327], VALUES: [1.1554, 1.1518] },
};
const PAGE = {
  STATUS: 200,
  MESSAGEID: 'M181000I',
  MESSAGE: 'Successfully completed',
  DATE: '2026-04-01T04:23:52.923+09:00',
  PARAMETER: { FORMAT: 'JSON', LANG: 'EN', DB: 'FM08' },
  NEXTPOSITION: null,
  RESULTSET: [DOLLAR, EURO],
};

describe('the JSON of the Bank of Japan', () => {
  it('is read with the base of each series, nulls left out', () => {
    expect(figuresOf(PAGE)).toEqual([
      '2026-03-26 USD/JPY 159.5',
      '2026-03-27 USD/JPY 159.95',
      '2026-03-26 EUR/USD 1.1554',
      '2026-03-27 EUR/USD 1.1518',
    ]);
  });

  it('is read when it is a page of one series, and when it has other series too', () => {
    expect(figuresOf({ ...PAGE, NEXTPOSITION: 2, RESULTSET: [EURO] })).toHaveLength(2);
    const volume = { ...DOLLAR, SERIES_CODE: 'FXERD06', UNIT: 'U.S. Dollar 100 Million' };
    expect(figuresOf({ ...PAGE, RESULTSET: [volume, EURO] })).toEqual([
      '2026-03-26 EUR/USD 1.1554',
      '2026-03-27 EUR/USD 1.1518',
    ]);
  });

  it('hands doubtful figures and days to the validation', () => {
    const values = { SURVEY_DATES: [20261340, 202603, 20260327], VALUES: ['n.a.', 1.2, -1] };
    expect(figuresOf({ ...PAGE, RESULTSET: [{ ...EURO, VALUES: values }] })).toEqual([
      '2026-13-40 EUR/USD n.a.',
      '202603 EUR/USD 1.2',
      '2026-03-27 EUR/USD -1',
    ]);
  });

  it('is read when only the dots and spaces of the unit have changed', () => {
    expect(figuresOf({ ...PAGE, RESULTSET: [{ ...EURO, UNIT: 'US dollar per euro' }] })).toHaveLength(2);
  });
});

describe('a series of the Bank of Japan that cannot be read', () => {
  const uneven = { SURVEY_DATES: [20260326, 20260327], VALUES: [1.1554] };
  it.each<readonly [string, unknown, RegExp]>([
    ['has more days than figures', { ...EURO, VALUES: uneven }, /^2 days and 1 figures$/],
    [
      'is in another unit',
      { ...EURO, UNIT: 'U.S. Dollar per 100 Euro' },
      /^in "U.S. Dollar per 100 Euro", DAILY; /,
    ],
    ['is of months', { ...EURO, FREQUENCY: 'MONTHLY' }, /MONTHLY; expected/],
    ['has no values', { ...EURO, VALUES: undefined }, /at VALUES$/],
    ['is in the Japanese layout', { ...EURO, UNIT: undefined, UNIT_J: '円' }, /at UNIT$/],
  ])('is left out and named when it %s, and is an unknown layout when it is alone', (_name, set, reason) => {
    const parsed = parseBoj(bytesOf({ ...PAGE, RESULTSET: [DOLLAR, set] }));
    expect(parsed).toMatchObject({
      ok: true,
      value: {
        figures: [{ quote: 'JPY' }, { quote: 'JPY' }],
        leftOut: [{ rule: 'unreadable_series', series: 'EUR/USD', reason: expect.stringMatching(reason) }],
      },
    });
    expect(parseBoj(bytesOf({ ...PAGE, RESULTSET: [set] })).ok).toBe(false);
  });
});

const empty = { SURVEY_DATES: [20260328], VALUES: [null] };

describe('what is no document of the Bank of Japan', () => {
  it.each<readonly [string, unknown, RegExp]>([
    ['an empty body', '', /is empty; expected the JSON/],
    ['an HTML page', '<html><body>Sorry</body></html>', /is an HTML page/],
    ['JSON that is cut short', JSON.stringify(PAGE).slice(0, -30), /no JSON, or cut short/],
    ['a list', [], /not the Bank of Japan's at its top/],
    ['JSON of someone else', { error: { code: 500 } }, /not the Bank of Japan's at STATUS/],
    [
      'the error for an unknown series',
      { STATUS: 400, MESSAGEID: 'M181013E', MESSAGE: 'Nonexistent series code：1', PARAMETER: null },
      /STATUS 400, M181013E: Nonexistent series code：1\.$/,
    ],
    [
      'the error of the database',
      { STATUS: 503, MESSAGEID: 'M181091S', MESSAGE: 'Database access error' },
      /STATUS 503, M181091S: Database access error\.$/,
    ],
    [
      'an error without a message',
      { STATUS: 500, MESSAGEID: 'M181090S' },
      /STATUS 500, M181090S: no message/,
    ],
    [
      'an answer of nothing found',
      { ...PAGE, MESSAGEID: 'M181030I', RESULTSET: [] },
      /found nothing in the months asked for \(M181030I\)/,
    ],
    ['nulls alone', { ...PAGE, RESULTSET: [{ ...EURO, VALUES: empty }] }, /no figure for any day/],
    [
      'other series alone',
      { ...PAGE, RESULTSET: [{ ...DOLLAR, SERIES_CODE: 'FXERD01' }] },
      /has the series FXERD01; expected FXERD04 or FXERD34/,
    ],
    ['no series', { ...PAGE, RESULTSET: [] }, /has the series none/],
  ])('refuses %s with a sentence', (_name, json, sentence) => {
    const parsed = parseBoj(bytesOf(json));
    if (parsed.ok) throw new Error(`Parsed ${parsed.value.figures.length} figures.`);
    expect(parsed.error.sentence).toMatch(sentence);
    expect(parsed.error.sentence).toMatch(/\.$/);
  });
});

it('reads getDataCode-FM08-FXERD04-FXERD34-202603.json: 2 series of 19 days, each figure as it stands in the file', ({
  skip,
}) => {
  const recorded = readRecordedBodies('boj');
  skip(recorded === null, recordedBodiesMissing('boj'));
  const name = 'getDataCode-FM08-FXERD04-FXERD34-202603.json';
  const body = recorded?.find((one) => one.name === name)?.body;
  if (body === undefined) throw new Error('The recorded body is not there.');
  const figures = figuresOf(new TextDecoder().decode(body));
  const arrays = new TextDecoder().decode(body).matchAll(/"VALUES":\[(.*)\]/g);
  const cells = [...arrays].flatMap(([, list = '']) => list.split(',').filter((cell) => cell !== 'null'));
  expect(figures.map((figure) => figure.split(' ')[2])).toEqual(cells);
  expect(figures).toHaveLength(2 * 19);
  expect(figures[0]).toBe('2026-03-02 USD/JPY 156.99');
  expect(figures[18]).toBe('2026-03-27 USD/JPY 159.95');
  expect(figures[19]).toBe('2026-03-02 EUR/USD 1.1716');
  expect(figures.at(-1)).toBe('2026-03-27 EUR/USD 1.1518');
  expect(figures.filter((figure) => figure.startsWith('2026-03-20'))).toEqual([]);
});

function figuresOf(json: unknown): readonly string[] {
  const parsed = parseBoj(bytesOf(json));
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.figures.map(
    ({ base, quote, rate, observedOn }) => `${observedOn} ${base}/${quote} ${rate}`,
  );
}

function bytesOf(json: unknown): Uint8Array {
  return new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
}
