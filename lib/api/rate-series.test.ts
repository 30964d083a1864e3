import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  currenciesResponse,
  historicalSeries,
  pairRate,
  ratesTable,
  rateSeriesResponse,
} from '#lib/testing/wire/answer-schemas';
import { isLong } from '#lib/testing/long-count';
import {
  ecbSample,
  recentEcbSample,
  recordedEcbHistory,
  shortEcbHistory,
} from '#lib/testing/builders/ecb-sample';
import { ask, askFor, type EndpointBench, errorOf } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const dispatch = await openExportedDispatch();
const CLOCK = '2026-04-14T08:00:00Z';

let opened: EndpointBench | null = null;

beforeAll(async () => {
  const document = (isLong('EVERY_CASE') ? recordedEcbHistory() : shortEcbHistory()) ?? ecbSample();
  opened = await openServiceBench({ clock: CLOCK, document }, dispatch, { SOURCES: 'ecb,fixed' });
}, 60_000);

afterAll(() => opened?.dispose());

function bench(): EndpointBench {
  if (!opened) throw new Error('The service has not started.');
  return opened;
}

function series(query: string) {
  return askFor(bench(), `/v1/rates/series?${query}`, rateSeriesResponse);
}

describe('GET /v1/rates/series', () => {
  it('has for every code of the table the rate that the pair has, with its source and time', async () => {
    const { rates } = await askFor(bench(), '/v1/rates?base=CHF', ratesTable);
    const codes = Object.keys(rates);
    expect(codes.length).toBeGreaterThan(80);
    for (let start = 0; start < codes.length; start += 60) {
      const chunk = codes.slice(start, start + 60);
      const answer = await series(`base=CHF&codes=${chunk.join(',')}`);
      expect(Object.keys(answer.series)).toEqual(chunk);
      for (const code of chunk) {
        const pair = await askFor(bench(), `/v1/rates/pair?from=CHF&to=${code}`, pairRate);
        expect(answer.series[code], code).toMatchObject({
          rate: rates[code],
          source: pair.source,
          timestamp: pair.timestamp,
        });
      }
    }
  });

  it.each(['EUR', 'USD', 'JPY'])(
    'has for every code of ecb on %s the points of its history, and null on every other day',
    async (base) => {
      const { rates } = await askFor(bench(), `/v1/rates?base=${base}&source=ecb`, ratesTable);
      const codes = Object.keys(rates).filter((code) => code !== base);
      const answer = await series(`base=${base}&codes=${codes.join(',')}&source=ecb`);
      expect(answer.days).toHaveLength(31);
      expect([answer.days[0], answer.days.at(-1)]).toEqual(['2026-03-15', '2026-04-14']);
      for (const code of codes) {
        const { points } = await askFor(
          bench(),
          `/v1/historical?from=${base}&to=${code}&source=ecb&startDate=2026-03-15&endDate=2026-04-14`,
          historicalSeries,
        );
        const byDay = new Map(points.map(({ timestamp, rate }) => [timestamp.slice(0, 10), rate]));
        expect(byDay.size).toBeGreaterThan(8);
        expect(answer.series[code]?.points, `${base} to ${code}`).toEqual(
          answer.days.map((day) => byDay.get(day) ?? null),
        );
      }
    },
  );
});

