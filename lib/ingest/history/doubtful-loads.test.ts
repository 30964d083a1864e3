import { describe, expect, it, onTestFinished } from 'vitest';

import { addDays, isoDayOf } from '#lib/domain/iso-day';
import { shortHistory } from '#lib/testing/simulated-upstreams/short-history';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';

import { backfillSource } from './backfill.ts';
import { loadDocument } from './load-document.ts';
import { HOUR_MS } from '#lib/domain/durations';
import { someOf } from '#lib/testing/long-count';

const START = '2026-11-19T16:30:00Z';

describe('the history that is loaded again after days away', () => {
  it.each(someOf(['digit_shifted', 'times_100', 'inverted', 'dropped_60'] as const, 1))(
    'under %s changes no figure that is served, and is loaded once the publisher is well again',
    async (fault) => {
      const world = await openWorld();
      await world.poll('ecb');
      expect(await backfill(world)).toMatchObject({ ok: true });
      const before = await figures(world);
      world.moveBy(72 * HOUR_MS);
      await world.upstreams.setFault('ecb', fault);
      await backfill(world);
      await world.restart();
      expect(await wrongFigures(world, before)).toEqual([]);

      await world.upstreams.setFault('ecb', null);
      await world.poll('ecb');
      world.moveBy(25 * HOUR_MS);
      await backfill(world);
      await world.restart();
      expect(await wrongFigures(world, before)).toEqual([]);
      expect(world.snapshot().sources[0]?.publications[0]?.observedOn).toBe('2026-11-23');
      expect(await world.store.readHeldDocuments()).toEqual([]);
      expect(await world.store.readHeldFigures({ state: 'held', limit: 9 })).toEqual([]);
    },
  );
});

it('a history whose newest days lack most pairs takes none of them away', async () => {
  const world = await openWorld();
  await world.poll('ecb');
  const served = servedPairs(world);
  world.moveBy(7 * 24 * HOUR_MS);
  await world.upstreams.setFault('ecb', 'dropped_60');
  await backfill(world);
  await world.restart();
  expect(servedPairs(world)).toEqual(served);
  expect(await world.store.readHeldDocuments()).toMatchObject([{ rule: 'mostly_missing' }]);

  await world.upstreams.setFault('ecb', null);
  await backfill(world);
  await world.restart();
  expect(servedPairs(world)).toEqual(served);
  expect(world.snapshot().sources[0]?.publications[0]?.observedOn).toBe('2026-11-26');
});

describe('an imported file', () => {
  it.each([
    ['with swapped columns', 'Date,JPY,USD,\n2026-11-18,USDRATE,JPYRATE,\n', 'large_revision'],
    ['ten times too large', 'Date,USD,\n2026-11-18,TIMES10,\n', 'large_revision'],
  ])('%s over what is stored is withheld and named, and its release stores it', async (_name, text, rule) => {
    const world = await openWorld();
    await world.poll('ecb');
    world.moveBy(24 * HOUR_MS);
    await world.poll('ecb');
    const usd = await storedRate(world, 'USD', '2026-11-18');
    const jpy = await storedRate(world, 'JPY', '2026-11-18');
    const body = text
      .replace('USDRATE', String(usd))
      .replace('JPYRATE', String(jpy))
      .replace('TIMES10', (10 * usd).toPrecision(6));
    const loaded = await importText(world, body);
    expect(loaded).toMatchObject({ imported: 0, revised: 0, withheld: { rule } });
    expect(await storedRate(world, 'USD', '2026-11-18')).toBe(usd);

    const [withheld] = await world.store.readHeldDocuments();
    const released = await importText(world, body, withheld?.id);
    expect(released).toMatchObject({ withheld: null, revised: body.includes('JPY') ? 2 : 1 });
    expect(await storedRate(world, 'USD', '2026-11-18')).not.toBe(usd);
    expect(await world.store.readHeldDocuments()).toEqual([]);
  });

  it('that was released is no mistake to a later poll, however far its newest figure stands out', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    const usd = await storedRate(world, 'USD', '2026-11-19');
    const [high, low] = [(1.3 * usd).toPrecision(6), (0.75 * usd).toPrecision(6)];
    const body = `Date,USD,\n2026-11-19,${high},\n2026-11-10,${low},\n`;
    expect(await importText(world, body)).toMatchObject({ withheld: { rule: 'large_revision' } });
    const [withheld] = await world.store.readHeldDocuments();
    expect(await importText(world, body, withheld?.id)).toMatchObject({ revised: 2 });
    await world.context.catchUp();
    world.moveBy(24 * HOUR_MS);
    expect(await world.poll('ecb')).toMatchObject({ kind: 'soft', reason: 'quarantined', held: 1 });
    expect(world.strict('ecb', 'EUR', 'USD')).toBe(Number(high));
  });

  it('whose newest figure jumps is stored without it, which waits for the operator', async () => {
    const world = await openWorld();
    await world.poll('ecb');
    const usd = world.strict('ecb', 'EUR', 'USD');
    const jpy = Number(world.strict('ecb', 'EUR', 'JPY'));
    world.moveBy(24 * HOUR_MS);
    const loaded = await importText(
      world,
      `Date,USD,JPY,\n2026-11-20,11.5,${(jpy * 1.001).toPrecision(6)},\n`,
    );
    expect(loaded).toMatchObject({ imported: 1, held: [{ quote: 'USD', rate: 11.5, rule: 'jump' }] });
    await world.context.catchUp();
    expect(world.strict('ecb', 'EUR', 'USD')).toBe(usd);
    expect(await world.store.readHeldFigures({ state: 'held', limit: 9 })).toMatchObject([{ rate: 11.5 }]);
    await importText(world, 'Date,USD,\n2026-11-20,12.5,\n');
    const waiting = await world.store.readHeldFigures({ state: 'held', limit: 9 });
    expect(waiting).toMatchObject([{ rate: 12.5, polls: 1 }]);

    const atMs = world.clock.service().getTime();
    await world.store.write.decideHeld({ id: waiting[0]?.id ?? 0, decision: 'reject', atMs });
    expect(await importText(world, 'Date,USD,\n2026-11-20,12.5,\n')).toMatchObject({ held: [] });
  });
});

