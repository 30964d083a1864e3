import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';

import { parseIsoDay } from '#lib/domain/iso-day';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { checkFixings } from '#lib/domain/validation/check-fixings';
import { readRecordedBodies, recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

import { someOf } from '#lib/testing/long-count';
import { createSource as fed } from './source.ts';

const recorded = readRecordedBodies('fed');
const reason = recordedBodiesMissing('fed');
const source = fed();
const LINE_FEED = 10;

/** Days without a release on which FRED's archive has a figure in one series and none in the other 21. */
const LONE_FIGURES = [
  '1971-08-16 USD/CAD',
  '1971-08-17 USD/CAD',
  '1971-08-18 USD/CAD',
  '1971-08-19 USD/CAD',
  '1971-08-20 USD/CAD',
  '1971-12-20 USD/CAD',
  '1974-01-01 USD/ZAR',
  '1975-01-01 USD/ZAR',
  '1976-01-01 USD/ZAR',
  '1978-01-02 USD/ZAR',
  '1979-01-01 USD/ZAR',
  '1980-01-01 USD/ZAR',
  '1982-01-01 USD/ZAR',
  '1995-01-02 USD/BRL',
  '1995-01-16 USD/BRL',
  '1995-02-20 USD/BRL',
  '2005-09-05 USD/CNY',
];
const NOW = new Date('2026-11-20T12:00:00Z');

/** File, figures in it as counted by hand, and some of them. */
const USABLE: readonly (readonly [string, number, readonly string[]])[] = [
  [
    'ddp-FRB_H10-GBP-daily-1971-01-04_2024-05-31.csv',
    13_396,
    ['1971-01-04 GBP/USD 2.3938', '1971-01-05 GBP/USD 2.3949', '2024-05-31 GBP/USD 1.2738'],
  ],
  [
    'ddp-FRB_H10-JPY-daily-1971-01-04_2020-10-23.csv',
    12_492,
    ['1971-01-04 USD/JPY 357.7300', '2020-10-22 USD/JPY 104.8800', '2020-10-23 USD/JPY 104.7800'],
  ],
  [
    'ddp-FRB_H10-EUR-HKD-daily-2000_2015.csv',
    8_042,
    [
      '2000-01-03 EUR/USD 1.0155',
      '2000-01-03 USD/HKD 7.7765',
      '2015-12-31 EUR/USD 1.0859',
      '2015-12-31 USD/HKD 7.7507',
    ],
  ],
  [
    'ddp-FRB_H10-CNY-HKD-daily-2005_2015.csv',
    4_936,
    [
      '2005-10-27 USD/CNY 8.0862',
      '2005-10-27 USD/HKD 7.7535',
      '2015-08-21 USD/CNY 6.3887',
      '2015-08-21 USD/HKD 7.7508',
    ],
  ],
  [
    'fredgraph-DEXUSEU-2025.csv',
    251,
    ['2025-01-02 EUR/USD 1.0261', '2025-01-03 EUR/USD 1.0292', '2025-01-06 EUR/USD 1.0397'],
  ],
  [
    'fredgraph-DEXMXUS-2014_2024-old-header.csv',
    2_498,
    ['2014-09-08 USD/MXN 13.0755', '2014-09-09 USD/MXN 13.2040', '2020-03-26 USD/MXN 23.13'],
  ],
  [
    'fred-INTLFXD_csv_2-2014-08.zip',
    204_356,
    [
      '1971-01-04 AUD/USD 1.1127',
      '1971-01-04 GBP/USD 2.3938',
      '1971-01-04 USD/JPY 357.73',
      '1981-04-13 USD/KRW 675.40',
      '1995-01-02 USD/BRL 0.8440',
      '1999-01-04 EUR/USD 1.1812',
      '2014-08-08 EUR/USD 1.3412',
      '2014-08-08 NZD/USD 0.8472',
      '2014-08-08 USD/LKR 130.1700',
    ],
  ],
  ['fred-observations-DEXBZUS-2026-03.json', 10, ['2026-03-02 USD/BRL 5.1901', '2026-03-13 USD/BRL 5.2914']],
  ['fred-observations-DEXCAUS-2026-03.json', 10, ['2026-03-02 USD/CAD 1.3705', '2026-03-13 USD/CAD 1.3736']],
  ['fred-observations-DEXCHUS-2026-03.json', 10, ['2026-03-02 USD/CNY 6.8821', '2026-03-13 USD/CNY 6.8961']],
  ['fred-observations-DEXDNUS-2026-03.json', 10, ['2026-03-02 USD/DKK 6.3906', '2026-03-13 USD/DKK 6.5294']],
  ['fred-observations-DEXHKUS-2026-03.json', 10, ['2026-03-02 USD/HKD 7.8219', '2026-03-13 USD/HKD 7.827']],
  ['fred-observations-DEXINUS-2026-03.json', 10, ['2026-03-02 USD/INR 91.47', '2026-03-13 USD/INR 92.47']],
  ['fred-observations-DEXJPUS-2026-03.json', 10, ['2026-03-02 USD/JPY 157.48', '2026-03-13 USD/JPY 159.54']],
  ['fred-observations-DEXKOUS-2026-03.json', 10, ['2026-03-02 USD/KRW 1439.8', '2026-03-13 USD/KRW 1498.88']],
  ['fred-observations-DEXMAUS-2026-03.json', 10, ['2026-03-02 USD/MYR 3.924', '2026-03-13 USD/MYR 3.936']],
  [
    'fred-observations-DEXMXUS-2026-03.json',
    10,
    ['2026-03-02 USD/MXN 17.3667', '2026-03-13 USD/MXN 17.9437'],
  ],
  ['fred-observations-DEXNOUS-2026-03.json', 10, ['2026-03-02 USD/NOK 9.5941', '2026-03-13 USD/NOK 9.7425']],
  ['fred-observations-DEXSDUS-2026-03.json', 10, ['2026-03-02 USD/SEK 9.1557', '2026-03-13 USD/SEK 9.4189']],
  [
    'fred-observations-DEXSFUS-2026-03.json',
    10,
    ['2026-03-02 USD/ZAR 16.1396', '2026-03-13 USD/ZAR 16.9434'],
  ],
  ['fred-observations-DEXSIUS-2026-03.json', 10, ['2026-03-02 USD/SGD 1.2747', '2026-03-13 USD/SGD 1.2823']],
  ['fred-observations-DEXSLUS-2026-03.json', 10, ['2026-03-02 USD/LKR 309.2', '2026-03-13 USD/LKR 310.97']],
  ['fred-observations-DEXSZUS-2026-03.json', 10, ['2026-03-02 USD/CHF 0.7797', '2026-03-13 USD/CHF 0.7898']],
  ['fred-observations-DEXTAUS-2026-03.json', 10, ['2026-03-02 USD/TWD 31.51', '2026-03-13 USD/TWD 32.1']],
  ['fred-observations-DEXTHUS-2026-03.json', 10, ['2026-03-02 USD/THB 31.44', '2026-03-13 USD/THB 32.38']],
  ['fred-observations-DEXUSAL-2026-03.json', 10, ['2026-03-02 AUD/USD 0.7067', '2026-03-13 AUD/USD 0.7004']],
  ['fred-observations-DEXUSEU-2026-03.json', 10, ['2026-03-02 EUR/USD 1.169', '2026-03-13 EUR/USD 1.1444']],
  ['fred-observations-DEXUSNZ-2026-03.json', 10, ['2026-03-02 NZD/USD 0.593', '2026-03-13 NZD/USD 0.5804']],
  ['fred-observations-DEXUSUK-2026-03.json', 10, ['2026-03-02 GBP/USD 1.3393', '2026-03-13 GBP/USD 1.324']],
];

const FILES = someOf(USABLE, 4);

describe('recorded documents of the Fed', () => {
  it.for(FILES)('%s holds %i figures, these among them: %j', ([name, count, figures], { skip }) => {
    skip(recorded === null, reason);
    const rows = parse(name);
    expect(rows.length).toBe(count);
    expect(rows.length).toBe(figuresIn(name));
    const found = new Set(
      rows.map(({ base, quote, rate, observedOn }) => `${observedOn} ${base}/${quote} ${rate}`),
    );
    expect(figures.filter((figure) => !found.has(figure))).toEqual([]);
    expect(found.size).toBe(count);
  });

  it('every usable file is parsed with as many figures as its text has, and the validation refuses none', ({
    skip,
  }) => {
    skip(recorded === null, reason);
    const files = names().filter((name) => !isUnusable(name));
    expect(files.length).toBe(29);
    for (const name of files) {
      const rows = parse(name);
      expect(rows.length, name).toBe(figuresIn(name));
      const { fixingInstant } = source;
      const { accepted, rejected } = checkFixings(rows, { now: NOW, fixingInstant });
      expect(rejected, name).toEqual([]);
      expect(accepted.length, name).toBe(rows.length);
    }
  });

  it('the 22 files of FRED’s API are the 22 pairs, ten days each', ({ skip }) => {
    skip(recorded === null, reason);
    const rows = names()
      .filter((name) => name.startsWith('fred-observations'))
      .flatMap(parse);
    expect(rows.length).toBe(220);
    expect(new Set(rows.map(({ base, quote }) => base + quote)).size).toBe(source.expectedPairs);
    expect(new Set(rows.map(({ observedOn }) => observedOn)).size).toBe(10);
  });
});

describe('recorded documents of the Fed beside each other', () => {
  it('the files state one and the same figure for a pair and day, whichever publisher and form', ({
    skip,
  }) => {
    skip(recorded === null, reason);
    const rates = new Map<string, number>();
    const contradictions: string[] = [];
    let shared = 0;
    for (const name of names().filter((file) => !isUnusable(file))) {
      for (const { base, quote, rate, observedOn } of parse(name)) {
        const key = `${observedOn} ${base}/${quote}`;
        const known = rates.get(key);
        if (known !== undefined) shared += 1;
        if (known !== undefined && known !== Number(rate))
          contradictions.push(`${key} ${known} ${rate} ${name}`);
        rates.set(key, Number(rate));
      }
    }
    expect(shared).toBeGreaterThan(30_000);
    expect(contradictions).toEqual([]);
  });

  it('every pair is quoted in the direction in which its figures are plausible', ({ skip }) => {
    skip(recorded === null, reason);
    const latest = new Map(
      parse('fred-INTLFXD_csv_2-2014-08.zip').map((row) => [`${row.base}/${row.quote}`, Number(row.rate)]),
    );
    const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
      'EUR/USD': [1.3, 1.4],
      'GBP/USD': [1.6, 1.8],
      'AUD/USD': [0.9, 0.95],
      'NZD/USD': [0.8, 0.9],
      'USD/JPY': [100, 105],
      'USD/CHF': [0.88, 0.93],
      'USD/ZAR': [10, 11],
      'USD/KRW': [1_000, 1_100],
    };
    const odd = Object.entries(BOUNDS).filter(([pair, [low, high]]) => {
      const rate = latest.get(pair) ?? 0;
      return rate < low || rate > high;
    });
    expect(odd).toEqual([]);
    expect(latest.size).toBe(22);
  });
});

