import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { LoadPlan, LoadResult } from './load.ts';
import type { LoadKind } from './load-process.ts';
import type { WindowsPlan, WindowsResult } from './load-windows.ts';
import type { PacedPlan, PacedResult } from './paced-requests.ts';

/** Node's own flags for everything the bench starts, as npm start has them. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];

/** Those of the server besides. */
const SERVER_FLAGS = ['--max-old-space-size=384'];

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** As the start scripts do, so that what is measured is what runs. */
const COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] ?? join(process.cwd(), 'node_modules/.cache/compile');

const hasTaskset = existsSync('/usr/bin/taskset');

/** A server under load, pinned to the first core where the system can pin. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

/** The command line that runs a file under this Node on one core, or wherever the system likes. */
function commandOf(core: 0 | 1 | 'any', file: readonly string[]): readonly [string, ...string[]] {
  const node: readonly [string, ...string[]] = [process.execPath, ...NODE_FLAGS, ...file];
  return hasTaskset && core !== 'any' ? ['/usr/bin/taskset', '-c', String(core), ...node] : node;
}

/** Where a server runs, and flags of Node's own for it. */
export interface ServerPlace {
  /** Not pinned, the service's own processes beside it have the other core too. */
  readonly core?: 0 | 'any';
  readonly flags?: readonly string[];
}

/** Starts a server and waits for the line that names its address. */
export async function startServer(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  { core = 0, flags = [] }: ServerPlace = {},
): Promise<ServerProcess> {
  const own = file === 'server.ts' ? SERVER_FLAGS : [];
  const [command, ...rest] = commandOf(core, [...own, ...flags, file, ...args]);
  const child = spawn(command, rest, {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  for await (const line of createInterface({ input: child.stdout })) {
    const port = Number(/http:\/\/localhost:(\d+)/.exec(line)?.[1] ?? Number.NaN);
    if (Number.isNaN(port)) continue;
    child.stdout.resume();
    return {
      port,
      pid: child.pid ?? 0,
      stop: async () => {
        child.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error(`${file} ended before it listened`);
}

/** Runs a load from the second core. */
export async function loadFromOutside(plan: LoadPlan): Promise<LoadResult> {
  return asLoadResult(await runOutside('same', plan));
}

/** The same of histories that were never asked before. */
export async function askWindowsFromOutside(plan: WindowsPlan): Promise<WindowsResult> {
  return asWindowsResult(await runOutside('windows', plan));
}

/** The same at a fixed rate. */
export async function sendPacedFromOutside(plan: PacedPlan): Promise<PacedResult> {
  return asPacedResult(await runOutside('paced', plan));
}

async function runOutside(kind: LoadKind, plan: object): Promise<unknown> {
  const [command, ...rest] = commandOf(1, ['bench/load-process.ts', kind, JSON.stringify(plan)]);
  const { stdout } = await promisify(execFile)(command, rest, { maxBuffer: 1 << 20 });
  return JSON.parse(stdout);
}

/** Runs a file to its end; wall seconds of the whole process. */
export async function timeProcess(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly seconds: number; readonly stdout: string }> {
  const startMs = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_FLAGS, file, ...args], {
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...variables },
  });
  return { seconds: (performance.now() - startMs) / 1000, stdout };
}

/** Processor seconds that a process has used, of all its threads; NaN where the system does not tell. */
export function cpuSecondsOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  if (!existsSync(`${folder}/${pid}/schedstat`)) return cpuSecondsByTicks(`/proc/${pid}/stat`);
  return readdirSync(folder).reduce((sum, thread) => sum + cpuSecondsOfThread(`${folder}/${thread}`), 0);
}

/** Those of its first thread alone, which answers requests and has the number of the process. */
export function mainThreadCpuSecondsOf(pid: number): number {
  const folder = `/proc/${pid}/task/${pid}`;
  return existsSync(`${folder}/schedstat`) ? cpuSecondsOfThread(folder) : cpuSecondsByTicks(`${folder}/stat`);
}

/** The scheduler's own count, in nanoseconds: ticks are too coarse for short rounds. */
function cpuSecondsOfThread(folder: string): number {
  return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e9;
}

function cpuSecondsByTicks(path: string): number {
  if (!existsSync(path)) return Number.NaN;
  // Fields after the name, which is in parentheses: 14 and 15 of the whole are user and system ticks.
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Holds because the load process prints the result of the load that was asked for, and nothing else. */
function asLoadResult(printed: unknown): LoadResult {
  return printed as LoadResult;
}

/** Holds for the same reason. */
function asWindowsResult(printed: unknown): WindowsResult {
  return printed as WindowsResult;
}

/** Holds for the same reason. */
function asPacedResult(printed: unknown): PacedResult {
  return printed as PacedResult;
}
