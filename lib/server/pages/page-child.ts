import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import type { Health } from '#lib/domain/health/source-health';
import type { Clock } from '#lib/platform/clock';
import { letProcessGiveWay } from '#lib/platform/give-way';
import type { Logger } from '#lib/platform/logger';
import { ALIVE_PATH } from './page-server.ts';
import { type SocketAnswer, askSocket } from './ask-socket.ts';

/** What is asked of the process that draws pages. */
export interface AskedPage {
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page as it was drawn. */
export type DrawnPage = SocketAnswer;

/** How the process that draws pages is doing. */
export interface PagesHealth {
  readonly status: Health;
  /** How long it took to answer when it was last asked whether it does, in ms. */
  readonly latencyMs: number;
  readonly lastCheckedAt: Date;
}

/** The process that draws pages, as the one that answers sees it. */
export interface PageChild {
  /** Waits while the process is being started; rejects when it ends meanwhile or takes longer than {@link DRAWN_MS}. */
  readonly draw: (asked: AskedPage) => Promise<DrawnPage>;
  readonly health: () => PagesHealth;
  readonly stop: () => void;
}

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

/** The sockets over which the two processes talk. */
export interface PageSockets {
  /** Where the answering process gives figures. */
  readonly inside: string;
  /** Where pages are drawn. */
  readonly pages: string;
}

/** The longest that a page may take with the start of its process, in ms; a page that is being developed is compiled first. */
export const DRAWN_MS = { built: 20_000, developed: 600_000 };

/** What the answering process needs alone; pages are drawn without secrets and without a database. */
const WITHHELD = ['MASTER_SECRET', 'MASTER_SECRET_PREVIOUS', 'DATABASE_URL', 'METRICS_TOKEN'] as const;

/**
 * Drawing takes some 60 MB of heap; a process that wants more than this ends and is started again. What a page leaves behind is
 * short-lived: with the young generation's own bound, of 16 MB a half, the process grows to twice the size and is no quicker.
 */
const HEAP_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=4'];

const CHECK_MS = 5_000;

/** A process that is silent for this many checks in a row hangs. */
const SILENT_CHECKS_MAX = 3;

/** It listens some 2 s after its start, and 5 s on a machine that has much else to do; developed, it is compiled first. */
const READY_MS = { built: 60_000, developed: 600_000 };

/** How long to wait before it is started again: doubled each time that it ends within {@link STEADY_MS}. */
const RESTART_MS = { first: 200, longest: 30_000 };
const STEADY_MS = 60_000;

/** Starts the process that draws pages and keeps it running until it is stopped. */
export function startPageChild(setup: PageChildSetup): PageChild {
  const { sockets, clock, log } = setup;
  const isDevelopment = isDeveloped();
  const drawnMs = isDevelopment ? DRAWN_MS.developed : DRAWN_MS.built;
  const agent = new Agent({ keepAlive: true });
  const ask = ({ target, headers }: AskedPage, signal: AbortSignal): Promise<DrawnPage> =>
    askSocket({ socketPath: sockets.pages, path: target, headers, agent, signal });
  let health: PagesHealth = { status: 'outage', latencyMs: 0, lastCheckedAt: clock.service() };
  const note = (status: Health, latencyMs: number) => {
    health = { status, latencyMs, lastCheckedAt: clock.service() };
  };
  const running = keepRunning(setup, note);
  let silentChecks = 0;
  const check = async () => {
    const { child, ready } = running.now();
    const askedMs = performance.now();
    const isAnswering = await ready
      .then(() => ask({ target: ALIVE_PATH, headers: {} }, AbortSignal.timeout(CHECK_MS)))
      .then(
        () => true,
        () => false,
      );
    if (child !== running.now().child) return;
    note(isAnswering ? 'operational' : 'outage', Math.round(performance.now() - askedMs));
    silentChecks = isAnswering ? 0 : silentChecks + 1;
    if (silentChecks < SILENT_CHECKS_MAX || isDevelopment) return;
    silentChecks = 0;
    log.error('the process that draws pages does not answer; it is ended');
    child.kill('SIGKILL');
  };
  const timer = setInterval(() => void check(), CHECK_MS);
  timer.unref();
  return {
    draw: async (asked) => {
      // One time for both: a reader who waits for the start has so much less for the drawing.
      const signal = AbortSignal.timeout(drawnMs);
      await Promise.race([running.now().ready, tooLate(signal)]);
      return ask(asked, signal);
    },
    health: () => health,
    stop: () => {
      clearInterval(timer);
      running.stop();
      agent.destroy();
    },
  };
}

/** Launches the process, and again whenever it ends, with a pause that grows while it ends soon. */
function keepRunning(setup: PageChildSetup, note: (status: Health, latencyMs: number) => void) {
  let isStopped = false;
  let pauseMs = RESTART_MS.first;
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
      const wasSteady = performance.now() - startedMs > STEADY_MS;
      pauseMs = wasSteady ? RESTART_MS.first : Math.min(2 * pauseMs, RESTART_MS.longest);
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
      // It ends when its parent lets go of it.
      if (now.child.connected) now.child.disconnect();
    },
  };
}

async function tooLate(signal: AbortSignal): Promise<never> {
  await once(signal, 'abort');
  throw new Error('the process that draws pages has not started yet');
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
      ...process.env,
      ...Object.fromEntries(WITHHELD.map((name) => [name, undefined])),
      ...(hasSetClock && { CLOCK: clock.service().toISOString() }),
      INSIDE_SOCKET: sockets.inside,
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
