import { pageProcessOf, sizeOf, togetherMb } from '#lib/testing/long/server-process';
import { COLD_WINDOWS, createRounds } from './cold.ts';
import type { Figure } from './figures.ts';
import { askPlain, type MeasuredService } from './measured-service.ts';
import { round } from './numbers.ts';
import { loadFromOutside, type ServerProcess, startServer } from './processes.ts';
import { PAIR_PATH, WARM_PATHS } from './warm.ts';

/** How much is asked before memory is looked at. */
export interface MemoryCounts {
  /** Requests for a rate. */
  readonly requests: number;
  /** Histories of 5,000 points, no two of the same window. */
  readonly histories: number;
}

const PAGES = ['/', '/rates', '/status', '/charts/EUR/USD'];
const CONNECTIONS = 32;
const HISTORY_CONNECTIONS = 4;

/** A load ends with its requests; by then something is wrong. */
const LOAD_MS_MAX = 3_600_000;

/** What garbage is left is collected when the process rests, which it does in use. */
const REST_MS = 5000;

/**
 * Resident memory of the service and the process that draws its pages, in MB (10^6 bytes): after pages, histories and so many
 * requests, then after so many different histories.
 */
export async function benchMemory(service: MeasuredService, counts: MemoryCounts): Promise<Figure> {
  const {
    variables,
    keys: [key],
  } = service;
  const server = await startServer('server.ts', [], variables);
  try {
    for (const path of PAGES) await askPlain(server, path, key);
    for (const path of Object.values(WARM_PATHS)) await askPlain(server, path, key);
    const startedMb = residentMb(server);
    await loadFromOutside({
      port: server.port,
      path: PAIR_PATH,
      headers: { 'X-API-Key': key },
      connections: CONNECTIONS,
      durationMs: LOAD_MS_MAX,
      requestsMax: counts.requests,
    });
    await rest();
    const value = residentMb(server);
    const next = createRounds({ keys: service.keys, roundMs: LOAD_MS_MAX }, COLD_WINDOWS['historical-cold']);
    const { failed } = await next(server, HISTORY_CONNECTIONS, counts.histories);
    const busyMb = residentMb(server);
    await rest();
    return {
      name: 'memory',
      value,
      unit: 'MB',
      requests: counts.requests,
      startedMb,
      pagesMb: round(sizeOf(pageProcessOf(server.pid) ?? Number.NaN)?.ownMb ?? 0, 1),
      histories: counts.histories,
      failed,
      rightAfterHistoriesMb: busyMb,
      afterHistoriesMb: residentMb(server),
    };
  } finally {
    await server.stop();
  }
}

function residentMb({ pid }: ServerProcess): number {
  const pages = pageProcessOf(pid);
  return round(togetherMb(sizeOf(pid), pages === null ? null : sizeOf(pages)), 1);
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}
