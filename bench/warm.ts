import type { Figure } from './figures.ts';
import type { LoadResult } from './load.ts';
import { type MeasuredService, startBesideBare } from './measured-service.ts';
import { median, round } from './numbers.ts';
import { cpuSecondsOf, loadFromOutside, type ServerProcess } from './processes.ts';

/** A pair that one source has, by a cross of two fixings. */
export const PAIR_PATH = '/v1/rates/pair?from=USD&to=JPY';

/** What is asked again and again, by the name of its figure. Histories are crosses of two legs. */
export const WARM_PATHS = {
  pair: PAIR_PATH,
  convert: '/v1/convert?from=USD&to=JPY&amount=100',
  rates: '/v1/rates?base=USD',
  sources: '/v1/rates/sources?from=USD&to=JPY',
  status: '/v1/status',
  'historical-warm': '/v1/historical?from=USD&to=JPY&source=ecb&limit=5000',
  'historical-year': '/v1/historical?from=USD&to=JPY&source=ecb&startDate=2025-04-14&endDate=2026-04-13',
} as const;

/** A name of {@link WARM_PATHS}. */
export type WarmName = keyof typeof WARM_PATHS;

const CONNECTIONS = 32;
const WARM_UP_REQUESTS = 20_000;

/** One load of one server. */
export interface Round extends LoadResult {
  /** Processor time of the whole server a request, all its threads together, in microseconds. */
  readonly cpuMicros: number;
}

/** Rounds of the service and of what it is compared with, in the order in which they were run. */
export interface Rounds {
  readonly ours: readonly Round[];
  readonly other: readonly Round[];
}

/** An answer out of memory against a bare server that sends the same headers and bytes, in alternating rounds of one run. */
export async function benchWarm(name: WarmName, service: MeasuredService): Promise<Figure> {
  const path = WARM_PATHS[name];
  const { ours, bare, stop } = await startBesideBare(service, path);
  try {
    return compared(name, await alternate(service, { server: ours, path }, { server: bare, path }));
  } finally {
    await stop();
  }
}

/** A server and what it is asked. */
export interface Asked {
  readonly server: ServerProcess;
  readonly path: string;
}

/** Rounds of two servers in turns, after both have warmed up. */
export async function alternate(service: MeasuredService, ours: Asked, other: Asked): Promise<Rounds> {
  const rounds: { ours: Round[]; other: Round[] } = { ours: [], other: [] };
  for (const asked of [ours, other]) await loadRound(asked, service, WARM_UP_REQUESTS);
  for (let count = 0; count < service.rounds; count += 1) {
    rounds.ours.push(await loadRound(ours, service));
    rounds.other.push(await loadRound(other, service));
  }
  return rounds;
}

/** The status tells latencies, so that its length changes now and then, which ends a round; then another one is run. */
async function loadRound(asked: Asked, service: MeasuredService, requestsMax?: number): Promise<Round> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await loadOnce(asked, service, requestsMax);
    } catch (error) {
      if (attempt === ROUND_TRIES) throw error;
    }
  }
}

const ROUND_TRIES = 4;

async function loadOnce(
  { server: { port, pid }, path }: Asked,
  { keys: [key], roundMs }: MeasuredService,
  requestsMax: number = Number.MAX_SAFE_INTEGER,
): Promise<Round> {
  const before = cpuSecondsOf(pid);
  const result = await loadFromOutside({
    port,
    path,
    headers: { 'X-API-Key': key },
    connections: CONNECTIONS,
    durationMs: roundMs,
    requestsMax,
  });
  return { ...result, cpuMicros: ((cpuSecondsOf(pid) - before) * 1e6) / result.requests };
}

/** The medians of both, and what part of the other's the service reaches. */
function compared(name: string, { ours, other }: Rounds): Figure {
  const middle = (rounds: readonly Round[], field: keyof Round) => median(rounds.map((one) => one[field]));
  const [value, bare] = [middle(ours, 'requestsPerSecond'), middle(other, 'requestsPerSecond')];
  const [cpuMicros, bareCpuMicros] = [middle(ours, 'cpuMicros'), middle(other, 'cpuMicros')];
  return {
    name,
    value: Math.round(value),
    unit: 'requests/s',
    bare: Math.round(bare),
    ratio: round(value / bare, 3),
    p50Ms: round(middle(ours, 'p50Ms'), 3),
    p99Ms: round(middle(ours, 'p99Ms'), 3),
    cpuMicros: round(cpuMicros, 2),
    bareCpuMicros: round(bareCpuMicros, 2),
    cpuRatio: round(bareCpuMicros / cpuMicros, 3),
    bytes: middle(ours, 'bytes'),
    bareBytes: middle(other, 'bytes'),
  };
}