describe('an imported file of pairs that nothing is stored of', () => {
  it.each([
    ['ten times too large', 'Date,USD,JPY,\n2026-11-19,TIMES10,JPYRATE,\n', ['USD']],
    ['upside down', 'Date,USD,JPY,\n2026-11-19,INVERTED,JPYRATE,\n', ['USD']],
    ['with swapped columns', 'Date,JPY,USD,\n2026-11-19,USDRATE,JPYRATE,\n', ['JPY', 'USD']],
    [
      'with swapped columns for days',
      'Date,JPY,USD,\n2026-11-19,USDRATE,JPYRATE,\n2026-11-18,USDRATE,JPYRATE,\n2026-11-17,USDRATE,JPYRATE,\n',
      ['JPY', 'USD'],
    ],
  ])('%s is held where another source says otherwise, and the truth comes', async (_name, text, quotes) => {
    const world = await openWorld();
    await world.poll('web-finance');
    const usd = Number(world.strict('web-finance', 'EUR', 'USD'));
    const jpy = Number(world.strict('web-finance', 'EUR', 'JPY'));
    const body = text
      .replaceAll('USDRATE', usd.toPrecision(6))
      .replaceAll('JPYRATE', jpy.toPrecision(6))
      .replace('TIMES10', (10 * usd).toPrecision(6))
      .replace('INVERTED', (1 / usd).toPrecision(6));
    const loaded = await importText(world, body);
    expect(loaded.held.map(({ quote }) => quote).toSorted()).toEqual(quotes);
    await world.context.catchUp();
    for (const quote of quotes) expect(world.strict('ecb', 'EUR', quote)).toBeTypeOf('string');

    world.moveBy(HOUR_MS);
    expect(await world.poll('ecb')).toMatchObject({ held: 0 });
    expect(Number(world.strict('ecb', 'EUR', 'USD')) / usd).toBeCloseTo(1, 1);
    expect(Number(world.strict('ecb', 'EUR', 'JPY')) / jpy).toBeCloseTo(1, 1);
  });
});

