import { describe, expect, it } from 'vitest';
import { UNCHECKED } from '#lib/domain/health/health-machine';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import { watchIngest } from './ingest-watch.ts';
import { DAY_MS } from '#lib/domain/durations';

const START = '2026-11-18T18:00:00Z';
const LEASE_MS = 9_000;
const INTERVAL_MS = 20_000;

describe('a process that only serves', () => {
  it('tells within 25 s that the process that polls is dead, though its lease and its checks are there', () => {
    const seen = aWatch();
    expect(seen.look(2)).toBe('operational');
    seen.renewAndCheck();
    expect(Array.from({ length: 4 }, () => seen.look(5))).toEqual(Array(4).fill('operational'));
    expect(seen.look(5)).toBe('outage');
    seen.renewAndCheck();
    expect(seen.look(5)).toBe('operational');
  });

  it('does not believe a lease of before its start that a clock left in the future', () => {
    const seen = aWatch({ leaseAheadMs: DAY_MS });
    expect([seen.look(0), seen.look(18), seen.look(1)]).toEqual(['operational', 'operational', 'outage']);
    seen.renewAndCheck();
    expect(seen.look(5)).toBe('operational');
  });

  it('tells that nobody has the lease, or that it cannot be read, as soon as it would have been renewed', () => {
    const seen = aWatch({ hasLease: false });
    expect([seen.look(0), seen.look(18), seen.look(1)]).toEqual(['operational', 'operational', 'outage']);
    const read = aWatch();
    read.look(1);
    read.dropLease();
    expect([read.look(5), read.look(12), read.look(5)]).toEqual(['operational', 'operational', 'outage']);
  });
});

describe('a leader that renews its lease and checks nothing', () => {
  it('is in outage after two intervals and a poll, by no clock of the day', () => {
    for (const jumpMs of [0, DAY_MS, -DAY_MS, 366 * DAY_MS, -366 * DAY_MS]) {
      const seen = aWatch();
      seen.renewAndCheck();
      expect(seen.look(5)).toBe('operational');
      seen.jump(jumpMs);
      seen.renew();
      expect([jumpMs, seen.look(5)]).toEqual([jumpMs, 'operational']);
      const states = Array.from({ length: 20 }, () => {
        seen.renew();
        return seen.look(5);
      });
      expect([jumpMs, states.indexOf('outage')]).toEqual([jumpMs, 19]);
      seen.renewAndCheck();
      expect([jumpMs, seen.look(5)]).toEqual([jumpMs, 'operational']);
    }
  });

  it('is in outage at once where it says itself that it asks nobody', () => {
    const seen = aWatch({ isPaused: true });
    expect(seen.look(0)).toBe('outage');
  });
});

interface Watched {
  readonly leaseAheadMs?: number;
  readonly hasLease?: boolean;
  readonly isPaused?: boolean;
}

/** A watch of one exchange, whose time passes by hand. */
function aWatch({ leaseAheadMs = LEASE_MS, hasLease = true, isPaused = false }: Watched = {}) {
  const clock = fixedClock(START);
  let elapsedMs = 0;
  const aCheck = () => ({ checkedAt: clock.service(), intervalMs: INTERVAL_MS, state: UNCHECKED });
  const checks = new Map([['crypto-exchange', aCheck()]]);
  let lease = hasLease ? { holder: 'a', expiresAtMs: clock.realMs() + leaseAheadMs } : null;
  const watch = watchIngest({
    leaseName: 'ingest',
    leaseMs: LEASE_MS,
    sources: ['crypto-exchange'],
    checks,
    isPaused: () => isPaused,
    clock,
    monotonicMs: () => elapsedMs,
  });
  const renew = () => {
    lease = { holder: 'a', expiresAtMs: clock.realMs() + LEASE_MS };
  };
  return {
    /** Lets so many seconds pass and looks. */
    look: (seconds: number) => {
      elapsedMs += seconds * 1000;
      clock.moveTo(new Date(clock.realMs() + seconds * 1000));
      return watch.healthNow(lease);
    },
    jump: (ms: number) => clock.moveTo(new Date(clock.realMs() + ms)),
    renew,
    renewAndCheck: () => {
      renew();
      checks.set('crypto-exchange', aCheck());
    },
    dropLease: () => {
      lease = null;
    },
  };
}
