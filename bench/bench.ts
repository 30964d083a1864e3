import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { defineCommand, runCommand } from '#lib/scripts/command-line';
import { writeEcbHistory } from '#lib/testing/ecb-history-file';
import type { LoadPlan, LoadResult } from './load.ts';
import { benchLoadMemory } from './load-memory.ts';
import { cpuSecondsOf, loadFromOutside, residentMbOf, startServer, timeProcess } from './processes.ts';
import type { ServerProcess } from './processes.ts';
import { benchSignIns } from './sign-ins.ts';

/** One figure, printed as one JSON line. */
interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly [detail: string]: number | string;
}

interface BenchOptions {
  readonly only?: string[];
  readonly file?: string;
  readonly seconds: string;
}

const ROUNDS = 3;
const IMPORT_RUNS = 5;
const CONNECTIONS = 32;
const WARM_UP_REQUESTS = 20_000;
const MEMORY_REQUESTS = 100_000;
/** A pair that one source has, and one that takes a fixing between two legal rates. */
const PAIR_PATH = '/v1/rates/pair?from=USD&to=JPY';
const CROSS_PATH = '/v1/rates/pair?from=XOF&to=AED';

/** A moment after the history's last day, so that its figures are fresh. */
const CLOCK = '2026-04-14T08:00:00Z';

const command = defineCommand(
  'bench',
  'Measures; one JSON line a figure. Needs a free machine and loopback only.',
)
  .option(
    '--only <names...>',
    'figures: import-ecb load-memory start pair pair-two-sources sign-ins keys memory',
  )
  .option(
    '--file <path>',
    "the central bank's eurofxref-hist.zip; made-up figures of the same size without it",
  )
  .option('--seconds <n>', 'length of a load round', '4')
  .action(bench);

await runCommand(command);

