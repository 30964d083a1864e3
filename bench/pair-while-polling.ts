import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { median } from './numbers.ts';
import { startSimulatedPublishers } from './simulated-publishers.ts';
import { cpuSecondsOf, loadFromOutside, type ServerProcess, startServer, timeProcess } from './processes.ts';

/*
 * Throughput of /v1/rates/pair while nine sources are polled against throughput while none is, in alternating rounds of one
 * run on two servers of the same data. Prints one JSON line. Rounds are longer than the shortest interval of a source.
 */
const ROUNDS = 5;
const ROUND_MS = Number(process.argv[2] ?? 25) * 1000;
const PATH = '/v1/rates/pair?from=EUR&to=USD';
/** By then ten commits have been made, and the load tool counts bytes: the number of the commit must not grow by a digit. */
const FIRST_POLLS_MS = 65_000;

const simulation = await startSimulatedPublishers();
const folder = mkdtempSync(join(tmpdir(), 'crossrate-polling-'));
const servers: ServerProcess[] = [];
try {
  const variables: Record<string, string> = {
    ...simulation.variables,
    DATA_DIR: folder,
    SOURCES: 'all',
    ROLE: 'web',
    PORT: '0',
    LOG_LEVEL: 'silent',
  };
  const keyed = await timeProcess(
    'lib/cli/keys.ts',
    ['create', '--email', 'bench@example.org', '--name', 'bench', '--limit', '0'],
    variables,
  );
  const headers = { 'X-API-Key': keyed.stdout.trim() };
  const polling = await startServer('bench/polling-server.ts', [], variables);
  servers.push(polling);
  await new Promise((resolve) => setTimeout(resolve, FIRST_POLLS_MS));
  const quiet = await startServer('server.ts', [], variables);
  servers.push(quiet);
  const rounds = { polling: [] as Round[], quiet: [] as Round[] };
  for (const server of [polling, quiet]) await load(server, headers, 5_000);
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.polling.push(await load(polling, headers, ROUND_MS));
    rounds.quiet.push(await load(quiet, headers, ROUND_MS));
  }
  const [ours, bare] = [middle(rounds.polling, 'perSecond'), middle(rounds.quiet, 'perSecond')];
  const [oursCpu, bareCpu] = [middle(rounds.polling, 'cpuMicros'), middle(rounds.quiet, 'cpuMicros')];
  const figure = {
    name: 'pair-while-polling',
    value: Math.round(ours),
    unit: 'requests/s',
    quiet: Math.round(bare),
    ratio: Number((ours / bare).toFixed(3)),
    cpuMicros: Number(oursCpu.toFixed(2)),
    quietCpuMicros: Number(bareCpu.toFixed(2)),
    cpuRatio: Number((bareCpu / oursCpu).toFixed(3)),
  };
  process.stdout.write(`${JSON.stringify(figure)}\n`);
} finally {
  await Promise.all(servers.map((server) => server.stop()));
  simulation.stop();
  rmSync(folder, { recursive: true, force: true });
}

interface Round {
  readonly perSecond: number;
  /** Processor time of the whole server, its writer thread included, a request. */
  readonly cpuMicros: number;
}

async function load(
  { port, pid }: ServerProcess,
  headers: Readonly<Record<string, string>>,
  durationMs: number,
): Promise<Round> {
  const before = cpuSecondsOf(pid);
  const plan = {
    port,
    path: PATH,
    headers,
    connections: 32,
    durationMs,
    requestsMax: Number.MAX_SAFE_INTEGER,
  };
  const { requests, requestsPerSecond } = await loadFromOutside(plan);
  return { perSecond: requestsPerSecond, cpuMicros: ((cpuSecondsOf(pid) - before) * 1e6) / requests };
}

function middle(rounds: readonly Round[], name: keyof Round): number {
  return median(rounds.map((round) => round[name]));
}
