import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, closeSync, openSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { RefusedCommand } from '#lib/cli/command-line';
import type { Owner } from '#lib/testing/databases/postgres-server';
import { SERVER_ROOT } from '#lib/testing/long/server-process';

/** The programs that a fleet needs beside PostgreSQL, each with the package of Debian that brings it. */
const PACKAGES: Readonly<Record<string, string>> = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  'redis-server': 'redis-server',
  caddy: 'caddy',
  setpriv: 'util-linux',
};

/** Debian keeps some of them where only root's PATH looks. */
const FURTHER_FOLDERS = ['/usr/sbin', '/sbin'];

/** How long a program may take to end after it was asked to. */
const END_PATIENCE_MS = 30_000;

/** What programs make is their user's own. */
const PRIVATE = 0o077;

/** A program of the fleet, which can be ended in any way and started again. */
export interface Program {
  readonly name: string;
  /** Where it writes what it has to say. */
  readonly logFile: string;
  readonly isRunning: () => boolean;
  /** Of its newest process; undefined before the first. */
  readonly pid: () => number | undefined;
  readonly start: () => void;
  /** Stops it where it is, as a machine that hangs does, and lets it go on. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends it and waits until it has gone; one that does not go within 30 seconds is killed. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
}

/** How a program is started. */
export interface ProgramPlan {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** Whom it runs as; null for the user that we are. */
  readonly user: Owner | null;
}

/** Throws one sentence that names the packages where a program is missing. */
export function refuseMissingPrograms(): void {
  const missing = Object.keys(PACKAGES).filter((name) => findProgram(name) === null);
  if (missing.length === 0) return;
  const packages = missing.map((name) => PACKAGES[name]).join(' ');
  throw new RefusedCommand(
    `The fleet needs ${missing.join(', ')}, which this machine lacks: apt-get install ${packages}, or run it on Debian or Ubuntu.`,
  );
}

/** No program outlives the process that starts it, and those of others do not run as root. */
function underUs(user: Owner | null): readonly string[] {
  const identity = user === null ? [] : [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'];
  return [...identity, '--pdeathsig', 'TERM', '--'];
}

/** Lays a program out without starting it. */
export function layProgramOut({ name, command, environment, folder, user }: ProgramPlan): Program {
  const [program = '', ...args] = command;
  const logFile = join(folder, `${name}.log`);
  let child: ChildProcess | null = null;
  let ended: Promise<void> = Promise.resolve();
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  return {
    name,
    logFile,
    isRunning,
    pid: () => child?.pid,
    start: () => {
      if (isRunning()) return;
      const log = openSync(logFile, 'a');
      // PostgreSQL refuses a folder that others can read, and Patroni makes it by this rule.
      const formerUmask = process.umask(PRIVATE);
      const started = spawn('setpriv', [...underUs(user), findProgram(program) ?? program, ...args], {
        cwd: user === null ? SERVER_ROOT : folder,
        env: {
          NODE_ENV: 'production',
          PATH: process.env['PATH'],
          LC_ALL: 'C.UTF-8',
          HOME: folder,
          ...environment,
        },
        stdio: ['ignore', log, log],
        // Ctrl-C is for us: we end them in order.
        detached: true,
      });
      process.umask(formerUmask);
      closeSync(log);
      ended = new Promise((resolve) => {
        started.once('exit', () => resolve());
        started.once('error', () => resolve());
      });
      child = started;
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    end: async (signal = 'SIGTERM') => {
      if (!isRunning()) return;
      child?.kill('SIGCONT');
      child?.kill(signal);
      const impatience = setTimeout(() => child?.kill('SIGKILL'), END_PATIENCE_MS);
      await ended;
      clearTimeout(impatience);
    },
  };
}

/** The end of what a program wrote, for when it did not do what it should. */
export function lastWords({ logFile }: Pick<Program, 'logFile'>): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-5).join('\n');
}

function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FURTHER_FOLDERS];
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
