import { describe, expect, it, onTestFinished } from 'vitest';
import { startLoopbackHost } from '#lib/testing/loopback-host';
import { openPolledWorld, type PolledWorld } from '#lib/testing/polled-world';

/** A Thursday after the ECB's publication. */
const START = '2026-11-19T16:30:00Z';
const MINUTE_MS = 60_000;

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
