import cluster, { type Worker } from 'node:cluster';
import type { Clock } from '#lib/platform/clock';
import type { Environment } from '#lib/platform/environment';
import { placeVariables, type WorkerPlace } from '#lib/platform/worker-place';
import type { KeeperMessage, WorkerMessage } from '#lib/platform/worker-channel';

/** How a worker ended. */
export interface WorkerEnd {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly signal: string | null;
  readonly lastedMs: number;
}

/** A worker as the process that keeps it sees it. */
export interface RunningWorker extends Pick<WorkerPlace, 'slot' | 'generation'> {
  /** Resolves with true once it listens, and with false when it ends before. */
  readonly ready: Promise<boolean>;
  readonly wasReady: () => boolean;
  readonly ended: Promise<WorkerEnd>;
  /** Lets it end when its connections have; others take the new ones. */
  readonly leave: () => void;
  readonly isLeaving: () => boolean;
  readonly kill: (signal: NodeJS.Signals) => void;
}

/** What workers are forked by. */
export interface WorkerSurroundings {
  readonly environment: Pick<Environment, 'clockStartsAt'>;
  readonly clock: Clock;
  /** Answers what a worker asks. */
  readonly answer: (asked: unknown) => unknown;
}

/** A connection of a proxy that is not used ends after 75 s; one that goes on for longer than this is cut off. */
const LEAVE_MS_MAX = 100_000;

/** Starts a worker. The first one polls, where any may; the others ask nobody. */
export function forkWorker(
  place: WorkerPlace,
  { environment, clock, answer }: WorkerSurroundings,
): RunningWorker {
  const startedMs = performance.now();
  const worker = cluster.fork({
    ...placeVariables(place),
    ...(place.slot > 1 && { ROLE: 'web' }),
    // One that starts later must believe in a later instant.
    ...(environment.clockStartsAt && { CLOCK: clock.service().toISOString() }),
  });
  const ended = endOf(worker, startedMs);
  const tell = (message: KeeperMessage) => {
    if (worker.isConnected()) worker.send(message, () => {});
  };
  let wasReady = false;
  let isLeaving = false;
  const ready = new Promise<boolean>((resolve) => {
    worker.on('message', (message: unknown) => {
      const told = asWorkerMessage(message);
      if (told.kind === 'question')
        return tell({ kind: 'answer', number: told.number, answer: answer(told.asked) });
      wasReady = true;
      resolve(true);
    });
    void ended.then(() => resolve(false));
  });
  const kill = (signal: NodeJS.Signals) => void worker.process.kill(signal);
  return {
    slot: place.slot,
    generation: place.generation,
    ready,
    wasReady: () => wasReady,
    ended,
    leave: () => {
      if (isLeaving) return;
      isLeaving = true;
      tell({ kind: 'leave' });
      const patience = setTimeout(kill, LEAVE_MS_MAX, 'SIGKILL').unref();
      void ended.then(() => clearTimeout(patience));
    },
    isLeaving: () => isLeaving,
    kill,
  };
}

function endOf(worker: Worker, startedMs: number): Promise<WorkerEnd> {
  return new Promise((resolve) => {
    worker.once('exit', (code: number | null, signal: string | null) => {
      resolve({ code, signal, lastedMs: performance.now() - startedMs });
    });
    // One that could not be started at all.
    worker.once('error', () => resolve({ code: 1, signal: null, lastedMs: 0 }));
  });
}

/** Only workers of this service write into the channel. */
function asWorkerMessage(message: unknown): WorkerMessage {
  return message as WorkerMessage;
}
