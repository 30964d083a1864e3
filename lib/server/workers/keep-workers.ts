import cluster from 'node:cluster';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { createLimitTable } from '#lib/api/limits/limit-table';
import type { Spent } from '#lib/api/limits/share-limits';
import { type Clock, createClock } from '#lib/platform/clock';
import type { Environment } from '#lib/platform/environment';
import { createLogger, type Logger } from '#lib/platform/logger';
import { makeSocketFolder, pagesSocket } from '#lib/platform/worker-place';
import { hasPages, type PageChild, startPageChild } from '#lib/server/pages/page-child';
import { createRestartPause } from '#lib/server/restart-pause';
import { forkWorker, type RunningWorker } from './run-worker.ts';

/*
 * The process that was started keeps the others: it forks workers, which share its ports, and one process that draws pages for
 * all of them. It opens no database and answers nothing itself, so that little can go wrong in it.
 */

/** The longest that the pages of a reload may take until they can be drawn. */
const PAGES_READY_MS = 60_000;

/** What workers are kept by. */
interface Keeping {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly log: Logger;
  /** Answers what a worker asks: how much its callers owe by what all workers have let pass. */
  readonly answer: (asked: unknown) => unknown;
  /** Where all processes of the service have their sockets. */
  readonly folder: string;
}

/** Starts the workers and keeps them until the process is told to end; it ends with the code of a first worker that cannot start. */
export async function keepWorkers(environment: Environment): Promise<void> {
  const clock = createClock(environment.clockStartsAt);
  const log = createLogger(environment.logLevel);
  const folder = await makeSocketFolder();
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: join(process.cwd(), 'server.ts'), args: [] });
  const fleet = createFleet({ environment, clock, log, answer: createAnswer(), folder });
  const end = async (code: number) => {
    fleet.stopPages();
    await rm(folder, { recursive: true, force: true });
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => void fleet.end(signal).then(() => end(0)));
  }
  process.on('SIGHUP', () => void fleet.reload());
  const failed = await fleet.start();
  if (failed !== null) await end(failed);
}

function createAnswer(): Keeping['answer'] {
  const owed = createLimitTable(() => performance.now());
  return (asked) => owed(asSpent(asked));
}

/** Workers ask nothing else. */
function asSpent(asked: unknown): readonly Spent[] {
  return asked as readonly Spent[];
}

interface Fleet {
  /** Resolves once the first worker answers, with null; else with the exit code of that worker. */
  readonly start: () => Promise<number | null>;
  /** Puts new workers in the place of all, one after another, and new pages. */
  readonly reload: () => Promise<void>;
  /** Passes on a signal that ends them, and resolves when all have ended. */
  readonly end: (signal: 'SIGTERM' | 'SIGINT') => Promise<void>;
  readonly stopPages: () => void;
}

/** What is running, as it changes. */
interface Running {
  readonly workers: Set<RunningWorker>;
  generation: number;
  pages: PageChild | null;
  isEnding: boolean;
}

/** `isTrial` does not start one again that ends before it listens. */
type Launch = (slot: number, how?: { isAnnouncing?: boolean; isTrial?: boolean }) => RunningWorker;

