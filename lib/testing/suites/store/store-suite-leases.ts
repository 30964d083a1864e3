import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/domain/durations';
import type { Lease } from '#lib/store/engine/leases';
import { TEST_NOW } from '#lib/testing/builders/builders';
import type { OpenEmptyStore } from '#lib/testing/worlds/empty-store';

const nowMs = TEST_NOW.getTime();
const TTL_MS = 9000;

/** Who leads, and how far backfills came. */
export function describeLeases(open: OpenEmptyStore): void {
  describeRaces(open);
  describeHolders(open);
  describeParts(open);
}

function ask(holder: string, atMs: number = nowMs, unrenewed: Lease | null = null) {
  return { name: 'ingest', holder, nowMs: atMs, ttlMs: TTL_MS, unrenewed };
}

function describeRaces(open: OpenEmptyStore): void {
  describe('a lease', () => {
    it('goes to one of many processes that ask at once', async () => {
      const { store, openAnother } = await open();
      const stores = [store, await openAnother(), await openAnother()];
      for (let round = 0; round < 20; round += 1) {
        const name = `round ${round}`;
        const outcomes = await Promise.all(
          stores.map(({ write }, index) => write.takeLease({ ...ask(`process ${index}`), name })),
        );
        const winners = outcomes.filter(({ held }) => held);
        expect(winners).toHaveLength(1);
        expect(new Set(outcomes.map(({ holder }) => holder))).toEqual(new Set([winners[0]?.holder]));
        expect(await store.readLease(name)).toEqual({
          holder: winners[0]?.holder,
          expiresAtMs: nowMs + TTL_MS,
        });
      }
    });

    it('that was seen unrenewed goes to one of many processes that ask at once', async () => {
      const { store, openAnother } = await open();
      const stores = [store, await openAnother(), await openAnother()];
      await store.write.takeLease(ask('process 0'));
      for (let round = 1; round <= 20; round += 1) {
        const unrenewed = await store.readLease('ingest');
        // Each on a clock of its own, years apart.
        const asked = stores.map(({ write }, index) =>
          write.takeLease(ask(`process ${round}.${index}`, nowMs + (index - 1) * 400 * DAY_MS, unrenewed)),
        );
        expect((await Promise.all(asked)).filter(({ held }) => held)).toHaveLength(1);
      }
    });
  });
}

function describeHolders(open: OpenEmptyStore): void {
  describe('a lease', () => {
    it('is renewed by its holder, and nobody else has it by the time of day', async () => {
      const { store } = await open();
      await store.write.takeLease(ask('a'));
      expect(await store.write.takeLease(ask('a', nowMs + 3000))).toEqual({
        held: true,
        holder: 'a',
        expiresAtMs: nowMs + 3000 + TTL_MS,
      });
      for (const atMs of [nowMs, nowMs + DAY_MS, nowMs + 400 * DAY_MS, nowMs - 400 * DAY_MS]) {
        const other = await store.write.takeLease(ask('b', atMs));
        expect(other).toEqual({ held: false, holder: 'a', expiresAtMs: nowMs + 3000 + TTL_MS });
      }
    });

    it('shows each renewal, on a clock that stands still or was put back too', async () => {
      const { store } = await open();
      const seen = new Set<number>();
      for (const atMs of [nowMs, nowMs, nowMs - 1000, nowMs - 1000, nowMs - 400 * DAY_MS]) {
        await store.write.takeLease(ask('a', atMs));
        const lease = await store.readLease('ingest');
        seen.add(lease?.expiresAtMs ?? 0);
      }
      expect(seen.size).toBe(5);
    });

    it('goes to one who saw it unrenewed, unless it was renewed since', async () => {
      const { store } = await open();
      // By a clock that was a year ahead.
      await store.write.takeLease(ask('a', nowMs + 366 * DAY_MS));
      const seen = await store.readLease('ingest');
      await store.write.takeLease(ask('a', nowMs));
      expect(await store.write.takeLease(ask('b', nowMs, seen))).toMatchObject({ held: false, holder: 'a' });
      const seenLater = await store.readLease('ingest');
      expect(await store.write.takeLease(ask('b', nowMs, seenLater))).toMatchObject({ held: true });
      expect(await store.write.takeLease(ask('a', nowMs, seenLater))).toMatchObject({ held: false });
    });

    it('is given up by its holder only, and free at once then', async () => {
      const { store } = await open();
      await store.write.takeLease(ask('a'));
      expect(await store.write.dropLease({ name: 'ingest', holder: 'b' })).toBe(false);
      expect(await store.write.takeLease(ask('b'))).toMatchObject({ held: false });
      expect(await store.write.dropLease({ name: 'ingest', holder: 'a' })).toBe(true);
      expect(await store.readLease('ingest')).toBeNull();
      expect(await store.write.takeLease(ask('b'))).toMatchObject({ held: true });
    });
  });
}

function describeParts(open: OpenEmptyStore): void {
  describe('the parts of a backfill', () => {
    it('are noted once each, the newer note counting, and are there after a restart', async () => {
      const { store, reopen } = await open();
      const part = { source: 'fed', part: '2024', atMs: nowMs, observations: 5000, revised: 0 };
      await store.write.notePart(part);
      await store.write.notePart({ ...part, part: '2023' });
      await store.write.notePart({ ...part, atMs: nowMs + 9, observations: 0, revised: 3 });
      await store.write.notePart({ ...part, source: 'boj' });
      const reopened = await reopen();
      expect(await reopened.readBackfill('fed')).toEqual([
        { part: '2023', atMs: nowMs, observations: 5000, revised: 0 },
        { part: '2024', atMs: nowMs + 9, observations: 0, revised: 3 },
      ]);
      expect(await reopened.readBackfill('ecb')).toEqual([]);
    });
  });
}