describe('recorded documents of the Fed and what they leave open', () => {
  it('every figure is of a publication day, but for the 17 days on which one series alone has one', ({
    skip,
  }) => {
    skip(recorded === null, reason);
    const odd = new Set<string>();
    for (const row of names()
      .filter((name) => !isUnusable(name))
      .flatMap(parse)) {
      const day = parseIsoDay(row.observedOn);
      if (day !== null && day >= source.firstDay && source.schedule.isPublicationDay(day)) continue;
      odd.add(`${row.observedOn} ${row.base}/${row.quote}`);
    }
    expect([...odd].toSorted()).toEqual(LONE_FIGURES);
  });

  it('a cut body is refused wherever the cut shows', ({ skip }) => {
    skip(recorded === null, reason);
    const parsed: string[] = [];
    for (const name of names().filter((file) => !isUnusable(file))) {
      const body = bodyOf(name);
      const lengths = [1, 2, 3, 5, 7, 40].map((fewer) => body.length - fewer);
      for (const length of [...lengths, Math.floor(body.length / 2)]) {
        // Nothing shows that a file of rows is cut exactly between two of them.
        const isBetweenRows = body[length - 1] === LINE_FEED;
        if (!isBetweenRows && tryParse(name, body.subarray(0, length)).ok) parsed.push(`${name} ${length}`);
      }
    }
    expect(parsed).toEqual([]);
  });
});

