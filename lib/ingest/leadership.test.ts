import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#lib/platform/logger';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { PROJECT_ROOT } from '#lib/testing/service-bench';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

import { INGEST_LEASE, LEASE_PACE, type LeadershipSettings, seekLeadership } from './leadership.ts';

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
    const nowMs = Date.now() + 10 * PACE.leaseMs;
    await store.write.takeLease({ name: INGEST_LEASE, holder: 'another', nowMs, ttlMs: 60_000 });
    await until(() => !one.isLeading());
    expect(one.starts()).toBe(1);
    await one.stop();
    expect(await store.readLease(INGEST_LEASE)).toMatchObject({ holder: 'another' });
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
  const store = await openSqliteStore({ dataDir: throwAwayFolder(), root: PROJECT_ROOT });
  await store.writable;
  onTestFinished(store.close);
  return store;
}

function startSeeker(store: LeadershipSettings['store']) {
  let starts = 0;
  let running = 0;
  const leadership = seekLeadership(
    { store, log: createLogger('silent'), now: () => new Date(), pace: PACE },
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
  return { isLeading: () => running === 1, starts: () => starts, stop: leadership.stop };
}

/** Looks every few milliseconds; the test's time-out ends it. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}
