import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { Health } from '#lib/domain/health/source-health';
import type { Clock } from '#lib/platform/clock';
import { letProcessGiveWay } from '#lib/platform/give-way';
import type { Logger } from '#lib/platform/logger';
import { createRestartPause } from '#lib/server/restart-pause';
import { openPageLink, type PageLink, type PageSockets } from './page-link.ts';

/** What the process is started with. */
export interface PageChildSetup {
  readonly sockets: PageSockets;
  /** Whether the service believes in an instant of the operator's choice; a process started later must believe in a later one. */
  readonly hasSetClock: boolean;
  readonly clock: Clock;
  readonly log: Logger;
  /** The longest that the process may take until it listens; as in {@link READY_MS} by itself. */
  readonly readyMs?: number;
}

/** What the answering process needs alone; pages are drawn without secrets and without a database. */
const WITHHELD = [
  'MASTER_SECRET',
  'MASTER_SECRET_PREVIOUS',
  'DATABASE_URL',
  'PGPASSWORD',
  'METRICS_TOKEN',
] as const;

/** What of the answering process's variables the one that draws pages is given. */
export function withoutSecrets(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...variables, ...Object.fromEntries(WITHHELD.map((name) => [name, undefined])) };
}

/**
 * Drawing takes some 60 MB of heap; a process that wants more than this ends and is started again. What a page leaves behind is
 * short-lived: with the young generation's own bound, of 16 MB a half, the process grows to twice the size and is no quicker.
 */
const HEAP_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4'];

/** A process that is silent for this many checks in a row hangs. */
const SILENT_CHECKS_MAX = 3;

/** It listens some 2 s after its start, and 5 s on a machine that has much else to do; developed, it is compiled first. */
const READY_MS = { built: 60_000, developed: 600_000 };

/** Where nothing is built a process that draws would end at once, again and again. */
export function hasPages(): boolean {
  return isDeveloped() || existsSync(join(process.cwd(), '.next', 'BUILD_ID'));
}

/** Starts the process that draws pages and keeps it running until it is stopped. */
export function startPageChild(setup: PageChildSetup): PageLink {
  const { log } = setup;
  let silentChecks = 0;
  const onChecked = (isAnswering: boolean) => {
    silentChecks = isAnswering ? 0 : silentChecks + 1;
    if (silentChecks < SILENT_CHECKS_MAX || isDeveloped()) return;
    silentChecks = 0;
    log.error('the process that draws pages does not answer; it is ended');
    running.now().child.kill('SIGKILL');
  };
  const link = openPageLink({ ...setup, ready: () => running.now().ready, onChecked });
  const running = keepRunning(setup, link.note);
  return {
    ...link,
    stop: () => {
      link.stop();
      running.stop();
    },
  };
}

/** Launches the process, and again whenever it ends, with a pause that grows while it ends soon. */
function keepRunning(setup: PageChildSetup, note: (status: Health, latencyMs: number) => void) {
  let isStopped = false;
  const pauseAfter = createRestartPause();
  const { readyMs = isDeveloped() ? READY_MS.developed : READY_MS.built } = setup;
  const start = (): Launched => {
    const launched = launch(setup);
    const startedMs = performance.now();
    const patience = setTimeout(() => {
      setup.log.error('the process that draws pages does not start; it is ended');
      launched.child.kill('SIGKILL');
    }, readyMs).unref();
    launched.ready
      .then(
        () => note('operational', 0),
        () => {},
      )
      .finally(() => clearTimeout(patience));
    launched.child.once('exit', (code, signal) => {
      if (isStopped) return;
      note('outage', 0);
      const pauseMs = pauseAfter(performance.now() - startedMs);
      setup.log.error({ code, signal, pauseMs }, 'the process that draws pages ended; it is started again');
      setTimeout(() => {
        if (!isStopped) now = start();
      }, pauseMs).unref();
    });
    return launched;
  };
  let now = start();
  return {
    now: () => now,
    stop: () => {
      isStopped = true;
      // It holds nothing; one whose parent was killed takes the sockets' folder away, which others may use here.
      now.child.kill('SIGKILL');
      rmSync(setup.sockets.pages, { force: true });
    },
  };
}

interface Launched {
  readonly child: ChildProcess;
  /** Rejects when the process ends before it listens. */
  readonly ready: Promise<void>;
}

function isDeveloped(): boolean {
  return process.env.NODE_ENV === 'development';
}

function launch({ sockets, hasSetClock, clock }: PageChildSetup): Launched {
  // One that was killed leaves its socket behind.
  rmSync(sockets.pages, { force: true });
  const child = fork(join(import.meta.dirname, 'page-process.ts'), [], {
    execArgv: ['--disable-warning=ExperimentalWarning', ...(isDeveloped() ? [] : HEAP_FLAGS)],
    env: {
      ...withoutSecrets(process.env),
      ...(hasSetClock && { CLOCK: clock.service().toISOString() }),
      PAGES_SOCKET: sockets.pages,
    },
  });
  // Drawing takes all of a core while many read.
  letProcessGiveWay(child.pid);
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', () => reject(new Error('the process that draws pages ended before it listened')));
  });
  // Heard of where it is waited for, and by the exit itself.
  ready.catch(() => {});
  return { child, ready };
}
