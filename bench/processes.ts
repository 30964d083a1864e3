import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { LoadPlan, LoadResult } from './load.ts';

/** Node's own flags for everything the bench starts. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning'];

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

/** The command line that runs a file under this Node on one core. */
function commandOf(core: 0 | 1, file: string, args: readonly string[]): readonly [string, ...string[]] {
  const node: readonly [string, ...string[]] = [process.execPath, ...NODE_FLAGS, file, ...args];
  return hasTaskset ? ['/usr/bin/taskset', '-c', String(core), ...node] : node;
}

/** Starts a server and waits for the line that names its address. */
export async function startServer(
  file: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const [command, ...rest] = commandOf(0, file, args);
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
  const [command, ...rest] = commandOf(1, 'bench/load-process.ts', [JSON.stringify(plan)]);
  const { stdout } = await promisify(execFile)(command, rest, { maxBuffer: 1 << 20 });
  return resultOf(stdout);
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
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Number.NaN;
  // Fields after the name, which is in parentheses: 14 and 15 of the whole are user and system ticks.
  const fields = readFileSync(path, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Resident memory of a process in MB (10^6 bytes); NaN where the system does not tell. */
export function residentMbOf(pid: number): number {
  const path = `/proc/${pid}/status`;
  if (!existsSync(path)) return Number.NaN;
  const kib = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? Number.NaN);
  return (kib * 1024) / 1e6;
}

/** The load process prints exactly one result. */
function resultOf(stdout: string): LoadResult {
  return JSON.parse(stdout) as LoadResult;
}
