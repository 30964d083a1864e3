import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import process from 'node:process';

import type { Logger } from '#lib/platform/logger';
import type { Lease, LeaseOutcome, LeaseRequest } from '#lib/store/engine/leases';
import type { Store } from '#lib/store/store';

/** The lease that makes one process the one that polls. */
export const INGEST_LEASE = 'ingest';

/** How long a lease holds without being renewed, and how often it is; times in ms. */
export interface LeasePace {
  readonly leaseMs: number;
  readonly renewMs: number;
}

/** A leader that was killed is followed within 15 s: the next one sees for 6 s that it does not renew, and looks every 1.5 s. */
export const LEASE_PACE: LeasePace = { leaseMs: 6_000, renewMs: 1_500 };

/** What a leader does. */
export interface Leading {
  readonly stop: () => Promise<void>;
}

/** The race for leadership; `stop` ends what is led and gives the lease back. */
export interface Leadership {
  readonly stop: () => Promise<void>;
}

/** What the race is run with; `now` is the real time, which may be wrong by any amount. */
export interface LeadershipSettings {
  readonly store: { readonly write: Pick<Store['write'], 'takeLease' | 'dropLease'> };
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  readonly pace?: LeasePace;
}

/**
 * Leads while this process holds the lease: `lead` starts the work when the lease is got, and its `stop` is called when the
 * lease went to another process or was not renewed in time, be it that the database is away or that it gives no answer.
 *
 * Times are measured, never told by a clock: a leader stops a lease's length after it last asked with success, and another
 * process takes the lease when it has seen it unrenewed for that long. So there are never two, however the clocks are set;
 * after a crash the lease is taken a lease's length after the next start.
 */
export function seekLeadership(
  { store, log, now, pace = LEASE_PACE }: LeadershipSettings,
  lead: () => Leading,
): Leadership {
  const holder = `${hostname()}:${process.pid}:${randomUUID()}`;
  let led: Leading | null = null;
  let timer: NodeJS.Timeout | null = null;
  let fence: NodeJS.Timeout | null = null;
  let isStopped = false;
  const others = watchOthers(pace);
  let round: Promise<void> = Promise.resolve();
  let ending: Promise<void> = Promise.resolve();

  const endLeading = (why: string | null) => {
    if (fence) clearTimeout(fence);
    if (!led) return;
    if (why !== null) log.warn({ why }, 'this process no longer polls');
    const ended = led;
    led = null;
    ending = ending.then(ended.stop);
  };
  const holdLease = (askedMs: number) => {
    const leftMs = askedMs + pace.leaseMs - performance.now();
    if (isStopped || leftMs <= 0) return;
    if (fence) clearTimeout(fence);
    fence = setTimeout(() => endLeading('the lease could not be renewed'), leftMs).unref();
    if (led) return;
    led = lead();
    log.info('this process polls');
  };
  const renew = async () => {
    const askedMs = performance.now();
    const unrenewed = others.unrenewed();
    const wish = { name: INGEST_LEASE, holder, nowMs: now().getTime(), ttlMs: pace.leaseMs, unrenewed };
    const lease = await takeQuietly(store, wish);
    if (lease === 'database away') return;
    others.see(lease);
    // What was led before must be over, or two would work at once in this process.
    if (lease.held) await ending;
    if (lease.held) holdLease(askedMs);
    else endLeading('another process holds the lease');
  };
  const turn = () => {
    round = renew()
      .catch((error: unknown) => log.error({ err: error }, 'the lease could not be renewed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(turn, others.pauseMs()).unref();
      });
  };
  turn();
  return {
    stop: async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      endLeading(null);
      await Promise.all([round, ending]);
      endLeading(null);
      await ending;
      await store.write.dropLease({ name: INGEST_LEASE, holder }).catch(() => {});
    },
  };
}

/** Sees for how long the lease of another process has not been renewed. */
function watchOthers({ leaseMs, renewMs }: LeasePace) {
  let seen: { readonly lease: Lease; readonly sinceMs: number } | null = null;
  return {
    see: (lease: LeaseOutcome) => {
      if (lease.held) seen = null;
      else if (!isSame(lease, seen?.lease)) seen = { lease, sinceMs: performance.now() };
    },
    /** The lease that was seen unchanged for as long as one lasts. */
    unrenewed: () => (seen !== null && performance.now() - seen.sinceMs >= leaseMs ? seen.lease : null),
    /** How long until the next question: no later than when that is so. */
    pauseMs: () => {
      const leftMs = seen === null ? 0 : Math.ceil(seen.sinceMs + leaseMs - performance.now());
      return leftMs > 0 ? Math.min(renewMs, leftMs) : renewMs;
    },
  };
}

function isSame(one: Lease, other: Lease | undefined): boolean {
  return one.holder === other?.holder && one.expiresAtMs === other.expiresAtMs;
}

/** Silent about a database that is away: the service tells of an outage once, and not every time that somebody meets it. */
function takeQuietly(
  store: LeadershipSettings['store'],
  wish: LeaseRequest,
): Promise<LeaseOutcome | 'database away'> {
  return store.write.takeLease(wish).catch(() => 'database away');
}
