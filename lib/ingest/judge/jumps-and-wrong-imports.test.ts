import { describe, expect, it, onTestFinished } from 'vitest';

import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';

import { loadDocument } from '#lib/ingest/history/load-document';
import { DAY_MS } from '#lib/domain/durations';

/** Monday, so that four publications follow on the days after. */
const START = '2026-11-16T16:30:00Z';
const QUOTES = ['USD', 'JPY', 'CHF', 'TRY'] as const;

describe('a wrong file, imported where nothing is stored and no other source is polled,', () => {
  it.each([
    ['ten times too large', 'Date,USD,JPY,\n2026-11-13,TIMES10,JPYRATE,\n'],
    ['upside down', 'Date,USD,JPY,\n2026-11-13,INVERTED,JPYINVERTED,\n'],
    ['with JPY alone upside down', 'Date,USD,JPY,\n2026-11-13,USDRATE,JPYINVERTED,\n'],
    ['with swapped columns', 'Date,JPY,USD,\n2026-11-13,USDRATE,JPYRATE,\n2026-11-12,USDRATE,JPYRATE,\n'],
  ])(
    '%s is not served beside the truth, and an operator who takes it back has the truth',
    async (_name, text) => {
      const truth = await openWorld();
      await truth.poll('ecb');
      const [usd, jpy] = [
        Number(truth.strict('ecb', 'EUR', 'USD')),
        Number(truth.strict('ecb', 'EUR', 'JPY')),
      ];
      const world = await openWorld();
      await importText(
        world,
        text
          .replaceAll('USDRATE', usd.toPrecision(6))
          .replaceAll('JPYRATE', jpy.toPrecision(6))
          .replace('TIMES10', (10 * usd).toPrecision(6))
          .replace('JPYINVERTED', (1 / jpy).toPrecision(6))
          .replace('INVERTED', (1 / usd).toPrecision(6)),
      );
      await world.context.catchUp();
      for (let day = 1; day <= 3; day += 1) {
        await world.poll('ecb');
        expect(world.statusOf('ecb')).not.toBe('operational');
        world.moveBy(DAY_MS);
      }
      const [file] = await world.store.readImports();
      const atMs = world.clock.service().getTime();
      expect(await world.store.write.takeBackImport({ id: file?.id ?? 0, atMs })).not.toBeNull();
      await world.context.catchUp();
      await world.poll('ecb');
      await expectTruth(world);
    },
  );
});

it('a history that its publisher said on two days is never displaced by a lie, however often it is repeated', async () => {
  const world = await openWorld();
  await world.poll('ecb');
  world.moveBy(DAY_MS);
  await world.poll('ecb');
  const before = QUOTES.map((quote) => world.strict('ecb', 'EUR', quote));
  await world.upstreams.setFault('ecb', 'times_100');
  for (let day = 1; day <= 6; day += 1) {
    world.moveBy(DAY_MS);
    await world.poll('ecb');
    expect(QUOTES.map((quote) => world.strict('ecb', 'EUR', quote))).toEqual(before);
  }
});

it('an imported history is never taken back by a jump that its publisher goes on to publish', async () => {
  const world = await openWorld();
  const truth = await openWorld();
  await truth.poll('ecb');
  const usd = Number(truth.strict('ecb', 'EUR', 'USD'));
  const before = (usd / 1.14).toPrecision(6);
  const days = ['2026-11-11', '2026-11-12', '2026-11-13'];
  await importText(world, `Date,USD,\n${days.map((day) => `${day},${before},\n`).join('')}`);
  await world.context.catchUp();
  const newest: unknown[] = [];
  for (let day = 1; day <= 3; day += 1) {
    await world.poll('ecb');
    newest.push(world.strict('ecb', 'EUR', 'USD'));
    if (day < 3) world.moveBy(DAY_MS);
  }
  const span = { source: 'ecb', base: 'EUR', quote: 'USD', fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
  const stored = await world.store.readSeries({ ...span, limit: 99 });
  expect(stored.rates.slice(0, 3)).toEqual([Number(before), Number(before), Number(before)]);
  expect(stored.rates.length).toBe(6);
  expect(newest.slice(0, 2)).toEqual([Number(before), Number(before)]);
  expect(await world.store.readHolds()).toEqual([]);
  await expectTruth(world);
});

/** Everything that is served of the newest publication is what an untouched service has. */
async function expectTruth(world: PolledWorld): Promise<void> {
  const other = await untouched(world);
  const served = (one: PolledWorld) => QUOTES.map((quote) => one.strict('ecb', 'EUR', quote));
  expect(served(world)).toEqual(served(other));
}

async function untouched(world: PolledWorld): Promise<PolledWorld> {
  const other = await openWorld();
  other.clock.moveTo(world.clock.service());
  await other.poll('ecb');
  return other;
}

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

async function importText(world: PolledWorld, text: string): Promise<void> {
  const now = world.clock.service();
  const loaded = await loadDocument(
    { source: world.source('ecb'), listed: world.sources, store: world.store, now, origin: 'import' },
    { url: 'file:given.csv', body: new TextEncoder().encode(text), fetchedAt: now },
  );
  expect(loaded).toMatchObject({ ok: true, value: { held: [], withheld: null, rejected: [] } });
}
