import { spawn } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type AtEnd, throwAwayFolder } from './throw-away-folder.ts';

/** The project's folder, from which its scripts are run. */
export const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** As the start scripts have it. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'];

/** What a process left behind. `code` is null when a signal ended it. */
export interface ScriptEnding {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of this project that a test started. */
export interface RunningScript {
  readonly pid: number;
  /** Settles when the process has ended and its output is complete. */
  readonly ended: Promise<ScriptEnding>;
  readonly hasEnded: () => boolean;
  /** Resolves with the match of the first output that fits; rejects with all output when the process ends without it. */
  readonly waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** The same for what it writes to standard error. */
  readonly waitForError: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Closes our ends of its output, as a reader that goes away does. */
  readonly stopReading: () => void;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** Variables that a script receives beside `PATH`: nothing of the test's own environment leaks into it, and without `DATA_DIR` it gets a folder of its own. */
export type ScriptVariables = Readonly<Record<string, string>>;

/** Starts `node SCRIPT ARGUMENTS` in the project's folder; a process that still runs when the test ends is killed. */
export function startScript(
  args: readonly string[],
  variables: ScriptVariables,
  atEnd: AtEnd = onTestFinished,
): RunningScript {
  const child = spawn(process.execPath, [...NODE_FLAGS, ...args], {
    cwd: PROJECT_ROOT,
    env: {
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      DATA_DIR: variables['DATA_DIR'] ?? throwAwayFolder(atEnd),
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text));
  let hasEnded = false;
  const ended = new Promise<ScriptEnding>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      hasEnded = true;
      resolve({ code, signal, ...output });
    });
  });
  const waitFor = (stream: 'stdout' | 'stderr') => (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const found = pattern.exec(output[stream]);
        if (found) resolve(found);
      };
      child[stream].on('data', look);
      ended.then(
        ({ stdout, stderr }) =>
          reject(new Error(`${args.join(' ')} ended without ${pattern}: ${stdout}${stderr}`)),
        reject,
      );
      look();
    });
  const stopReading = () => {
    child.stdout.destroy();
    child.stderr.destroy();
  };
  const kill = (signal: NodeJS.Signals) => void child.kill(signal);
  atEnd(async () => {
    if (!hasEnded) kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? Number.NaN,
    ended,
    hasEnded: () => hasEnded,
    waitForOutput: waitFor('stdout'),
    waitForError: waitFor('stderr'),
    stopReading,
    kill,
  };
}

/** Runs a script to its end. */
export function runScript(args: readonly string[], variables: ScriptVariables): Promise<ScriptEnding> {
  return startScript(args, variables).ended;
}

/** Where `npm run` keeps compiled modules, too; it halves the start of each of the many processes. */
const COMPILE_CACHE = join(PROJECT_ROOT, 'node_modules/.cache/compile');