async function bench(options: BenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-bench-'));
  try {
    const file = options.file
      ? resolve(process.env['INIT_CWD'] ?? process.cwd(), options.file)
      : join(folder, 'eurofxref-hist.zip');
    if (!options.file) writeEcbHistory(file);
    const wants = (name: string) => !options.only || options.only.includes(name);
    if (wants('load-memory')) print({ ...(await benchLoadMemory(folder, file)) });
    if (wants('keys')) await benchAdmission();
    if (options.only?.every((name) => name === 'load-memory' || name === 'keys')) return;
    const variables = {
      DATA_DIR: join(folder, 'data'),
      CLOCK,
      PORT: '0',
      ROLE: 'web',
      SOURCES: 'ecb,fixed',
      LOG_LEVEL: 'silent',
      // The limiter counts as ever, and lets the load through.
      RATE_LIMIT_PER_MINUTE: '100000000',
    };
    const imported = await benchImport(folder, file, variables);
    if (wants('import-ecb')) print(imported);
    const keyed = await timeProcess(
      'lib/scripts/keys.ts',
      ['create', '--email', 'bench@example.org', '--name', 'bench'],
      variables,
    );
    const key = keyed.stdout.trim();
    if (wants('start')) print(await benchStart(variables, key));
    if (wants('pair')) print(await benchPair(variables, key, Number(options.seconds) * 1000));
    if (wants('pair-two-sources')) print(await benchCross(variables, key, Number(options.seconds) * 1000));
    if (wants('sign-ins'))
      print({ ...(await benchSignIns(variables, PAIR_PATH, key, Number(options.seconds) * 1000)) });
    if (wants('memory')) print(await benchMemory(variables, key));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function print(figure: Figure): void {
  process.stdout.write(`${JSON.stringify(figure)}\n`);
}

/** In a process of its own, whose heap holds nothing else; it prints its figures. */
async function benchAdmission(): Promise<void> {
  const { stdout } = await timeProcess('bench/admission.ts', [], {});
  process.stdout.write(stdout);
}

/** Each run imports into an empty database; the last one stays for the other figures. */
async function benchImport(
  folder: string,
  file: string,
  variables: Readonly<Record<string, string>> & { readonly DATA_DIR: string },
): Promise<Figure> {
  const seconds: number[] = [];
  let counted = '';
  for (let run = 0; run < IMPORT_RUNS; run += 1) {
    const dataDir = run === IMPORT_RUNS - 1 ? variables.DATA_DIR : join(folder, `import-${run}`);
    const timed = await timeProcess('lib/scripts/import.ts', ['--source', 'ecb', '--file', file], {
      ...variables,
      DATA_DIR: dataDir,
    });
    seconds.push(timed.seconds);
    counted = timed.stdout.trim();
  }
  return { name: 'import-ecb', value: round(median(seconds), 3), unit: 's', counted };
}

/** From the start of the process to the first answer of /v1. */
async function benchStart(variables: Readonly<Record<string, string>>, key: string): Promise<Figure> {
  const seconds: number[] = [];
  for (let run = 0; run < IMPORT_RUNS; run += 1) {
    const startMs = performance.now();
    const server = await startServer('server.ts', [], variables);
    const answer = await fetch(`http://localhost:${server.port}${PAIR_PATH}`, {
      headers: { 'X-API-Key': key },
    });
    await answer.text();
    seconds.push((performance.now() - startMs) / 1000);
    await server.stop();
  }
  return { name: 'start', value: round(median(seconds), 3), unit: 's' };
}

/** A default pair through two sources against the strict pair of one, in alternating rounds on the same server. */
async function benchCross(
  variables: Readonly<Record<string, string>>,
  key: string,
  durationMs: number,
): Promise<Figure> {
  const server = await startServer('server.ts', [], variables);
  const headers = { 'X-API-Key': key };
  try {
    const rounds: { cross: Round[]; strict: Round[] } = { cross: [], strict: [] };
    await loadFromOutside(planFor(server, headers, 60_000, WARM_UP_REQUESTS));
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.cross.push(await loadRound(server, headers, durationMs, CROSS_PATH));
      rounds.strict.push(await loadRound(server, headers, durationMs, `${PAIR_PATH}&source=ecb`));
    }
    const { bare, bareCpuMicros, ...figure } = compared('pair-two-sources', rounds.cross, rounds.strict);
    return { ...figure, strict: bare ?? 0, strictCpuMicros: bareCpuMicros ?? 0 };
  } finally {
    await server.stop();
  }
}

interface Round extends LoadResult {
  readonly cpuMicros: number;
}

/** Ours against a bare server that sends the same headers and bytes, in alternating rounds of one run. */
async function benchPair(
  variables: Readonly<Record<string, string>>,
  key: string,
  durationMs: number,
): Promise<Figure> {
  const ours = await startServer('server.ts', [], variables);
  const headers = { 'X-API-Key': key };
  const answer = await fetch(`http://localhost:${ours.port}${PAIR_PATH}`, { headers });
  const sent = Object.fromEntries([...answer.headers].filter(([name]) => !isNodesOwn(name)));
  const bare = await startServer(
    'bench/bare-server.ts',
    [JSON.stringify({ headers: sent, body: await answer.text() })],
    {},
  );
  try {
    const rounds: { ours: Round[]; bare: Round[] } = { ours: [], bare: [] };
    for (const server of [ours, bare]) {
      await loadFromOutside(planFor(server, headers, 60_000, WARM_UP_REQUESTS));
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.ours.push(await loadRound(ours, headers, durationMs));
      rounds.bare.push(await loadRound(bare, headers, durationMs));
    }
    return compared('pair', rounds.ours, rounds.bare);
  } finally {
    await Promise.all([ours.stop(), bare.stop()]);
  }
}

function compared(name: string, ours: readonly Round[], bare: readonly Round[]): Figure {
  const value = median(ours.map(({ requestsPerSecond }) => requestsPerSecond));
  const bareValue = median(bare.map(({ requestsPerSecond }) => requestsPerSecond));
  const cpuMicros = median(ours.map((round) => round.cpuMicros));
  const bareCpuMicros = median(bare.map((round) => round.cpuMicros));
  return {
    name,
    value: Math.round(value),
    unit: 'requests/s',
    bare: Math.round(bareValue),
    ratio: round(value / bareValue, 3),
    p50Ms: round(median(ours.map(({ p50Ms }) => p50Ms)), 3),
    p99Ms: round(median(ours.map(({ p99Ms }) => p99Ms)), 3),
    cpuMicros: round(cpuMicros, 2),
    bareCpuMicros: round(bareCpuMicros, 2),
    cpuRatio: round(bareCpuMicros / cpuMicros, 3),
  };
}

async function loadRound(
  server: ServerProcess,
  headers: Readonly<Record<string, string>>,
  durationMs: number,
  path: string = PAIR_PATH,
): Promise<Round> {
  const before = cpuSecondsOf(server.pid);
  const result = await loadFromOutside({
    ...planFor(server, headers, durationMs, Number.MAX_SAFE_INTEGER),
    path,
  });
  const cpuMicros = ((cpuSecondsOf(server.pid) - before) * 1e6) / result.requests;
  return { ...result, cpuMicros };
}

/** Resident memory after so many requests, pages loaded. */
async function benchMemory(variables: Readonly<Record<string, string>>, key: string): Promise<Figure> {
  const server = await startServer('server.ts', [], variables);
  try {
    await (await fetch(`http://localhost:${server.port}/`)).text();
    await loadFromOutside(planFor(server, { 'X-API-Key': key }, 120_000, MEMORY_REQUESTS));
    return {
      name: 'memory',
      value: round(residentMbOf(server.pid), 1),
      unit: 'MB',
      requests: MEMORY_REQUESTS,
    };
  } finally {
    await server.stop();
  }
}

function planFor(
  { port }: ServerProcess,
  headers: Readonly<Record<string, string>>,
  durationMs: number,
  requestsMax: number,
): LoadPlan {
  return { port, path: PAIR_PATH, headers, connections: CONNECTIONS, durationMs, requestsMax };
}

/** Headers that node:http adds by itself. */
function isNodesOwn(name: string): boolean {
  return ['connection', 'date', 'keep-alive', 'transfer-encoding'].includes(name);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function round(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
