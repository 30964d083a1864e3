import { expect, it, onTestFinished } from 'vitest';

import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';

import { loadDocument, type LoadStore } from './load-document.ts';
import type { LoadStep } from './read-history.ts';
import { DAY_MS } from '#lib/domain/durations';

const START = '2026-11-19T16:30:00Z';

it('a file that a poll overtakes while it is judged is judged again by what the poll stored', async () => {
  const world = await openWorld();
  await world.poll('ecb');
  const before = Number(world.strict('ecb', 'EUR', 'USD'));
  // A sixth is no jump from the figure of a week ago, but it is one from that of the day before.
  world.moveBy(8 * DAY_MS);
  let polls = 0;
  const loaded = await importUsd(world, before * 1.17, async () => {
    polls += 1;
    if (polls === 1) await world.poll('ecb');
  });
  expect(loaded).toMatchObject({
    ok: true,
    value: { imported: 0, revised: 0, held: [{ quote: 'USD', rule: 'jump' }] },
  });
  await world.context.catchUp();
  expect(Math.abs(Number(world.strict('ecb', 'EUR', 'USD')) / before - 1)).toBeLessThan(0.05);
});

it('a file that is overtaken each time it is judged is refused with a sentence, and nothing of it is stored', async () => {
  const world = await openWorld();
  await world.poll('ecb');
  const before = Number(world.strict('ecb', 'EUR', 'USD'));
  world.moveBy(DAY_MS);
  let times = 0;
  const loaded = await importUsd(world, before * 1.01, async () => {
    times += 1;
    await storeAnother(world, times);
  });
  expect(times).toBe(100);
  expect(loaded).toMatchObject({
    ok: false,
    error: { sentence: 'The figures it is compared with changed 100 times meanwhile; load it again.' },
  });
  await world.context.catchUp();
  expect(world.strict('ecb', 'EUR', 'USD')).toBe(before);
});

it('a file that is overtaken by every part of a backfill is stored after the last, and each time is told', async () => {
  const world = await openWorld();
  await world.poll('ecb');
  const before = Number(world.strict('ecb', 'EUR', 'USD'));
  world.moveBy(DAY_MS);
  const parts = 20;
  let times = 0;
  const steps: LoadStep[] = [];
  const meanwhile = async () => {
    times += 1;
    if (times <= parts) await storeAnother(world, times);
  };
  expect(await importUsd(world, before * 1.01, meanwhile, (step) => steps.push(step))).toMatchObject({
    ok: true,
    value: { imported: 1 },
  });
  expect(steps.filter((step) => step === 'overtaken')).toHaveLength(parts);
});

/** Stores a revised figure of the bank's, another one each time. */
async function storeAnother(world: PolledWorld, time: number): Promise<void> {
  const other = await importText(world, world.store, `Date,JPY,\n2026-11-02,${180 + time / 100},\n`);
  expect(other).toMatchObject({ ok: true, value: { revised: 1 } });
}

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  return world;
}

/** Imports a dollar of today; `meanwhile` runs each time the file was judged and is not stored yet. */
function importUsd(
  world: PolledWorld,
  usd: number,
  meanwhile: () => Promise<void>,
  onStep: (step: LoadStep) => void = () => {},
) {
  const today = world.clock.service().toISOString().slice(0, 10);
  const store: LoadStore = {
    ...world.store,
    write: {
      ...world.store.write,
      storeLoad: async (load) => {
        await meanwhile();
        return world.store.write.storeLoad(load);
      },
    },
  };
  return importText(world, store, `Date,USD,\n${today},${usd.toPrecision(6)},\n`, onStep);
}

function importText(
  world: PolledWorld,
  store: LoadStore,
  text: string,
  onStep: (step: LoadStep) => void = () => {},
) {
  const now = world.clock.service();
  return loadDocument(
    { source: world.source('ecb'), listed: world.sources, store, now, origin: 'import', onStep },
    { url: 'file:given.csv', body: new TextEncoder().encode(text), fetchedAt: now },
  );
}
