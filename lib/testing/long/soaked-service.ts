import { z } from 'zod';
import { lostRows, readSeenRows } from './kept-rows.ts';
import type { Outcomes } from './outcomes.ts';
import { ask } from './paced-load.ts';
import { pageProcessOf, type ServerProcess, startServerProcess } from './server-process.ts';
import process from 'node:process';

/** The service under test, which is killed and started again on the same port. */
export interface SoakedService {
  readonly port: () => number;
  readonly pid: () => number;
  /** Kills the answering process and starts it again; tells which committed rows were gone afterwards. */
  readonly killServer: () => Promise<void>;
  /** Kills the process that draws the pages; false when there is none. */
  readonly killPages: () => Promise<boolean>;
  /** Starts it again when it has ended by itself, which is an offence. */
  readonly lookAfter: () => Promise<void>;
  readonly kills: () => { readonly server: number; readonly pages: number; readonly slowestStartMs: number };
  readonly lost: () => readonly string[];
  readonly ownEnds: () => readonly string[];
  readonly stop: () => Promise<void>;
}

/** What it needs. */
export interface SoakedSettings {
  readonly variables: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly outcomes: Outcomes;
}

const LOOK_MS = 50;
const READY_MS_MAX = 60_000;

/** Its pages are back after that, or they are said to be down by 503. */
const PAGES_BACK_MS = 10_000;

/** Starts the service; the caller stops it. */
export async function startSoakedService({
  variables,
  dataDir,
  outcomes,
}: SoakedSettings): Promise<SoakedService> {
  let running: ServerProcess = await startServerProcess({ ...variables, PORT: '0' });
  const { port } = running;
  const lost: string[] = [];
  const ownEnds: string[] = [];
  const kills = { server: 0, pages: 0, slowestStartMs: 0 };
  const startAgain = async () => {
    const fromMs = performance.now();
    running = await startServerProcess({ ...variables, PORT: String(port) });
    await untilAnswering(() => port);
    kills.slowestStartMs = Math.max(kills.slowestStartMs, performance.now() - fromMs);
  };
  return {
    port: () => port,
    pid: () => running.pid,
    killServer: async () => {
      const before = await readSeenRows(dataDir);
      const disturbance = outcomes.begin('server killed');
      await running.end('SIGKILL');
      kills.server += 1;
      lost.push(...(await lostRows(dataDir, before)));
      await startAgain();
      outcomes.end(disturbance);
    },
    killPages: async () => {
      const pid = pageProcessOf(running.pid);
      if (pid === null) return false;
      const disturbance = outcomes.begin('pages killed');
      process.kill(pid, 'SIGKILL');
      kills.pages += 1;
      const untilMs = performance.now() + PAGES_BACK_MS;
      while (performance.now() < untilMs && pageProcessOf(running.pid) === null) await pause(LOOK_MS);
      outcomes.end(disturbance);
      return true;
    },
    lookAfter: async () => {
      if (!running.hasEnded()) return;
      ownEnds.push(`the server ended by itself: ${running.errors().slice(-500)}`);
      const disturbance = outcomes.begin('server killed');
      await startAgain();
      outcomes.end(disturbance);
    },
    kills: () => kills,
    lost: () => lost,
    ownEnds: () => ownEnds,
    stop: () => running.end('SIGTERM'),
  };
}

/** Waits until every source has been polled and all of its history is there; false when that takes too long. */
export async function untilHistoryIsThere(port: () => number, patienceMs: number): Promise<boolean> {
  let quietLooks = 0;
  const untilMs = performance.now() + patienceMs;
  while (performance.now() < untilMs) {
    const { status, body } = await ask({ port, next: () => ({ path: '/status/board.json' }) });
    const board = status === 200 ? boardSchema.safeParse(JSON.parse(body)).data : undefined;
    const isThere = board !== undefined && board.progress.every(({ done, total }) => done === total);
    quietLooks = isThere && board.progress.length > 0 ? quietLooks + 1 : 0;
    if (quietLooks === QUIET_LOOKS) return true;
    await pause(HISTORY_LOOK_MS);
  }
  return false;
}

const HISTORY_LOOK_MS = 1_000;

/** A source is not in the list before its first part is read. */
const QUIET_LOOKS = 5;

const boardSchema = z.object({ progress: z.array(z.object({ done: z.number(), total: z.number() })) });

/** Any answer of /v1 will do. */
async function untilAnswering(port: () => number): Promise<void> {
  const untilMs = performance.now() + READY_MS_MAX;
  while (performance.now() < untilMs) {
    const { status } = await ask({ port, next: () => ({ path: '/v1/status' }) });
    if (status === 200) return;
    await pause(LOOK_MS);
  }
  throw new Error('The server listens and does not answer /v1/status.');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