describe('an answer of GET /v1/rates/series', () => {
  it('gives as many days as asked for, ending today, and says which source was asked', async () => {
    const answer = await series('base=EUR&codes=USD&days=5&source=ecb');
    expect(answer).toMatchObject({
      base: 'EUR',
      source: 'ecb',
      days: ['2026-04-10', '2026-04-11', '2026-04-12', '2026-04-13', '2026-04-14'],
      series: { USD: { points: [1.1711, null, null, 1.1684, null], age: 'fresh' } },
    });
    expect((await series('codes=EUR')).base).toBe('USD');
    expect((await series('codes=EUR')).source).toBe('default');
  });

  it('changes against real observations: one day back over a weekend, seven over Easter', async () => {
    const { series: found } = await series('base=EUR&codes=USD');
    expect(found['USD']?.change).toMatchObject({ day1: -0.2306, day7: 1.3796 });
    expect(found['USD']?.since).toMatchObject({
      day1: { day: '2026-04-10', rate: 1.1711 },
      day7: { day: '2026-04-02', rate: 1.1525 },
    });
  });

  it('makes with the points the whole course of its longest change, whatever day the figure is of', async () => {
    const { rates } = await askFor(bench(), '/v1/rates?base=GBP&source=ecb', ratesTable);
    const codes = Object.keys(rates).filter((code) => code !== 'GBP');
    const { series: found, days } = await series(`base=GBP&codes=${codes.join(',')}&source=ecb`);
    for (const code of codes) {
      const { since, points, earlier, change, rate } = found[code] ?? {};
      const course = [
        ...(earlier ?? []),
        ...days.flatMap((day, index) => {
          const observed = points?.[index];
          return observed === undefined || observed === null ? [] : [{ day, rate: observed }];
        }),
      ];
      expect(course[0], code).toEqual(since?.day30);
      expect(course.at(-1)?.rate, code).toBe(rate);
      const { points: published } = await askFor(
        bench(),
        `/v1/historical?from=GBP&to=${code}&source=ecb&startDate=${since?.day30?.day}&endDate=2026-04-14`,
        historicalSeries,
      );
      expect(
        published.map(({ timestamp, rate: then }) => ({ day: timestamp.slice(0, 10), rate: then })),
        code,
      ).toEqual(course);
      expect(change?.day30, code).toBeCloseTo(100 * ((rate ?? 0) / (course[0]?.rate ?? 0) - 1), 4);
    }
  });

  it('is null for a code that is known but has no rate, and takes codes in any case once each', async () => {
    const { series: found } = await series('base=EUR&codes=usd,KPW,USD');
    expect(Object.keys(found)).toEqual(['USD', 'KPW']);
    expect(found['KPW']).toBeNull();
  });

  it('marks a rate that law alone makes, and gives it on every day', async () => {
    const { series: found } = await series('base=EUR&codes=XOF');
    expect(found['XOF']).toMatchObject({ age: 'law', source: 'fixed', change: { day1: 0, day30: 0 } });
    expect(new Set(found['XOF']?.points)).toEqual(new Set([655.957]));
  });
});

describe('a currency against itself in GET /v1/rates/series', () => {
  it('has no day on which its source published nothing of it', async () => {
    for (const [base, source] of [
      ['CZK', 'ecb'],
      ['EUR', 'ecb'],
      ['USD', ''],
    ]) {
      const query = source === '' ? '' : `&source=${source}`;
      const { series: found, days } = await series(`base=${base}&codes=${base}&days=5${query}`);
      expect(found[base ?? '']?.points, base).toEqual([1, null, null, 1, null]);
      const { points } = await askFor(
        bench(),
        `/v1/historical?from=${base}&to=${base}&startDate=${days[0]}${query}`,
        historicalSeries,
      );
      expect(points.map(({ timestamp }) => timestamp.slice(0, 10))).toEqual(['2026-04-10', '2026-04-13']);
    }
  });
});

describe('what GET /v1/rates/series refuses', () => {
  it.each([
    ['base=EUR', 400, 'missing_parameter'],
    ['codes=', 400, 'invalid_parameter'],
    ['codes=EUR,,USD', 400, 'invalid_parameter'],
    ['codes=EUR%20', 400, 'invalid_parameter'],
    [
      `codes=${Array.from({ length: 61 }, (_, index) => `A${100 + index}`).join(',')}`,
      400,
      'invalid_parameter',
    ],
    ['codes=EUR,GBX', 400, 'unknown_currency'],
    ['base=GBX&codes=EUR', 400, 'unknown_currency'],
    ['codes=EUR&days=0', 400, 'invalid_parameter'],
    ['codes=EUR&days=32', 400, 'invalid_parameter'],
    ['codes=EUR&days=1.5', 400, 'invalid_parameter'],
    ['codes=EUR&source=bank', 400, 'unknown_source'],
    ['codes=EUR&codes=', 400, 'invalid_parameter'],
    ['codes=EUR&days=3&days=3', 400, 'invalid_parameter'],
    ['codes=EUR&base=EUR&base=EUR', 400, 'invalid_parameter'],
    ['codes=EUR&code=USD', 400, 'invalid_parameter'],
    ['base=KPW&codes=EUR', 404, 'pair_unavailable'],
    ['codes=EUR&source=boe', 404, 'pair_unavailable'],
  ])('refuses %s with %d %s', async (query, status, code) => {
    expect(await errorOf(await ask(bench(), `/v1/rates/series?${query}`))).toMatchObject({ status, code });
  });

  it('takes codes that are given one by one for the same with commas between them', async () => {
    const path = '/v1/rates/series?base=EUR&days=3&codes=';
    const joined = await (await ask(bench(), `${path}USD,gbp,JPY`)).text();
    for (const codes of ['USD&codes=gbp&codes=JPY', 'USD,gbp&codes=JPY', 'USD&codes=gbp,JPY&codes=USD']) {
      expect(await (await ask(bench(), `${path}${codes}`)).text()).toBe(joined);
    }
    const many = Array.from({ length: 61 }, (_, index) => `codes=A${100 + index}`).join('&');
    expect((await ask(bench(), `/v1/rates/series?${many}`)).status).toBe(400);
  });

  it('says of a base that no source has what was tried, not of a pair of the base and itself', async () => {
    const { message } = await errorOf(await ask(bench(), '/v1/rates?base=KPW'));
    expect(message).toBe(
      'No rate of KPW. Tried ecb: it publishes no current figure of KPW; fixed: no law fixes KPW.',
    );
  });

  it('needs a key, and is 304 for those who have the answer', async () => {
    expect((await bench().send('/v1/rates/series?codes=EUR')).status).toBe(401);
    const first = await ask(bench(), '/v1/rates/series?codes=EUR');
    const again = await ask(bench(), '/v1/rates/series?codes=EUR', {
      'If-None-Match': first.headers.get('ETag') ?? '',
    });
    expect(again.status).toBe(304);
  });
});

