import type { Figure } from './figures.ts';
import type { HistoryWindows } from './history-windows.ts';
import type { WindowsResult } from './load-windows.ts';
import { type MeasuredService, startBesideBare } from './measured-service.ts';
import { median, round } from './numbers.ts';
import {
  askWindowsFromOutside,
  cpuSecondsOf,
  mainThreadCpuSecondsOf,
  type ServerProcess,
} from './processes.ts';
import { DAY_MS } from '#lib/domain/durations';

/** After the fixing of the last day of bench's history. */
const NEWEST_END_MS = Date.parse('2026-04-13T20:00:00Z');

/** USD/JPY is a cross of EUR/USD and EUR/JPY. */
const PATH = '/v1/historical?from=USD&to=JPY&source=ecb&limit=5000';

/** Histories that are asked for the first time, by the name of their figure: 5,000 points, and some 244 of a good eleven months. */
export const COLD_WINDOWS = {
  // There are so many more days than 5,000 publications.
  'historical-cold': wholeDays({ rangeDays: 2600, spanDays: null }),
  'historical-cold-year': wholeDays({ rangeDays: 9000, spanDays: 350 }),
} as const satisfies Readonly<Record<string, HistoryWindows>>;

/** A name of {@link COLD_WINDOWS}. */
export type ColdName = keyof typeof COLD_WINDOWS;

function wholeDays({
  rangeDays,
  spanDays,
}: {
  readonly rangeDays: number;
  readonly spanDays: number | null;
}): HistoryWindows {
  return {
    path: PATH,
    newestEndMs: NEWEST_END_MS,
    stepMs: DAY_MS,
    rangeMs: rangeDays * DAY_MS,
    spanMs: spanDays === null ? null : spanDays * DAY_MS,
  };
}

/** Many at once, from callers of as many keys as there are. */
const MANY_CONNECTIONS = 32;

const WARM_UP_REQUESTS = 300;

/** One connection's requests in one round, and what each cost. */
export interface ColdRound extends WindowsResult {
  /** Processor time a request in microseconds: of the process, and of the thread that answers all other requests as well. */
  readonly cpuMicros: number;
  readonly mainCpuMicros: number;
}

/** Histories for the first time, one after the other against a bare server that sends as much, then 32 at a time. */
export async function benchCold(name: ColdName, service: MeasuredService): Promise<Figure> {
  const windows = COLD_WINDOWS[name];
  const servers = await startBesideBare(service, windowless(windows));
  try {
    const next = createRounds(service, windows);
    for (const server of [servers.ours, servers.bare]) await next(server, 1, WARM_UP_REQUESTS);
    const ours: ColdRound[] = [];
    const bare: ColdRound[] = [];
    for (let count = 0; count < service.rounds; count += 1) {
      ours.push(await next(servers.ours, 1));
      bare.push(await next(servers.bare, 1));
    }
    const many: ColdRound[] = [];
    for (let count = 0; count < service.rounds; count += 1)
      many.push(await next(servers.ours, MANY_CONNECTIONS));
    return figureOf(name, { ours, bare, many });
  } finally {
    await servers.stop();
  }
}

/** Runs round after round without ever asking the same window twice. */
export function createRounds(
  { keys, roundMs }: Pick<MeasuredService, 'keys' | 'roundMs'>,
  windows: HistoryWindows,
): (server: ServerProcess, connections: number, requestsMax?: number) => Promise<ColdRound> {
  let firstSerial = 0;
  return async ({ port, pid }, connections, requestsMax = Number.MAX_SAFE_INTEGER) => {
    const before = [cpuSecondsOf(pid), mainThreadCpuSecondsOf(pid)] as const;
    const result = await askWindowsFromOutside({
      port,
      keys,
      connections,
      windows,
      firstSerial,
      durationMs: roundMs,
      requestsMax,
    });
    firstSerial = result.nextSerial;
    const microsSince = (start: number, end: number) => ((end - start) * 1e6) / result.requests;
    return {
      ...result,
      cpuMicros: microsSince(before[0], cpuSecondsOf(pid)),
      mainCpuMicros: microsSince(before[1], mainThreadCpuSecondsOf(pid)),
    };
  };
}

/** The answer that the bare server sends: as many points as any window has. */
function windowless({ path, newestEndMs, spanMs }: HistoryWindows): string {
  return spanMs === null ? path : `${path}&startDate=${new Date(newestEndMs - spanMs).toISOString()}`;
}

interface ColdRounds {
  readonly ours: readonly ColdRound[];
  readonly bare: readonly ColdRound[];
  readonly many: readonly ColdRound[];
}

function figureOf(name: ColdName, { ours, bare, many }: ColdRounds): Figure {
  const middle = (rounds: readonly ColdRound[], field: keyof ColdRound) =>
    median(rounds.map((one) => one[field]));
  const [value, bareValue] = [middle(ours, 'requestsPerSecond'), middle(bare, 'requestsPerSecond')];
  const [cpuMicros, bareCpuMicros] = [middle(ours, 'cpuMicros'), middle(bare, 'cpuMicros')];
  return {
    name,
    value: round(middle(ours, 'mainCpuMicros') / 1000, 3),
    unit: 'ms of the main thread',
    bare: round(bareCpuMicros / 1000, 3),
    ratio: round(value / bareValue, 3),
    p50Ms: round(middle(ours, 'p50Ms'), 3),
    p99Ms: round(middle(ours, 'p99Ms'), 3),
    cpuMicros: Math.round(cpuMicros),
    bareCpuMicros: Math.round(bareCpuMicros),
    cpuRatio: round(bareCpuMicros / cpuMicros, 3),
    requests: ours.reduce((sum, { requests }) => sum + requests, 0),
    bytes: Math.round(middle(ours, 'bytes')),
    manyPerSecond: Math.round(middle(many, 'requestsPerSecond')),
    manyP50Ms: round(middle(many, 'p50Ms'), 1),
    manyP99Ms: round(middle(many, 'p99Ms'), 1),
    failed: [...ours, ...many].reduce((sum, { failed }) => sum + failed, 0),
  };
}
