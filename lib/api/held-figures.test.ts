import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';
import { type BankYear, openBankYear } from '#lib/testing/worlds/bank-year';
import { startHost } from '#lib/testing/wire/upstream-calls';

/** True rows of eurofxref-hist.csv, newest first, round the day on which the Swiss National Bank gave up its floor of 1.20. */
const HEADER =
  'Date,USD,JPY,BGN,CZK,DKK,GBP,HUF,PLN,RON,SEK,CHF,NOK,HRK,RUB,TRY,AUD,BRL,CAD,CNY,HKD,IDR,ILS,INR,KRW,MXN,MYR,NZD,PHP,SGD,THB,ZAR,';
const ROWS = `
2015-01-15,1.1708,136.48,1.9558,27.841,7.4346,0.7672,322.39,4.3008,4.4964,9.4611,1.028,8.914,7.6877,75.41,2.672,1.4143,3.0537,1.3855,7.2509,9.0751,14674.67,4.5644,72.3361,1262.95,16.9345,4.1689,1.4883,52.216,1.5479,38.338,13.4057,
2015-01-14,1.1775,137.48,1.9558,28.229,7.4386,0.7753,319.97,4.2863,4.4928,9.5011,1.201,9.056,7.6845,77.903,2.6957,1.4473,3.0909,1.4089,7.2968,9.1301,14863.25,4.6307,73.2273,1277.86,17.2151,4.2317,1.525,52.547,1.5724,38.603,13.5437,
2015-01-13,1.1782,139.56,1.9558,28.405,7.4398,0.7767,318.27,4.2824,4.488,9.4564,1.201,9.115,7.6815,77.91,2.6875,1.4441,3.1143,1.4098,7.3028,9.1348,14842.5,4.6462,73.0991,1275.75,17.2164,4.2322,1.5215,52.715,1.5735,38.7,13.5487,
2015-01-12,1.1804,140.56,1.9558,28.287,7.4391,0.7791,318.03,4.2765,4.4833,9.541,1.201,9.1275,7.6785,73.9104,2.709,1.4498,3.1354,1.4043,7.3194,9.1518,14878.94,4.6688,73.3784,1281.23,17.2955,4.2105,1.5222,53.032,1.5775,38.817,13.6056,
`;

/** Minutes after the bank's publication, on the Wednesday before and on the day itself. */
const WEDNESDAY = '2015-01-14T15:10:00Z';
const THURSDAY = '2015-01-15T15:10:00Z';

const STRICT = '&source=ecb';

it('a fixing of a real shock that is held makes the former one stale, and the rate of its day unavailable by name', async () => {
  const world = await openShock();
  expect(await seen(world, '/v1/rates/pair?from=EUR&to=CHF&source=ecb')).toMatchObject({ stale: null });
  await pollOn(world, THURSDAY);

  for (const [from, to, rate] of [
    ['EUR', 'CHF', 1.201],
    ['CHF', 'EUR', 0.832639467110741],
    ['USD', 'CHF', 1.01995753715499],
  ] as const) {
    for (const source of [STRICT, '']) {
      const pair = `from=${from}&to=${to}${source}`;
      const path = `/v1/rates/pair?${pair}`;
      const { body, stale } = await seen(world, `${path}&include=provenance`);
      expect([body.rate, stale]).toEqual([rate, 'true']);
      expect(body.provenance).toMatchObject({
        age: 'stale',
        note: 'A newer figure of this source is held for review: ecb EUR/CHF of 2015-01-15.',
      });
      expect(await seen(world, `/v1/convert?${pair}&amount=1`)).toMatchObject({ stale: 'true' });

      const ofDay = await seen(world, `${path}&date=2015-01-15`);
      expect([ofDay.status, ofDay.body.error?.code]).toEqual([503, 'source_unavailable']);
      expect(ofDay.body.error?.message).toContain(
        'ecb: its newest figure, of 2015-01-15, is held for review',
      );
      expect(await seen(world, `${path}&date=2015-01-14`)).toMatchObject({ status: 200, stale: null });
      expect(await daysOf(world, pair)).toEqual(['2015-01-12', '2015-01-13', '2015-01-14']);
    }
  }
  expect(await seen(world, '/v1/rates/pair?from=EUR&to=USD&source=ecb&date=2015-01-15')).toMatchObject({
    status: 200,
    stale: null,
    body: { rate: 1.1708 },
  });
  const table = await seen(world, '/v1/rates?base=EUR&source=ecb&date=2015-01-15');
  expect(table.body.rates).toMatchObject({ USD: 1.1708 });
  expect(table.body.rates).not.toHaveProperty('CHF');
  const compared = await seen(world, '/v1/rates/compare?from=EUR&to=CHF&date=2015-01-15');
  expect(compared.body).toMatchObject({
    rates: [],
    without: [{ source: 'ecb', code: 'source_unavailable' }, { source: 'fixed' }],
  });
});