describe('GET /v1/rates/series after a commit', () => {
  it('shows what was published and corrected since, under a new version', async () => {
    const another = await openServiceBench(
      { clock: CLOCK, document: recentEcbSample('2026-04-10') },
      dispatch,
      {},
    );
    const path = '/v1/rates/series?base=EUR&codes=USD&days=3';
    const before = await ask(another, path);
    expect(rateSeriesResponse.parse(await before.json()).series['USD']).toMatchObject({
      rate: 1.1711,
      points: [null, null, null],
    });
    await another.commit(recentEcbSample());
    const corrected = new TextDecoder()
      .decode(recentEcbSample())
      .replace('2026-04-09,1.1685', '2026-04-09,1.1699');
    await another.commit(new TextEncoder().encode(corrected));
    const answer = await eventually(() => ask(another, path), before.headers.get('X-Data-Version'));
    expect(answer.series['USD']).toMatchObject({ rate: 1.1684, points: [null, 1.1684, null] });
    const longer = await askFor(another, `${path.replace('days=3', 'days=6')}`, rateSeriesResponse);
    expect(longer.series['USD']?.points).toEqual([1.1699, 1.1711, null, null, 1.1684, null]);
    await another.dispose();
  });
});

describe('GET /v1/currencies', () => {
  it('lists every code once, in code order, with what is known of it and who has it', async () => {
    const { count, currencies } = await askFor(bench(), '/v1/currencies', currenciesResponse);
    const codes = currencies.map(({ code }) => code);
    expect(count).toBe(codes.length);
    expect(codes).toEqual([...new Set(codes)].toSorted());
    const byCode = new Map(currencies.map((currency) => [currency.code, currency]));
    expect(byCode.get('JPY')).toEqual({
      code: 'JPY',
      name: 'Japanese yen',
      symbol: '¥',
      kind: 'fiat',
      peggedTo: null,
      minorUnits: 0,
      countries: ['Japan'],
      regions: ['asia'],
      active: true,
      lastDay: null,
      successor: null,
      sources: ['ecb'],
    });
    expect(byCode.get('XOF')).toMatchObject({ kind: 'pegged', peggedTo: 'EUR', sources: ['fixed'] });
    expect(byCode.get('GRD')).toMatchObject({
      active: false,
      kind: 'fiat',
      peggedTo: null,
      successor: 'EUR',
    });
    expect(byCode.get('XAU')).toMatchObject({ kind: 'metal', minorUnits: null, sources: [] });
    expect(byCode.get('BTC')).toMatchObject({ kind: 'crypto', minorUnits: 8, symbol: '₿', regions: [] });
  });

  it('says of every code of the table that somebody has it, and of others that law alone ties them to others', async () => {
    const { rates } = await askFor(bench(), '/v1/rates', ratesTable);
    const { currencies } = await askFor(bench(), '/v1/currencies', currenciesResponse);
    const had = currencies.filter(({ sources }) => sources.length > 0).map(({ code }) => code);
    const outside = currencies.filter(({ code, sources }) => sources.length > 0 && rates[code] === undefined);
    expect(outside.filter(({ sources }) => sources.join(',') !== 'fixed')).toEqual([]);
    const outsideCodes = new Set(outside.map(({ code }) => code));
    for (const code of outsideCodes) {
      const ofCode = await askFor(bench(), `/v1/rates?base=${code}`, ratesTable);
      expect(Object.keys(ofCode.rates).length, code).toBeGreaterThan(1);
      expect(new Set(Object.keys(ofCode.rates)).isSubsetOf(outsideCodes), code).toBe(true);
    }
    expect(Object.keys(rates).filter((code) => !had.includes(code))).toEqual([]);
  });
});

/** The first answer of another version; a service takes in commits within a second. */
async function eventually(send: () => Promise<Response>, version: string | null) {
  await expect
    .poll(async () => (await send()).headers.get('X-Data-Version'), { timeout: 5000 })
    .not.toBe(version);
  return rateSeriesResponse.parse(await (await send()).json());
}
