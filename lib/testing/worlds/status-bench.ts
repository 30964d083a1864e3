import { onTestFinished } from 'vitest';
import type { Service } from '#lib/service';
import { aFixingBatch } from './empty-store.ts';
import { aCheck, aPoll } from '#lib/testing/builders/store-suite-builders';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { MINUTE_MS } from '#lib/domain/durations';
import type { Health } from '#lib/domain/health/source-health';
import { startOwnService } from './own-service.ts';

/** When a bench begins. */
export const STATUS_START = new Date('2026-04-14T08:00:00Z');

/** How the service of a bench is called. */
export const STATUS_ORIGIN = 'https://rates.example.org';

/** A running service without a network, and its status files. */
export interface StatusBench {
  readonly service: Service;
  readonly folder: string;
  readonly get: (path: string, init?: RequestInit) => Promise<Response>;
}

/** Opens one that believes it is 14 April 2026, 08:00 UTC, and is called rates.example.org; closed when the test ends. */
export async function openStatusBench(
  variables: Readonly<Record<string, string>> = {},
): Promise<StatusBench> {
  const folder = throwAwayFolder();
  const service = await startOwnService({
    DATA_DIR: folder,
    CLOCK: STATUS_START.toISOString(),
    LOG_LEVEL: 'silent',
    SOURCES: 'ecb,fixed',
    ROLE: 'web',
    RATE_LIMIT_PER_MINUTE: '0',
    TRUSTED_PROXIES: '192.0.2.1',
    PUBLIC_URL: STATUS_ORIGIN,
    ...variables,
  });
  onTestFinished(service.close);
  return {
    service,
    folder,
    get: (path, init) => service.answerStatusFile(new Request(`http://localhost${path}`, init)),
  };
}

/** Writes what a check says of ecb so many minutes after the start, in memory at once. */
export async function sayOfEcb(
  { store, catchUp }: Service,
  minute: number,
  status: Health,
  reason: 'timeout' | 'http_status' | 'few_pairs' | null = null,
): Promise<void> {
  const atMs = STATUS_START.getTime() + minute * MINUTE_MS;
  const causes = { timeout: 'unreachable', http_status: 'failing', few_pairs: 'refused' } as const;
  const run = { kind: reason === null ? 'pass' : 'hard', count: 1, sinceMs: atMs };
  await store.write.storePoll(
    aPoll({
      source: 'ecb',
      fixings: minute === 0 ? [aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } })] : [],
      check: aCheck({
        atMs,
        status,
        reason,
        kind: reason === null ? 'pass' : 'hard',
        cause: reason === null ? null : causes[reason],
        state: JSON.stringify({
          status,
          isStarting: false,
          changedAtMs: atMs,
          checks: [run.kind],
          run,
          recentChangesMs: [],
          heldSinceMs: null,
        }),
      }),
    }),
  );
  await catchUp();
}
