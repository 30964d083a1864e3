import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import process from 'node:process';

import { z } from 'zod';

import type { Logger } from '#lib/platform/logger';

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
  readonly log: Logger;
}

/** The newest figures come first: history waits until the first polls had their turn. */
const FIRST_RUN_MS = 4_000;
/** Parts that could not be fetched are asked for again later, and the newest ones once a day. */
const RETRY_MS = 15 * 60_000;
const DAILY_MS = 24 * 3_600_000;

/**
 * Runs `npm run backfill` for every source in a process of its own, so that parsing decades of figures never holds up an
 * answer and its memory is given back.
 */
export function runBackfills({ script, root, variables, log }: BackfillRunnerSettings): BackfillRunner {
  const progress = new Map<string, HistoryProgress>();
  let running: { readonly end: Promise<void>; readonly kill: () => void } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;
  const run = () => {
    const child = spawn(process.execPath, [script, '--source', 'all', '--json'], {
      cwd: root,
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
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
        if (!isStopped) timer = setTimeout(run, code === 0 ? DAILY_MS : RETRY_MS).unref();
        resolve();
      });
    });
    child.unref();
    running = { end, kill: () => child.kill('SIGTERM') };
  };
  timer = setTimeout(run, FIRST_RUN_MS).unref();
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
