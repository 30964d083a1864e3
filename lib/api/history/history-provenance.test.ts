import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import type { Pair } from '#lib/domain/rates/pair';
import { DEFAULT_CHOICE, only } from '#lib/domain/rates/rate-engine';
import { rateOfLegs, roundFraction } from '#lib/testing/oracles/exact-fraction';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { historyProvenance, withOriginsOf } from './history-provenance.ts';
import { readHistory } from './series-reader.ts';

let world: PolledWorld;
beforeAll(async () => {
  world = await openPolledWorld('2026-11-19T12:00:10Z');
  await world.pollAll();
  for (let hour = 0; hour < 3; hour += 1) await world.pollOften('crypto-exchange', 3, 20 * MINUTE_MS);
});
afterAll(() => world.close());

it.each([
  ['minutes of a market, crossed', 'ETH', 'XRP', 'crypto-exchange', 3 * HOUR_MS, 1000],
  ['hours of a market', 'BTC', 'EUR', 'crypto-exchange', 3 * HOUR_MS, 10],
  ['days of a market', 'EUR', 'BTC', 'crypto-exchange', null, 10],
  ['a market and banks, mixed', 'EUR', 'USD', null, 80 * HOUR_MS, 1000],
  ['a currency against itself', 'BTC', 'BTC', 'crypto-exchange', null, 10],
] as const)('is what points are made from, and where it was read: %s', async (...row) => {
  const [, base, quote, source, spanMs, limit] = row;
  const { store } = world;
  const toMs = world.clock.service().getTime();
  const fromMs = spanMs === null ? Number.MIN_SAFE_INTEGER : toMs - spanMs;
  const pair: Pair = { base, quote };
  const request = { pair, choice: source === null ? DEFAULT_CHOICE : only(source) };
  const span = { fromMs, toMs, limit };
  const plain = (await readHistory(store, world.snapshot(), { ...request, span })) ?? [];
  const traced = await readHistory(withOriginsOf(store, undefined), world.snapshot(), {
    ...request,
    span: { ...span, isTraced: true },
  });
  expect(traced).toMatchObject(plain);
  const { documents, points } = await historyProvenance(store, traced ?? []);
  expect(plain.length).toBeGreaterThan(0);
  for (const [place, { legs }] of points.entries()) {
    expect(roundFraction(rateOfLegs(legs), 15)).toBe(plain[place]?.rate);
    expect(legs.length > 0).toBe(pair.base !== pair.quote);
    for (const leg of legs) {
      const document = documents[leg.document ?? -1];
      const stored = await store.readDocuments(document?.sha256 ?? '');
      expect(stored.map((one) => one.source)).toContain(leg.source);
      expect(stored.map(({ fetchedAtMs }) => new Date(fetchedAtMs).toISOString())).toContain(
        document?.firstSeenAt,
      );
    }
  }
});
