import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#lib/platform/logger';
import { openSqliteStore } from '#lib/store/open-store';
import type { Lease } from '#lib/store/engine/leases';
import type { Store } from '#lib/store/store';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

import { INGEST_LEASE, LEASE_PACE, type LeadershipSettings, seekLeadership } from './leadership.ts';
import { DAY_MS } from '#lib/domain/durations';

/** Short enough for a test, long enough for a loaded machine. */
const PACE = { leaseMs: 1_500, renewMs: 50 };

describe('the pace of the service', () => {
  it('lets another process follow a killed one within 15 s, with time left for its first poll', () => {
    expect(LEASE_PACE.leaseMs + LEASE_PACE.renewMs).toBeLessThanOrEqual(12_000);
    expect(LEASE_PACE.leaseMs).toBeGreaterThanOrEqual(3 * LEASE_PACE.renewMs);
  });
});

describe('of two seekers on one database', () => {
  it('one leads; a clean stop ends its work, gives the lease back, and the other follows at once', async () => {
    const store = await openStore();
    const one = startSeeker({ write: store.write });
    await until(() => one.isLeading());
    const other = startSeeker({ write: store.write });
    await pause(4 * PACE.renewMs);
    expect([one.isLeading(), other.isLeading()]).toEqual([true, false]);
    const stoppedMs = performance.now();
    await one.stop();
    expect(one.isLeading()).toBe(false);
    await until(() => other.isLeading());
    expect(performance.now() - stoppedMs).toBeLessThan(PACE.leaseMs);
    await other.stop();
    expect(await store.readLease(INGEST_LEASE)).toBeNull();
  });

  it('one whose lease was taken while it stood still stops its work', async () => {
    const store = await openStore();
    const one = startSeeker({ write: store.write });
    await until(() => one.isLeading());
    await takeAs(store, 'another', Date.now(), await store.readLease(INGEST_LEASE));
    await until(() => !one.isLeading());
    expect(one.starts()).toBe(1);
    await one.stop();
    expect(await store.readLease(INGEST_LEASE)).toMatchObject({ holder: 'another' });
  });
});

describe('a lease that no clock can be right about', () => {
  it.each([
    ['a year ahead', 366 * DAY_MS],
    ['a day ahead', DAY_MS],
    ['an hour ahead', DAY_MS / 24],
    ['a year ago', -366 * DAY_MS],
  ])('of a dead process, %s, is followed within a lease length and a renewal', async (_name, aheadMs) => {
    const store = await openStore();
    await takeAs(store, 'a dead process', Date.now() + aheadMs, null);
    const seeker = startSeeker({ write: store.write });
    const askedMs = performance.now();
    await until(() => seeker.isLeading());
    expect(performance.now() - askedMs).toBeLessThan(PACE.leaseMs + 20 * PACE.renewMs);
    await seeker.stop();
  });

  it('is not taken from a leader that renews it, however far apart the clocks of the two are', async () => {
    const store = await openStore();
    for (const aheadMs of [366 * DAY_MS, -3 * 60_000]) {
      const one = startSeeker({ write: store.write });
      await until(() => one.isLeading());
      const other = startSeeker({ write: store.write }, aheadMs);
      const asked = other.asks();
      await until(() => other.asks() > asked + (2 * PACE.leaseMs) / PACE.renewMs);
      expect([one.isLeading(), other.isLeading(), one.starts()]).toEqual([true, false, 1]);
      await one.stop();
      await until(() => other.isLeading());
      await other.stop();
    }
  });

  it('stays with a leader whose own clock is put forward and back', async () => {
    const store = await openStore();
    let aheadMs = 0;
    const one = startSeeker({ write: store.write }, () => aheadMs);
    await until(() => one.isLeading());
    const other = startSeeker({ write: store.write });
    for (const jumpMs of [DAY_MS, 0, -DAY_MS, 366 * DAY_MS, 0]) {
      aheadMs = jumpMs;
      const asked = other.asks();
      await until(() => other.asks() > asked + 6);
      expect([one.isLeading(), other.isLeading(), one.starts()]).toEqual([true, false, 1]);
    }
    await Promise.all([one.stop(), other.stop()]);
  });
});

describe('a leader whose database', () => {
  it('is closed ends its work when the lease is over, and not before', async () => {
    const store = await openStore();
    const seeker = startSeeker({ write: store.write });
    await until(() => seeker.isLeading());
    const closedMs = performance.now();
    await store.close();
    await until(() => !seeker.isLeading());
    expect(performance.now() - closedMs).toBeGreaterThan(PACE.leaseMs / 3);
    expect(performance.now() - closedMs).toBeLessThan(4 * PACE.leaseMs);
    await seeker.stop();
  });

  it('gives no answer ends its work all the same, and leads again when it answers', async () => {
    const store = await openStore();
    let answering = Promise.resolve();
    let release = () => {};
    // The connection stands still in between; what it carries is the store's own.
    const takeLease: Store['write']['takeLease'] = async (wish) => {
      await answering;
      return store.write.takeLease(wish);
    };
    const seeker = startSeeker({ write: { takeLease, dropLease: store.write.dropLease } });
    await until(() => seeker.isLeading());
    answering = new Promise((resolve) => (release = resolve));
    await until(() => !seeker.isLeading());
    answering = Promise.resolve();
    release();
    await until(() => seeker.isLeading());
    expect(seeker.starts()).toBe(2);
    await seeker.stop();
  });
});

async function openStore(): Promise<Store> {
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT }, 'here');
  await store.writable;
  onTestFinished(store.close);
  return store;
}

/** A seeker whose clock is ahead of this machine's. */
function startSeeker(store: LeadershipSettings['store'], aheadMs: number | (() => number) = 0) {
  let starts = 0;
  let running = 0;
  let asks = 0;
  const takeLease: Store['write']['takeLease'] = (wish) => {
    asks += 1;
    return store.write.takeLease(wish);
  };
  const leadership = seekLeadership(
    {
      store: { write: { ...store.write, takeLease } },
      log: createLogger('silent'),
      now: () => new Date(Date.now() + (typeof aheadMs === 'number' ? aheadMs : aheadMs())),
      pace: PACE,
    },
    () => {
      starts += 1;
      running += 1;
      return {
        stop: async () => {
          running -= 1;
        },
      };
    },
  );
  return { isLeading: () => running === 1, starts: () => starts, asks: () => asks, stop: leadership.stop };
}

/** Looks every few milliseconds; the test's time-out ends it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

/** Takes the lease as another process, from the one that holds it where it is given. */
async function takeAs(store: Store, holder: string, nowMs: number, unrenewed: Lease | null): Promise<void> {
  const wish = { name: INGEST_LEASE, holder, nowMs, ttlMs: PACE.leaseMs, unrenewed };
  expect(await store.write.takeLease(wish)).toMatchObject({ held: true });
}
