import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import process from 'node:process';

import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';

/** The lease that makes one process the one that polls. */
export const INGEST_LEASE = 'ingest';

/** How long a lease holds without being renewed, and how often it is; times in ms. */
export interface LeasePace {
  readonly leaseMs: number;
  readonly renewMs: number;
}

/** A leader that was killed is followed within 15 s: its lease runs out, and the next one asks soon after. */
export const LEASE_PACE: LeasePace = { leaseMs: 9_000, renewMs: 3_000 };

/** What a leader does. */
export interface Leading {
  readonly stop: () => Promise<void>;
}

/** The race for leadership; `stop` ends what is led and gives the lease back. */
export interface Leadership {
  readonly stop: () => Promise<void>;
}

/** What the race is run with; `now` is the real time, which all processes must share within a few seconds. */
export interface LeadershipSettings {
  readonly store: { readonly write: Pick<Store['write'], 'takeLease' | 'dropLease'> };
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly now: () => Date;
  readonly pace?: LeasePace;
}

/**
 * Leads while this process holds the lease: `lead` starts the work when the lease is got, and its `stop` is called when the
 * lease went to another process or was not renewed in time, be it that the database is away or that it gives no answer.
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
    const lease = await takeQuietly(store, { holder, nowMs: now().getTime(), ttlMs: pace.leaseMs });
    // What was led before must be over, or two would work at once in this process.
    if (lease === 'held') await ending;
    if (lease === 'held') holdLease(askedMs);
    if (lease === 'other') endLeading('another process holds the lease');
  };
  const turn = () => {
    round = renew()
      .catch((error: unknown) => log.error({ err: error }, 'the lease could not be renewed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(turn, pace.renewMs).unref();
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

interface LeaseWish {
  readonly holder: string;
  readonly nowMs: number;
  readonly ttlMs: number;
}

/** Silent about a database that is away: the service tells of an outage once, and not every time that somebody meets it. */
async function takeQuietly(
  store: LeadershipSettings['store'],
  wish: LeaseWish,
): Promise<'held' | 'other' | 'database away'> {
  try {
    const lease = await store.write.takeLease({ name: INGEST_LEASE, ...wish });
    return lease.held ? 'held' : 'other';
  } catch {
    return 'database away';
  }
}