it('the rate of a day that is over is unavailable while its figure is held, and answered once an operator released it', async () => {
  const world = await openShock();
  await pollOn(world, THURSDAY);
  const ofDay = '/v1/rates/pair?from=EUR&to=CHF&source=ecb&date=2015-01-15';
  world.clock.moveTo(new Date(Date.parse(THURSDAY) + DAY_MS));
  const held = await seen(world, ofDay);
  expect([held.status, held.body.error?.code]).toEqual([503, 'source_unavailable']);
  expect(held.body.error?.message).toContain('of 2015-01-15, is held for review');
  const then = `/v1/rates/pair?from=EUR&to=CHF&source=ecb&knownAt=${world.clock.service().toISOString()}`;
  const known = await seen(world, then);
  expect(known).toMatchObject({ stale: 'true', body: { rate: 1.201 } });

  world.clock.moveTo(new Date(world.clock.serviceMs() + MINUTE_MS));
  await world.happen({ kind: 'decide', decision: 'release', place: 0, atMs: world.clock.serviceMs() });
  expect(await seen(world, ofDay)).toMatchObject({ status: 200, stale: null, body: { rate: 1.028 } });
  expect(await seen(world, '/v1/rates/pair?from=EUR&to=CHF&source=ecb')).toMatchObject({
    stale: null,
    body: { rate: 1.028 },
  });
  expect((await daysOf(world, 'from=EUR&to=CHF&source=ecb')).at(-1)).toBe('2015-01-15');
  expect(await seen(world, then), 'as it was then').toEqual(known);
  const ofDayThen = await seen(world, `${then}&date=2015-01-15`);
  expect([ofDayThen.status, ofDayThen.body.error?.message]).toEqual([404, held.body.error?.message]);
});

/** The bank with its true figures, polled on Wednesday. */
async function openShock(): Promise<BankYear> {
  let today = WEDNESDAY.slice(0, 10);
  const world = await openBankYear(new Date(WEDNESDAY), {}, async (id, simulated) => {
    if (id !== 'ecb') return simulated;
    const host = await startHost((_request, response) => {
      today = world.clock.service().toISOString().slice(0, 10);
      const rows = ROWS.trim()
        .split('\n')
        .filter((row) => row.slice(0, 10) <= today);
      response.setHeader('Content-Type', 'text/xml');
      response.end(`${[HEADER, ...rows].join('\n')}\n`);
    });
    return new URL(host.url);
  });
  onTestFinished(world.close);
  const sources = { sources: 'ecb,fixed', sourcePriority: undefined };
  await world.happen({ kind: 'configure', atMs: world.clock.serviceMs(), ...sources });
  await pollOn(world, WEDNESDAY);
  return world;
}

async function pollOn(world: BankYear, at: string): Promise<void> {
  world.clock.moveTo(new Date(at));
  await world.happen({ kind: 'poll', source: 'ecb', atMs: Date.parse(at) });
}

const ANSWER = z.looseObject({
  rate: z.number().optional(),
  error: z.looseObject({ code: z.string(), message: z.string() }).optional(),
  points: z.array(z.looseObject({ timestamp: z.string() })).optional(),
});

async function seen(world: BankYear, path: string) {
  const { status, headers, body } = await world.ask(path);
  return { status, stale: headers[0], body: ANSWER.parse(JSON.parse(body)) };
}

async function daysOf(world: BankYear, pair: string): Promise<readonly string[]> {
  const { body } = await seen(world, `/v1/historical?${pair}`);
  return body.points?.map(({ timestamp }) => timestamp.slice(0, 10)) ?? [];
}
