import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '#lib/store/open-store';
import { startLoopbackHost } from '#lib/testing/wire/loopback-host';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import { loadDocument } from '#lib/ingest/history/load-document';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

/** A Thursday after the ECB's publication. */
const START = '2026-11-19T16:30:00Z';

/** What the bank was asked and answered: `GET /path` and the status. */
type Exchange = readonly [string, number];

describe('a bank that answers conditional requests', () => {
  it('sends its document once; that it has no newer one is a pass', async () => {
    const { world, exchanges } = await openWatched();
    // The first poll closes the gap with the longer file, the second asks for the daily one.
    await world.poll('ecb');
    const outcomes = await world.pollOften('ecb', 3, MINUTE_MS);
    expect(outcomes.map(({ kind, imported, revised }) => [kind, imported, revised])).toEqual(
      Array(3).fill(['pass', 0, 0]),
    );
    expect(exchanges.map(([path, status]) => [path.split('/').at(-1), status])).toEqual([
      ['eurofxref-hist-90d.xml', 200],
      ['eurofxref-daily.xml', 200],
      ['eurofxref-daily.xml', 304],
      ['eurofxref-daily.xml', 304],
    ]);
    const [check] = await world.store.readHealthChecks({ source: 'ecb', sinceMs: 0, limit: 1 });
    expect(check).toMatchObject({ kind: 'pass', reason: null, rejected: 0 });
  });

  it('is asked for the document once more after a restart, and nothing is stored twice', async () => {
    const { world, exchanges } = await openWatched();
    await world.poll('ecb');
    await world.pollOften('ecb', 2, MINUTE_MS);
    await world.restart();
    const outcomes = await world.pollOften('ecb', 2, MINUTE_MS);
    expect(outcomes.map(({ kind, imported, revised }) => [kind, imported, revised])).toEqual(
      Array(2).fill(['pass', 0, 0]),
    );
    expect(exchanges.slice(-2).map(([, status]) => status)).toEqual([200, 304]);
  });

  it.each(['inverted', 'nan', 'dropped_60', 'times_100', 'wrong_date'] as const)(
    'and whose document is bad (%s) is asked for all of it each time, and fails each time',
    async (fault) => {
      const { world, exchanges } = await openWatched();
      await world.poll('ecb');
      await world.pollOften('ecb', 2, MINUTE_MS);
      await world.upstreams.setFault('ecb', fault);
      const outcomes = await world.pollOften('ecb', 3, MINUTE_MS);
      expect(outcomes.map(({ kind }) => kind)).toEqual(['hard', 'hard', 'hard']);
      await world.upstreams.setFault('ecb', null);
      const before = exchanges.length;
      expect((await world.pollOften('ecb', 1, MINUTE_MS))[0]).toMatchObject({ kind: 'pass', held: 0 });
      expect(exchanges.slice(before).map(([, status]) => status)).toEqual([200]);
    },
  );
});

it('a bank is asked for all of its document again once an import was taken back in another process', async () => {
  const truth = await dollarOfTomorrow();
  const { world, exchanges } = await openWatched();
  await world.poll('ecb');
  world.moveBy(DAY_MS);
  const now = world.clock.service();
  const imported = await loadDocument(
    { source: world.source('ecb'), listed: world.sources, store: world.store, now, origin: 'import' },
    {
      url: 'file:one.csv',
      body: new TextEncoder().encode(`Date,USD,\n2026-11-20,${truth},\n`),
      fetchedAt: now,
    },
  );
  expect(imported).toMatchObject({ ok: true, value: { imported: 1 } });
  await world.context.catchUp();
  await world.pollOften('ecb', 3, MINUTE_MS);
  expect(exchanges.at(-1)?.[1]).toBe(304);

  const [own] = await world.store.readImports();
  const another = await openSqliteStore({ dataDir: world.dataDir, root: PROJECT_ROOT }, 'here');
  const taken = await another.write.takeBackImport({ id: own?.id ?? 0, atMs: now.getTime() });
  await another.close();
  expect(taken).toEqual({ restored: 0, removed: 1 });
  const before = exchanges.length;
  const outcomes = await world.pollOften('ecb', 3, MINUTE_MS);
  expect(outcomes.map(({ kind, imported }) => [kind, imported])).toEqual([
    ['pass', 1],
    ['pass', 0],
    ['pass', 0],
  ]);
  expect(exchanges[before]?.[1]).toBe(200);
  expect(exchanges.at(-1)?.[1]).toBe(304);
  expect(world.strict('ecb', 'EUR', 'USD')).toBe(truth);
});

/** What the bank states the day after the start, as another world tells it. */
async function dollarOfTomorrow(): Promise<number> {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  world.moveBy(DAY_MS);
  await world.poll('ecb');
  return Number(world.strict('ecb', 'EUR', 'USD'));
}

/** A world that notes what the ECB answers. */
async function openWatched(): Promise<{ readonly world: PolledWorld; readonly exchanges: Exchange[] }> {
  const exchanges: Exchange[] = [];
  const world = await openPolledWorld(START, {
    upstream: async (id, simulated) => {
      if (id !== 'ecb') return simulated;
      const host = await startLoopbackHost((request, response) => {
        const path = request.url ?? '';
        const headers = new Headers({ 'accept-encoding': 'identity' });
        for (const name of ['if-none-match', 'if-modified-since']) {
          const value = request.headers[name];
          if (typeof value === 'string') headers.set(name, value);
        }
        void fetch(new URL(path, simulated), { headers }).then(async (found) => {
          exchanges.push([path, found.status]);
          for (const [name, value] of found.headers) response.setHeader(name, value);
          response.writeHead(found.status).end(Buffer.from(await found.arrayBuffer()));
        });
      });
      onTestFinished(host.close);
      return new URL(host.url);
    },
  });
  onTestFinished(world.close);
  return { world, exchanges };
}
