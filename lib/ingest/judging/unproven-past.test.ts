import { describe, expect, it, onTestFinished } from 'vitest';

import { addDays, isoDayOf } from '#lib/domain/iso-day';
import { someOf } from '#lib/testing/long-count';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';

import { backfillSource } from '#lib/ingest/history/backfill';
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
  ])('%s gives way to the third publication that says otherwise', async (_name, text) => {
    const truth = await openWorld();
    await truth.poll('ecb');
    const [usd, jpy] = [Number(truth.strict('ecb', 'EUR', 'USD')), Number(truth.strict('ecb', 'EUR', 'JPY'))];
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
      if (day < 3) expect(world.statusOf('ecb')).not.toBe('operational');
      if (day < 3) world.moveBy(DAY_MS);
    }
    await expectTruth(world);
  });
});

describe('a publisher that lies on the first day of a service without other sources', () => {
  it.each(someOf(['times_100', 'inverted'] as const, 1))(
    'by %s is believed again by the third publication, its history too',
    async (fault) => {
      const world = await openWorld();
      await world.upstreams.setFault('ecb', fault);
      await world.poll('ecb');
      await backfill(world);
      await world.upstreams.setFault('ecb', null);
      for (let day = 1; day <= 3; day += 1) {
        world.moveBy(DAY_MS);
        await world.poll('ecb');
      }
      await backfill(world);
      await world.restart();
      await expectTruth(world);
      await expectTrueHistory(world);
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

it('a history that nothing has proven stays while another source denies what its publisher repeats', async () => {
  const world = await openWorld();
  await world.poll('ecb');
  const before = world.strict('ecb', 'EUR', 'USD');
  await world.upstreams.setFault('ecb', 'times_100');
  for (let day = 1; day <= 4; day += 1) {
    world.moveBy(DAY_MS);
    await world.poll('web-finance');
    await world.poll('ecb');
    expect(world.strict('ecb', 'EUR', 'USD')).toBe(before);
  }
  await world.upstreams.setFault('ecb', null);
  world.moveBy(DAY_MS);
  await world.poll('web-finance');
  await world.poll('ecb');
  await expectTruth(world);
});

/** Everything that is served of the newest publication is what an untouched service has. */
async function expectTruth(world: PolledWorld): Promise<void> {
  const other = await untouched(world);
  const served = (one: PolledWorld) => QUOTES.map((quote) => one.strict('ecb', 'EUR', quote));
  expect(served(world)).toEqual(served(other));
}

/** The same of everything that is stored. */
async function expectTrueHistory(world: PolledWorld): Promise<void> {
  const other = await untouched(world);
  await backfill(other);
  for (const quote of QUOTES) {
    const span = { source: 'ecb', base: 'EUR', quote, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
    const [stored, wanted] = await Promise.all(
      [world, other].map(({ store }) => store.readSeries({ ...span, limit: 9999 })),
    );
    expect(stored).toEqual(wanted);
  }
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

function backfill(world: PolledWorld) {
  const today = isoDayOf(world.clock.service());
  return backfillSource(
    world.source('ecb'),
    { from: addDays(today, -60), to: today },
    { store: world.store, listed: world.sources, http: world.context.http, clock: world.clock },
  );
}

async function importText(world: PolledWorld, text: string): Promise<void> {
  const now = world.clock.service();
  const loaded = await loadDocument(
    { source: world.source('ecb'), listed: world.sources, store: world.store, now, origin: 'import' },
    { url: 'file:given.csv', body: new TextEncoder().encode(text), fetchedAt: now },
  );
  expect(loaded).toMatchObject({ ok: true, value: { held: [], withheld: null, rejected: [] } });
}
