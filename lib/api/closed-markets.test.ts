import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareContract } from '#lib/contract/endpoints/compare';
import { pairContract } from '#lib/contract/endpoints/pair';
import { ratesContract } from '#lib/contract/endpoints/rates';
import { seriesContract } from '#lib/contract/endpoints/series';
import { statusContract } from '#lib/contract/endpoints/status';
import { type BankYear, openBankYear } from '#lib/testing/worlds/bank-year';

const SATURDAY = new Date('2026-11-21T12:00:00Z');
const MARKET = { closedAt: '2026-11-20T22:00:00.000Z', opensAt: '2026-11-22T22:00:00.000Z' };
const CLOSED = { age: 'closed', market: MARKET };

let opened: BankYear | null = null;

beforeAll(async () => {
  opened = await openBankYear(SATURDAY, {});
  const sources = { sources: 'ecb,fixed,crypto-exchange,web-finance', sourcePriority: undefined };
  await opened.happen({ kind: 'configure', atMs: SATURDAY.getTime(), ...sources });
  await opened.happen({ kind: 'poll', source: 'ecb', atMs: SATURDAY.getTime() });
  for (const id of ['crypto-exchange', 'web-finance'] as const) await opened.pollMarket(id);
}, 120_000);

afterAll(() => opened?.close());

async function answerTo(path: string): Promise<string> {
  if (!opened) throw new Error('The service has not started.');
  const { status, headers, body } = await opened.ask(path);
  expect([status, headers]).toEqual([200, [null, null]]);
  return body;
}

describe('on a Saturday', () => {
  it('the comparison says which rates are of the closed market, since when and until when', async () => {
    const path = '/v1/rates/compare?from=EUR&to=USD';
    const { rates } = compareContract.answer.parse(JSON.parse(await answerTo(path)));
    const told = rates.map(({ source, provenance: { age, market } }) => [source, age, market]);
    expect(told).toEqual([
      ['ecb', 'fresh', undefined],
      ['crypto-exchange', 'fresh', undefined],
      ['web-finance', 'closed', MARKET],
    ]);
    expect(await answerTo(`${path}&format=csv`)).toMatch(/^web-finance,EUR,USD,[\d.]+,[^,]+,closed,,$/m);
  });

  it('so do the provenance of a pair and of a table, and the last days', async () => {
    const asked = 'source=web-finance&include=provenance';
    const pair = await answerTo(`/v1/rates/pair?from=USD&to=EUR&${asked}`);
    expect(pairContract.answer.parse(JSON.parse(pair)).provenance).toMatchObject(CLOSED);
    const table = await answerTo(`/v1/rates?base=EUR&symbols=USD,EUR&${asked}`);
    expect(ratesContract.answer.parse(JSON.parse(table)).provenance).toMatchObject({
      USD: CLOSED,
      EUR: CLOSED,
    });
    const series = await answerTo('/v1/rates/series?base=EUR&codes=USD&source=web-finance');
    expect(seriesContract.answer.parse(JSON.parse(series)).series).toMatchObject({ USD: CLOSED });
  });

  it('the interface’s own answers have the fields that they have on any day', async () => {
    const pair = JSON.parse(await answerTo('/v1/rates/pair?from=EUR&to=USD&source=web-finance'));
    expect(Object.keys(pair)).toEqual(['from', 'to', 'rate', 'source', 'timestamp']);
    const { sources } = statusContract.answer.parse(JSON.parse(await answerTo('/v1/status')));
    expect(sources.map((source) => Object.keys(source))).toEqual(
      sources.map(() => ['source', 'status', 'latencyMs', 'lastCheckedAt']),
    );
  });
});
