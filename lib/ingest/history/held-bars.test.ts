import { expect, it, onTestFinished } from 'vitest';

import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { runScript } from '#lib/testing/run-script';

import { loadDocument } from './load-document.ts';

const START = '2026-11-19T16:30:00Z';

it('days of a market that stand out wait for the operator; polls and the same file leave them alone', async () => {
  const { world, price } = await openMarket();
  const closes = dayCloses(price, { '2026-11-13': 6, '2026-11-16': 7 });
  expect(await importDays(world, closes)).toMatchObject({
    imported: 7,
    rejected: [],
    held: [{ rate: 6 * price }, { rate: 7 * price }],
  });
  await world.pollOften('crypto-exchange', 2, 20_000);
  await importDays(world, closes);
  expect(await heldOf(world)).toEqual([
    ['bar', 7 * price, '2026-11-16T23:59:59.999Z', 'jump'],
    ['bar', 6 * price, '2026-11-13T23:59:59.999Z', 'jump'],
  ]);
  expect(await dayOf(world, '2026-11-13')).toEqual([]);

  const { stdout } = await runScript(['lib/cli/quarantine.ts', 'list'], {
    DATA_DIR: world.dataDir,
    CLOCK: START,
  });
  const [, seven, six] = stdout.split('\n').map((line) => line.trim().split(' ')[0] ?? '');
  await decide(world, Number(six), 'release');
  await decide(world, Number(seven), 'reject');
  await importDays(world, closes);
  expect(await heldOf(world)).toEqual([]);
  expect(await dayOf(world, '2026-11-13')).toEqual([6 * price]);
  expect(await dayOf(world, '2026-11-16')).toEqual([]);
  await world.pollOften('crypto-exchange', 1, 20_000);
  expect(Number(world.strict('crypto-exchange', 'BTC', 'USD')) / price).toBeCloseTo(1, 1);
});

it('a day of a market that its publisher states otherwise waits no more', async () => {
  const { world, price } = await openMarket();
  await importDays(world, dayCloses(price, { '2026-11-13': 6 }));
  await importDays(world, dayCloses(price, {}));
  expect(await heldOf(world)).toEqual([]);
  expect(await dayOf(world, '2026-11-13')).toEqual([price]);
});

async function openMarket(): Promise<{ readonly world: PolledWorld; readonly price: number }> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  await world.poll('crypto-exchange');
  return { world, price: Math.round(Number(world.strict('crypto-exchange', 'BTC', 'USD'))) };
}

/** The closing prices of nine days, some of them so many times what they should be. */
function dayCloses(price: number, factors: Readonly<Record<string, number>>): ReadonlyMap<string, number> {
  const days = ['10', '11', '12', '13', '14', '15', '16', '17', '18'].map((day) => `2026-11-${day}`);
  return new Map(days.map((day) => [day, price * (factors[day] ?? 1)]));
}

/** Imports an answer of Kraken's; its last bar is open. */
async function importDays(world: PolledWorld, closes: ReadonlyMap<string, number>) {
  const rows = [...closes, ['2026-11-19', 1] as const].map(([day, close]) => {
    const price = String(close);
    return [Date.parse(`${day}T00:00:00Z`) / 1000, price, price, price, price, price, '1', 9];
  });
  const answer = { error: [], result: { XXBTZUSD: rows, last: 1 } };
  const now = world.clock.service();
  const loaded = await loadDocument(
    {
      source: world.source('crypto-exchange'),
      listed: world.sources,
      store: world.store,
      now,
      origin: 'import',
    },
    {
      url: 'https://api.kraken.com/0/public/OHLC?pair=XBTUSD&interval=1440',
      body: new TextEncoder().encode(JSON.stringify(answer)),
      fetchedAt: now,
    },
  );
  if (!loaded.ok) throw new Error(loaded.error.sentence);
  return loaded.value;
}

function decide({ store, clock }: PolledWorld, id: number, decision: 'release' | 'reject') {
  return store.write.decideHeld({ id, decision, atMs: clock.service().getTime() });
}

async function heldOf({ store }: PolledWorld) {
  const rows = await store.readHeldFigures({ state: 'held', limit: 10 });
  return rows.map(({ kind, rate, observedAtMs, rule }) => [
    kind,
    rate,
    new Date(observedAtMs).toISOString(),
    rule,
  ]);
}

/** What is stored of a day. */
async function dayOf({ store }: PolledWorld, day: string): Promise<readonly number[]> {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  const span = { source: 'crypto-exchange', base: 'BTC', quote: 'USD', fromMs, toMs: fromMs + 86_399_999 };
  return (await store.readTickSeries({ ...span, limit: 2, tier: 'day' })).rates;
}