it('once a wrong import is taken back, the truth that was held against it is served', async () => {
  const world = await openWorld();
  await importText(world, 'Date,USD,\n2026-11-17,11.5,\n2026-11-18,11.5,\n');
  expect(await world.poll('ecb')).toMatchObject({ reason: 'quarantined' });
  expect(await world.store.readHeldFigures({ state: 'held', limit: 9 })).toMatchObject([
    { quote: 'USD' },
    { quote: 'USD' },
  ]);
  const [imported] = await world.store.readImports();
  await world.store.write.takeBackImport({
    id: imported?.id ?? 0,
    atMs: world.clock.service().getTime(),
  });
  await world.restart();
  world.moveBy(24 * HOUR_MS);
  expect(await world.poll('ecb')).toMatchObject({ kind: 'pass', held: 0 });
  expect(world.strict('ecb', 'EUR', 'USD')).toBeLessThan(2);
});

describe('a live document with doubtful older days', () => {
  it('is withheld whole, told by its check, and settled by the next sound one', async () => {
    const world = await openWorld();
    await world.poll('boe');
    const before = await figures(world, 'boe');
    world.moveBy(24 * HOUR_MS);
    await world.upstreams.setFault('boe', 'digit_shifted');
    const outcome = await world.poll('boe');
    expect(await wrongFigures(world, before, 'boe')).toEqual([]);
    expect(outcome.kind).not.toBe('pass');
    await world.upstreams.setFault('boe', null);
    world.moveBy(HOUR_MS);
    expect(await world.poll('boe')).toMatchObject({ kind: 'pass', held: 0 });
    expect(await world.store.readHeldDocuments()).toEqual([]);
  });
});

async function openWorld(): Promise<PolledWorld> {
  const world = await openPolledWorld(START, { simulation: shortHistory() });
  onTestFinished(world.close);
  return world;
}

/** As the service loads history by itself: the whole of it, newest first. */
function backfill(world: PolledWorld) {
  const today = isoDayOf(world.clock.service());
  return backfillSource(
    world.source('ecb'),
    { from: addDays(today, -60), to: today },
    { store: world.store, listed: world.sources, http: world.context.http, clock: world.clock },
  );
}

async function importText(world: PolledWorld, text: string, releases?: number) {
  const loaded = await loadDocument(
    {
      source: world.source('ecb'),
      listed: world.sources,
      store: world.store,
      now: world.clock.service(),
      origin: 'import',
      ...(releases !== undefined && { releases }),
    },
    { url: 'file:given.csv', body: new TextEncoder().encode(text), fetchedAt: world.clock.service() },
  );
  if (!loaded.ok) throw new Error(loaded.error.sentence);
  return loaded.value;
}

/** Every stored figure of a source by pair and instant. */
async function figures(world: PolledWorld, id: 'ecb' | 'boe' = 'ecb'): Promise<ReadonlyMap<string, number>> {
  const source = world.snapshot().sources.find((one) => one.id === id);
  const found = new Map<string, number>();
  for (const pair of source?.pairs ?? []) {
    const [base = '', quote = ''] = pair.split('/');
    const span = { source: id, base, quote, fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, limit: 5000 };
    const { instantsMs, rates } = await world.store.readSeries(span);
    for (const [index, atMs] of instantsMs.entries())
      found.set(`${pair} ${atMs}`, rates[index] ?? Number.NaN);
  }
  return found;
}

/** The pairs of the bank that are answered. */
function servedPairs(world: PolledWorld): readonly string[] {
  const pairs = world.snapshot().sources.find((one) => one.id === 'ecb')?.pairs ?? [];
  return [...pairs].filter((pair) => {
    const [base = '', quote = ''] = pair.split('/');
    return typeof world.strict('ecb', base, quote) === 'number';
  });
}

/** Figures that are not what they were, and newer ones that are not near what they were. */
async function wrongFigures(world: PolledWorld, before: ReadonlyMap<string, number>, id?: 'ecb' | 'boe') {
  const levels = new Map([...before].map(([key, rate]) => [key.split(' ')[0] ?? '', rate]));
  const wrong: string[] = [];
  for (const [key, rate] of await figures(world, id)) {
    const known = before.get(key);
    const level = levels.get(key.split(' ')[0] ?? '') ?? rate;
    const isWrong = known === undefined ? Math.abs(Math.log(rate / level)) > 0.2 : known !== rate;
    if (isWrong) wrong.push(`${key} ${rate}`);
  }
  return wrong;
}

async function storedRate(world: PolledWorld, quote: string, day: string): Promise<number> {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  const span = { source: 'ecb', base: 'EUR', quote, fromMs, toMs: fromMs + 24 * HOUR_MS, limit: 1 };
  return (await world.store.readSeries(span)).rates[0] ?? Number.NaN;
}
