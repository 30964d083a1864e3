import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { Clock } from '#lib/platform/clock';
import type { Store } from '#lib/store/store';

import { databaseCause, databaseHealth, stopsPolling } from './database-health.ts';
import type { IngestWatch } from './ingest-watch.ts';
import type { ServiceStatus } from './status-report.ts';
import { whileUnchanged } from './while-unchanged.ts';

/** Knows how the parts of the service are doing: the API, the database, ingest, and pages where they are drawn. */
export interface ServiceHealth {
  /** The same array while nothing changes. */
  readonly report: () => readonly ServiceStatus[];
  /** Why the database is not operational, in a sentence; null when it is, and when it is only slow. */
  readonly databaseCause: () => string | null;
  /** From then on the process that draws pages is one of the parts. */
  readonly watchPages: (health: () => PagesChecked) => void;
  readonly stop: () => void;
}

/** How the process that draws pages is doing; `latencyMs` is how long it last took to say so. */
export interface PagesChecked {
  readonly status: ServiceStatus['status'];
  readonly latencyMs: number;
  readonly lastCheckedAt: Date;
}

/** How often the database is asked how quick it is, and who polls. */
const CHECK_MS = 5_000;
/** An event loop that answers this late is degraded. */
const LOOP_DELAY_MAX_MS = 250;
const NANOSECONDS_IN_MS = 1e6;
/** How often the event loop's delay is measured, in milliseconds. */
const LOOP_RESOLUTION_MS = 20;

type Checked = Omit<ServiceStatus, 'service'>;

/** Checks the parts every few seconds; nothing is asked on behalf of a request. */
export function watchServices(
  store: Pick<Store, 'engine' | 'readLease' | 'fault' | 'look'>,
  clock: Clock,
  ingestWatch: IngestWatch,
): ServiceHealth {
  const delay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  delay.enable();
  const startedAt = clock.service().toISOString();
  let api: Checked = { status: 'operational', latencyMs: 0, lastCheckedAt: startedAt };
  let database = { isRead: true, latencyMs: 0, lastCheckedAt: startedAt };
  let ingest: Checked = { status: 'operational', latencyMs: 0, lastCheckedAt: startedAt };
  const check = async () => {
    const askedMs = performance.now();
    const lease = await store.readLease(ingestWatch.leaseName).then(
      (found) => ({ isRead: true, found }),
      () => ({ isRead: false, found: null }),
    );
    const latencyMs = Math.round(performance.now() - askedMs);
    const lastCheckedAt = clock.service().toISOString();
    const loopMs = loopDelayMs(delay.mean);
    delay.reset();
    api = {
      status: loopMs > LOOP_DELAY_MAX_MS ? 'degraded' : 'operational',
      latencyMs: loopMs,
      lastCheckedAt,
    };
    database = { isRead: lease.isRead, latencyMs, lastCheckedAt };
    await store.look();
    ingest = { status: ingestWatch.healthNow(lease.found), latencyMs, lastCheckedAt };
  };
  let pagesHealth: (() => PagesChecked) | null = null;
  const report = whileUnchanged(
    () => [api, database, ingest, store.fault(), pagesHealth?.() ?? null] as const,
    partsOf,
  );
  void check();
  const timer = setInterval(() => void check(), CHECK_MS);
  timer.unref();
  return {
    report,
    watchPages: (health) => {
      pagesHealth = health;
    },
    databaseCause: () => databaseCause({ isRead: database.isRead, fault: store.fault() }, store.engine),
    stop: () => {
      clearInterval(timer);
      delay.disable();
    },
  };
}

function partsOf([api, { isRead, latencyMs, lastCheckedAt }, ingest, fault, pages]: readonly [
  api: Checked,
  database: Omit<Checked, 'status'> & { readonly isRead: boolean },
  ingest: Checked,
  fault: ReturnType<Store['fault']>,
  pages: PagesChecked | null,
]): readonly ServiceStatus[] {
  const status = databaseHealth({ isRead, latencyMs, fault });
  return [
    { service: 'api', ...api },
    { service: 'database', status, latencyMs, lastCheckedAt },
    { service: 'ingest', ...ingest, ...(stopsPolling(fault) && { status: 'outage' as const }) },
    ...(pages ? [pagesPart(pages)] : []),
  ];
}

function pagesPart({ status, latencyMs, lastCheckedAt }: PagesChecked): ServiceStatus {
  return { service: 'pages', status, latencyMs, lastCheckedAt: lastCheckedAt.toISOString() };
}

/** How late the event loop ran, from the mean time between two measurements, which includes the pause between them. */
export function loopDelayMs(meanNs: number): number {
  if (Number.isNaN(meanNs)) return 0;
  return Math.max(0, Math.round(meanNs / NANOSECONDS_IN_MS) - LOOP_RESOLUTION_MS);
}
