import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Clock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';

import type { ServiceStatus } from './status-report.ts';

/** Knows how the parts of the service are doing: the API, the database, ingest. */
export interface ServiceHealth {
  readonly report: () => readonly ServiceStatus[];
  readonly stop: () => void;
}

/** How often the database is asked how quick it is, and who polls. */
const CHECK_MS = 5_000;
/** An event loop that answers this late is degraded. */
const LOOP_DELAY_MAX_MS = 250;
/** A database that takes this long is degraded. */
const DATABASE_MAX_MS = 1_000;
const NANOSECONDS_IN_MS = 1e6;

type Checked = Omit<ServiceStatus, 'service'>;

/** Checks the parts every few seconds; nothing is asked on behalf of a request. */
export function watchServices(
  store: Pick<Store, 'readLease'>,
  clock: Clock,
  leaseName: string,
): ServiceHealth {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedAt = clock.service().toISOString();
  let api: Checked = { status: 'operational', latencyMs: 0, lastCheckedAt: startedAt };
  let database: Checked = { status: 'operational', latencyMs: 0, lastCheckedAt: startedAt };
  let ingest: Checked = { status: 'outage', latencyMs: 0, lastCheckedAt: startedAt };
  const check = async () => {
    const askedMs = performance.now();
    const lease = await store.readLease(leaseName).then(
      (found) => ({ isRead: true, expiresAtMs: found?.expiresAtMs ?? 0 }),
      () => ({ isRead: false, expiresAtMs: 0 }),
    );
    const latencyMs = Math.round(performance.now() - askedMs);
    const lastCheckedAt = clock.service().toISOString();
    const loopMs = Number.isNaN(delay.mean) ? 0 : Math.round(delay.mean / NANOSECONDS_IN_MS);
    delay.reset();
    api = {
      status: loopMs > LOOP_DELAY_MAX_MS ? 'degraded' : 'operational',
      latencyMs: loopMs,
      lastCheckedAt,
    };
    const isSlow = latencyMs > DATABASE_MAX_MS;
    database = {
      status: lease.isRead ? (isSlow ? 'degraded' : 'operational') : 'outage',
      latencyMs,
      lastCheckedAt,
    };
    if (!lease.isRead) return;
    const isLed = lease.expiresAtMs > clock.real().getTime();
    ingest = { status: isLed ? 'operational' : 'outage', latencyMs, lastCheckedAt };
  };
  void check();
  const timer = setInterval(() => void check(), CHECK_MS);
  timer.unref();
  return {
    report: () => [
      { service: 'api', ...api },
      { service: 'database', ...database },
      { service: 'ingest', ...ingest },
    ],
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}
