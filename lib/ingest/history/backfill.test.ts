import { describe, expect, it, onTestFinished } from 'vitest';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { someOf } from '#lib/testing/long-count';
import { openPolledWorld, type PolledWorld, type PolledWorldOptions } from '#lib/testing/worlds/polled-world';
import { shortHistory } from '#lib/testing/simulated-upstreams/short-history';
import type { PolledSourceId } from '#lib/testing/simulated-upstreams/faults/faults';

import { type BackfillProgress, backfillSource } from './backfill.ts';

const START = '2026-11-19T16:30:00Z';

/** The publishers' histories; every second one in `npm test`. */
const HISTORIES = [
  ['ecb', 'kraken', '1999-01-01'],
  ['boe', 'kraken', '2024-03-01'],
  ['fed', 'kraken', '2014-06-01'],
  ['boj', 'kraken', '2005-01-01'],
  ['crypto-exchange', 'kraken', '2026-10-01'],
  ['crypto-exchange', 'binance', '2026-10-01'],
  ['web-finance', 'kraken', '2026-09-01'],
] as const;

describe.each(someOf(HISTORIES, 3))('the history of %s (%s)', (id, exchange, from) => {
  it('comes newest first, and a second run asks for nothing but what is still open', async () => {
    const world = await openWorld({ exchange, simulation: shortHistory() });
    const first = await backfill(world, id, from, '2026-11-19');
    if (!first.outcome.ok) throw new Error(first.outcome.error.sentence);
    expect(first.outcome.value.imported).toBeGreaterThan(100);
    expect([first.outcome.value.revised, first.failures]).toEqual([0, []]);
    const ends = first.parts.map(({ part }) => part.to);
    if (id !== 'crypto-exchange' && id !== 'web-finance') expect(ends).toEqual(ends.toSorted().toReversed());
    expect(first.parts.at(-1)).toMatchObject({ done: ends.length, total: ends.length });
    const asked = world.upstreams.requests(id).length;

    const second = await backfill(world, id, from, '2026-11-19');
    expect(second.outcome).toEqual({ ok: true, value: { imported: 0, revised: 0, rejected: 0 } });
    expect(second.parts).toEqual([]);
    // A list of markets at most.
    expect(world.upstreams.requests(id).length - asked).toBeLessThanOrEqual(1);
    // The simulation makes up decades for a single document of the ECB in the long run.
  }, 120_000);
});

describe('a backfill', () => {
  it('asks for the part of today again a day later, and for no other', async () => {
    const world = await openWorld();
    await backfill(world, 'boe', '2024-01-01', '2026-11-19');
    world.clock.moveTo(new Date('2026-11-20T18:00:00Z'));
    const again = await backfill(world, 'boe', '2024-01-01', '2026-11-20');
    expect(again.parts.map(({ part }) => part.from)).toEqual(['2026-01-01']);
    expect(again.outcome).toMatchObject({ ok: true, value: { imported: world.source('boe').expectedPairs } });
  });

  it('keeps to its span', async () => {
    const world = await openWorld();
    const { outcome, parts } = await backfill(world, 'boe', '2025-06-02', '2025-06-06');
    expect(parts.map(({ part }) => [part.from, part.to])).toEqual([['2025-06-02', '2025-06-06']]);
    expect(outcome).toMatchObject({ ok: true, value: { imported: 5 * world.source('boe').expectedPairs } });
  });

  it('gives up after three refused parts in a row, says why, and goes on from there the next time', async () => {
    const world = await openWorld();
    await world.upstreams.setFault('boe', 'server_error');
    const refused = await backfill(world, 'boe', '2015-01-01', '2026-11-19');
    expect(refused.parts.map(({ part, done }) => [part.id, done])).toEqual([
      [expect.stringMatching(/2026/), 0],
      [expect.stringMatching(/2025/), 0],
      [expect.stringMatching(/2024/), 0],
    ]);
    expect(refused.failures).toEqual(Array(3).fill(expect.stringMatching(/status 500/)));
    expect(refused.outcome).toMatchObject({ ok: false, error: { kind: 'unfinished' } });
    await world.upstreams.setFault('boe', null);
    expect(await backfill(world, 'boe', '2024-01-01', '2026-11-19')).toMatchObject({ outcome: { ok: true } });
  });

  it('takes nothing of a document whose dates cannot be right', async () => {
    const world = await openWorld();
    await world.upstreams.setFault('fed', 'wrong_date');
    const { outcome, failures } = await backfill(world, 'fed', '2025-01-01', '2026-11-19');
    expect(outcome).toMatchObject({ ok: false, error: { counts: { imported: 0 } } });
    expect(failures[0]).toMatch(/^The dates cannot be right/);
  });

  it('stops when it is told to, and says so', async () => {
    const world = await openWorld();
    const stopping = new AbortController();
    const stopped = await backfill(world, 'boe', '2015-01-01', '2026-11-19', {
      signal: stopping.signal,
      onPart: () => stopping.abort(),
    });
    expect(stopped.parts.length).toBe(1);
    expect(stopped.outcome).toMatchObject({ ok: false, error: { sentence: 'It was stopped.' } });
    const rest = await backfill(world, 'boe', '2015-01-01', '2026-11-19');
    expect(rest.parts.length).toBe(11);
    expect(rest.parts[0]).toMatchObject({ done: 2, total: 12 });
  });
});

async function openWorld(options: PolledWorldOptions = {}): Promise<PolledWorld> {
  const world = await openPolledWorld(START, options);
  onTestFinished(world.close);
  return world;
}

/** Runs a backfill and keeps what it told. */
async function backfill(
  world: PolledWorld,
  id: PolledSourceId,
  from: string,
  to: string,
  part: { readonly signal?: AbortSignal; readonly onPart?: () => void } = {},
) {
  const parts: BackfillProgress[] = [];
  const outcome = await backfillSource(
    world.source(id),
    { from: dayOf(from), to: dayOf(to) },
    {
      store: world.store,
      listed: world.sources,
      http: world.context.http,
      clock: world.clock,
      ...(part.signal && { signal: part.signal }),
      onPart: (progress) => {
        parts.push(progress);
        part.onPart?.();
      },
    },
  );
  return { outcome, parts, failures: parts.flatMap(({ failure }) => failure ?? []) };
}

function dayOf(text: string): IsoDay {
  return isoDayOf(new Date(text));
}
