import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import process from 'node:process';

import { z } from 'zod';

import { letProcessGiveWay } from '#lib/platform/give-way';
import type { Logger } from '#lib/platform/logger';
import type { Store } from '#lib/store/store';

/** How far the history of a source is. */
export interface HistoryProgress {
  readonly source: string;
  readonly done: number;
  readonly total: number;
}

/** Fetches history beside the service; `stop` ends it after the part under way. */
export interface BackfillRunner {
  readonly progress: () => readonly HistoryProgress[];
  readonly stop: () => Promise<void>;
}

/** What the runner works with. */
export interface BackfillRunnerSettings {
  /** The script of `npm run backfill`. */
  readonly script: string;
  readonly root: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly store: Pick<Store, 'look'>;
  /** Other than the service's, for tests. */
  readonly pace?: BackfillPace;
}

/** When history is fetched after the start, after a run that is not complete, and after one that is; times in ms. */
export interface BackfillPace {
  readonly firstMs: number;
  readonly retryMs: number;
  readonly dailyMs: number;
}

/** The newest figures come first: history waits until the first polls had their turn. */
const BACKFILL_PACE: BackfillPace = { firstMs: 4_000, retryMs: 15 * 60_000, dailyMs: 24 * 3_600_000 };

/**
 * Runs `npm run backfill` for every source in a process of its own, so that parsing decades of figures never holds up an
 * answer and its memory is given back. Nothing is fetched while the database's file is gone, and the process makes no new one:
 * the next start would take an empty database for the service's own.
 */
export function runBackfills(settings: BackfillRunnerSettings): BackfillRunner {
  const { script, root, variables, log, store, pace = BACKFILL_PACE } = settings;
  const progress = new Map<string, HistoryProgress>();
  let running: { readonly end: Promise<void>; readonly kill: () => void } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const runAfter = (delayMs: number) => {
    timer = setTimeout(() => void run(), delayMs).unref();
  };
  const run = async () => {
    const fault = await store.look();
    if (isStopped) return;
    if (fault?.kind === 'gone') return runAfter(pace.retryMs);
    // Its input ends with this process, even where that is killed: the next one that polls begins another.
    const flags = ['--source', 'all', '--json', '--existing', '--until-input-ends'];
    const child = spawn(process.execPath, [script, ...flags], {
      cwd: root,
      env: { ...process.env, ...variables },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    letProcessGiveWay(child.pid);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const part = readLine(line);
      if (!part) return;
      progress.set(part.source, part);
      log.info(part, 'history');
    });
    const complaints: string[] = [];
    createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
    const end = new Promise<void>((resolve) => {
      child.on('error', (error) => log.error({ err: error }, 'history could not be fetched'));
      child.on('close', (code) => {
        running = null;
        if (code !== 0 && !isStopped)
          log.warn({ complaints: complaints.slice(-5) }, 'history is not complete');
        if (!isStopped) runAfter(code === 0 ? pace.dailyMs : pace.retryMs);
        resolve();
      });
    });
    child.unref();
    running = { end, kill: () => child.kill('SIGTERM') };
  };
  runAfter(pace.firstMs);
  return {
    progress: () => [...progress.values()],
    stop: async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      running?.kill();
      await running?.end;
    },
  };
}

const progressSchema = z.object({ source: z.string(), done: z.number(), total: z.number() });

/** Null for a line that tells of no part, such as a warning of the runtime's. */
function readLine(line: string): HistoryProgress | null {
  try {
    const part = progressSchema.safeParse(JSON.parse(line));
    return part.success ? part.data : null;
  } catch {
    return null;
  }
}
