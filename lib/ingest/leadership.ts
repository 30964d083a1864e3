import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import process from 'node:process';

import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';

/** The lease that makes one process the one that polls. */
export const INGEST_LEASE = 'ingest';

/** How long a lease holds without being renewed, and how often it is: a killed leader is followed within 15 s. */
const LEASE_MS = 9_000;
const RENEW_MS = 3_000;

/** What a leader does. */
export interface Leading {
  readonly stop: () => Promise<void>;
}

/** The race for leadership; `stop` ends what is led and gives the lease back. */
export interface Leadership {
  readonly stop: () => Promise<void>;
}

/**
 * Leads while this process holds the lease: `lead` starts the work when the lease is got, and its `stop` is called when the
 * lease went to another process or could not be renewed in time.
 */
export function seekLeadership(
  { store, log, now }: { readonly store: Store; readonly log: Logger; readonly now: () => Date },
  lead: () => Leading,
): Leadership {
  const holder = `${hostname()}:${process.pid}:${randomUUID()}`;
  let led: Leading | null = null;
  let renewedAtMs = 0;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  let round: Promise<void> = Promise.resolve();

  const endLeading = async (why: string) => {
    if (!led) return;
    log.warn({ why }, 'this process no longer polls');
    const ending = led;
    led = null;
    await ending.stop();
  };
  const renew = async () => {
    const nowMs = now().getTime();
    const lease = await takeQuietly(store, holder, nowMs);
    if (lease === 'held') {
      renewedAtMs = nowMs;
      if (!led && !isStopped) {
        led = lead();
        log.info('this process polls');
      }
    } else if (lease === 'other') {
      await endLeading('another process holds the lease');
    } else if (nowMs - renewedAtMs >= LEASE_MS) {
      await endLeading('the lease could not be renewed');
    }
  };
  const turn = () => {
    round = renew()
      .catch((error: unknown) => log.error({ err: error }, 'the lease could not be renewed'))
      .finally(() => {
        if (!isStopped) timer = setTimeout(turn, RENEW_MS).unref();
      });
  };
  turn();
  return {
    stop: async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await round;
      const ending = led;
      led = null;
      await ending?.stop();
      await store.write.dropLease({ name: INGEST_LEASE, holder }).catch(() => {});
    },
  };
}

/** Silent about a database that is away: the service tells of an outage once, and not every time that somebody meets it. */
async function takeQuietly(
  store: Store,
  holder: string,
  nowMs: number,
): Promise<'held' | 'other' | 'database away'> {
  try {
    const lease = await store.write.takeLease({ name: INGEST_LEASE, holder, nowMs, ttlMs: LEASE_MS });
    return lease.held ? 'held' : 'other';
  } catch {
    return 'database away';
  }
}
