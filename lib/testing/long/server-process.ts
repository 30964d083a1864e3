import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** The project's folder, from which servers are started. */
export const SERVER_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Those with which npm start begins. */
const FLAGS_OF_A_SERVER = [
  '--disable-warning=ExperimentalWarning',
  '--max-semi-space-size=4',
  '--max-old-space-size=384',
];

/** Starts a server in the project's folder. */
export const SERVER_COMMAND: readonly string[] = [process.execPath, ...FLAGS_OF_A_SERVER, 'server.ts'];

/** Of what a process wrote to standard error: enough to see why it failed. */
const ERRORS_KEPT = 20_000;

/** A server of this project in a process of its own, outside a test. */
export interface ServerProcess {
  readonly pid: number;
  readonly port: number;
  readonly hasEnded: () => boolean;
  /** The end of what it wrote to standard error. */
  readonly errors: () => string;
  /** Sends a signal and waits until the process has gone. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

/** Starts `server.ts` with these variables alone and waits until it listens; throws what it wrote when it ends before. */
export async function startServerProcess(
  variables: Readonly<Record<string, string>>,
  root = SERVER_ROOT,
): Promise<ServerProcess> {
  const [node = '', ...args] = SERVER_COMMAND;
  const child = spawn(node, args, {
    cwd: root,
    env: { ...startedWith(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  let errors = '';
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.slice(-ERRORS_KEPT);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => process.off('exit', kill));
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    void ended.then(() => reject(new Error(`The server ended before it listened: ${output}${errors}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = `${output}${text}`.slice(-ERRORS_KEPT);
      const found = /Crossrate listens on https?:\/\/[\w.]+:(\d+)/.exec(output)?.[1];
      if (found !== undefined) resolve(Number(found));
    });
  });
  return {
    pid: child.pid ?? Number.NaN,
    port,
    hasEnded,
    errors: () => errors,
    end: async (signal) => {
      if (!hasEnded()) child.kill(signal);
      await ended;
    },
  };
}

/** Runs a script of the project to its end. */
export async function runProjectScript(
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  root = SERVER_ROOT,
): Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: root,
    env: { ...startedWith(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...output }));
  });
}

/** Creates a key without asking the server; `more` are further arguments of `npm run keys -- create`. */
export async function createLoadKey(
  variables: Readonly<Record<string, string>>,
  more: readonly string[],
  root = SERVER_ROOT,
): Promise<string> {
  const args = ['create', '--email', 'load@example.org', '--name', 'load', ...more];
  const { stdout, stderr } = await runProjectScript(['lib/cli/keys.ts', ...args], variables, root);
  const key = stdout.trim().split('\n').at(-1) ?? '';
  if (key === '') throw new Error(`A key could not be made: ${stderr}`);
  return key;
}

/** What the start scripts start every process with; this one was started by them. */
export function startedWith(): NodeJS.ProcessEnv {
  const passedOn = Object.entries(process.env).filter(([name]) =>
    /^(PATH|NODE_COMPILE_CACHE|MALLOC_.*)$/.test(name),
  );
  return { NODE_ENV: 'production', ...Object.fromEntries(passedOn) };
}

/** What a process takes of the machine. */
export interface ProcessSize {
  /** Resident memory in MB (10^6 bytes). */
  readonly residentMb: number;
  /** The part of it that is its own: the program's files stand in memory once, however many processes run it. */
  readonly ownMb: number;
  /** Open files, sockets among them. */
  readonly files: number;
}

/** The size of a process; null when it is gone, and on systems without /proc. */
export function sizeOf(pid: number): ProcessSize | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const mbOf = (name: string) =>
      (Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) * 1024) / 1e6;
    const files = readdirSync(`/proc/${pid}/fd`).length;
    return { residentMb: mbOf('VmRSS'), ownMb: mbOf('RssAnon'), files };
  } catch {
    return null;
  }
}

/** A server and the process that draws its pages together, in MB (10^6 bytes). */
export function togetherMb(server: ProcessSize | null, pages: ProcessSize | null): number {
  return (server?.residentMb ?? 0) + (pages?.ownMb ?? 0);
}

/** The process that draws the pages for a server: its child whose command line names it; null when there is none. */
export function pageProcessOf(serverPid: number): number | null {
  for (const name of processNames()) {
    const pid = Number(name);
    try {
      const parent = Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      );
      if (parent !== serverPid) continue;
      if (readFileSync(join('/proc', name, 'cmdline'), 'utf8').includes('page-process')) return pid;
    } catch {
      // It has gone since the list was made.
    }
  }
  return null;
}

function processNames(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