function createFleet(keeping: Keeping): Fleet {
  const running: Running = {
    workers: new Set(),
    generation: 1,
    pages: startPages(keeping, 1),
    isEnding: false,
  };
  const launch = createLaunch(keeping, running);
  const { workers: count } = keeping.environment;
  const furtherSlots = Array.from({ length: count - 1 }, (_, index) => index + 2);
  let reloading: Promise<void> = Promise.resolve();
  let isReloadWaiting = false;
  const startAll = async () => {
    const first = launch(1, { isAnnouncing: true, isTrial: true });
    if (!(await first.ready)) {
      const code = running.isEnding ? null : ((await first.ended).code ?? 1);
      // A reload that was asked for meanwhile starts nothing any more.
      running.isEnding = true;
      return code;
    }
    for (const slot of furtherSlots) launch(slot);
    return null;
  };
  return {
    start: () => {
      const starting = startAll();
      // The first worker may wait for its database.
      reloading = starting.then(() => {});
      return starting;
    },
    reload: () => {
      // One that waits replaces whatever the signals between have asked for.
      if (isReloadWaiting || running.isEnding) return reloading;
      isReloadWaiting = true;
      reloading = reloading.then(() => {
        isReloadWaiting = false;
        return running.isEnding ? undefined : replaceAll(keeping, running, { launch, furtherSlots });
      });
      return reloading;
    },
    end: async (signal) => {
      running.isEnding = true;
      for (const worker of running.workers) worker.kill(signal);
      await Promise.all([...running.workers].map(({ ended }) => ended));
    },
    stopPages: () => running.pages?.stop(),
  };
}

/** Starts workers, and each again that ends without being told to. */
function createLaunch({ log, ...keeping }: Keeping, running: Running): Launch {
  const { environment, folder } = keeping;
  const pauses = Array.from({ length: environment.workers + 1 }, createRestartPause);
  const launch: Launch = (slot, { isAnnouncing = false, isTrial = false } = {}) => {
    const { generation } = running;
    const worker = forkWorker(
      { slot, count: environment.workers, generation, isAnnouncing, folder },
      keeping,
    );
    const isWanted = () => !running.isEnding && generation === running.generation;
    running.workers.add(worker);
    void worker.ended.then(({ code, signal, lastedMs }) => {
      running.workers.delete(worker);
      const hasFailedTrial = isTrial && !worker.wasReady();
      if (!isWanted() || worker.isLeaving() || hasFailedTrial) return;
      const pauseMs = pauses[slot]?.(lastedMs) ?? 0;
      log.error({ worker: slot, code, signal, pauseMs }, 'a worker ended; it is started again');
      setTimeout(() => isWanted() && launch(slot), pauseMs);
    });
    return worker;
  };
  return launch;
}

/**
 * Starts new workers one after another, and lets one of the former ones go for each. The first of them shows whether what is
 * loaded now starts at all; where it does not, nothing changes.
 */
async function replaceAll(
  keeping: Keeping,
  running: Running,
  { launch, furtherSlots }: { readonly launch: Launch; readonly furtherSlots: readonly number[] },
): Promise<void> {
  const { log } = keeping;
  const former = [...running.workers].toSorted((one, other) => one.slot - other.slot);
  const formerPages = running.pages;
  running.generation += 1;
  const pages = startPages(keeping, running.generation);
  const first = (await canDraw(pages)) ? launch(1, { isTrial: true }) : null;
  if (first === null || !(await first.ready)) {
    running.generation -= 1;
    pages?.stop();
    log.error('what was loaded again does not start; the former workers go on');
    return;
  }
  running.pages = pages;
  const [firstFormer, ...others] = former;
  const going = [...others];
  for (const slot of furtherSlots) {
    await launch(slot).ready;
    going.pop()?.leave();
  }
  for (const worker of going) worker.leave();
  // As long as they have a request they hand on to the first what concerns accounts.
  await Promise.all(others.map(({ ended }) => ended));
  firstFormer?.leave();
  await firstFormer?.ended;
  formerPages?.stop();
  log.info({ workers: former.length }, 'all workers were replaced');
}

function startPages({ environment, clock, log, folder }: Keeping, generation: number): PageChild | null {
  if (!hasPages()) return null;
  // Each worker names its own socket with every page that it wants.
  const sockets = { inside: '', pages: pagesSocket({ folder, generation }) };
  return startPageChild({ sockets, clock, log, hasSetClock: environment.clockStartsAt !== null });
}

async function canDraw(pages: PageChild | null): Promise<boolean> {
  const drawn = pages?.listening().then(() => true) ?? true;
  return Promise.race([drawn, pause(PAGES_READY_MS, false, { ref: false })]);
}