const UNUSABLE: readonly (readonly [string, RegExp])[] = [
  [
    'ddp-FRB_H10-all-currencies-monthly-2000_2020.csv',
    /"RXI\$US_N\.M\.AL" is monthly, and averages are no fixings/,
  ],
  [
    'ddp-FRB_H10-13-currencies-monthly-2009_2024.csv',
    /"RXI\$US_N\.M\.AL" is monthly, and averages are no fixings/,
  ],
  ['derived-datasets-exchange-rates-daily-2017-12.csv', /begins with "\W?Dat/],
  ['derived-datasets-exchange-rates-monthly-2026-07.csv', /begins with "\W?Dat/],
];

describe('recorded documents that are no daily rates of the Fed', () => {
  it.for(UNUSABLE)('%s is refused: %s', ([name, sentence], { skip }) => {
    skip(recorded === null, reason);
    const parsed = tryParse(name, bodyOf(name));
    expect(parsed.ok ? 'It was parsed.' : parsed.error.sentence).toMatch(sentence);
  });
});

function names(): readonly string[] {
  return (recorded ?? []).map(({ name }) => name);
}

function isUnusable(name: string): boolean {
  return name.startsWith('derived-') || name.includes('monthly');
}

function bodyOf(name: string): Uint8Array {
  const body = recorded?.find((candidate) => candidate.name === name)?.body;
  if (body === undefined) throw new Error(`There is no ${name}.`);
  return body;
}

function tryParse(name: string, body: Uint8Array) {
  return source.parse({ url: `file:${name}`, body, fetchedAt: NOW });
}

/** What the files hold, read once: the largest takes half a second. */
const rowsByName = new Map<string, readonly PublishedFixing[]>();

function parse(name: string): readonly PublishedFixing[] {
  const known = rowsByName.get(name);
  if (known !== undefined) return known;
  const parsed = tryParse(name, bodyOf(name));
  if (!parsed.ok) throw new Error(`${name}: ${parsed.error.sentence}`);
  rowsByName.set(name, parsed.value.figures);
  return parsed.value.figures;
}

/** The figures of a file, counted in its text without the adapter. */
function figuresIn(name: string): number {
  const body = bodyOf(name);
  if (name.endsWith('.json')) return new TextDecoder().decode(body).match(/"value":"\d/g)?.length ?? 0;
  if (!name.endsWith('.zip')) return figuresInCsv(body);
  const members = Object.entries(unzipSync(body)).filter(([member]) => /\/DEX(?!VZ)\w+\.csv$/.test(member));
  return members.reduce((sum, [, member]) => sum + figuresInCsv(member), 0);
}

function figuresInCsv(body: Uint8Array): number {
  const lines = new TextDecoder()
    .decode(body)
    .split(/\r?\n/)
    .filter((line) => /^\d{4}-\d\d-\d\d,/.test(line));
  return lines.reduce(
    (sum, line) =>
      sum +
      line
        .split(',')
        .slice(1)
        .filter((cell) => /\d/.test(cell)).length,
    0,
  );
}
