import {
  BrokenCircuitError,
  circuitBreaker,
  type CircuitBreakerPolicy,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhenResult,
  noJitterGenerator,
} from 'cockatiel';

import type { Source } from '#lib/sources/source';
import { DatabaseUnavailable } from '#lib/store/database-unavailable';
import { DISK_BOUNDS, type DiskBounds } from '#lib/store/disk-guard';

import { intervalMs } from './poll-interval.ts';
import type { PollContext, PollOutcome } from './poll-context.ts';
import { pollSource } from './poll-source.ts';

/** How a scheduler paces itself beside the sources' own intervals; times in ms. */
export interface SchedulerPace {
  /** How often a database that is away, or a full disk, is looked at again; no publisher is asked meanwhile. */
  readonly pausedMs: number;
  /** Between the first polls of two sources, so that a start is not one burst. */
  readonly staggerMs: number;
  /** Intervals are stretched by up to this part, so that sources of one interval drift apart. */
  readonly jitter: number;
  /** Failed checks in a row after which a source is left alone for a while. */
  readonly breakerFailures: number;
  /** How long at first; it doubles up to the most, and to two intervals of the source. */
  readonly breakerPauseMs: number;
  readonly breakerPauseMaxMs: number;
  readonly disk: DiskBounds;
}

/** The pace of the service. */
export const SCHEDULER_PACE: SchedulerPace = {
  pausedMs: 5_000,
  staggerMs: 150,
  jitter: 0.05,
  breakerFailures: 5,
  breakerPauseMs: 30_000,
  breakerPauseMaxMs: 15 * 60_000,
  disk: DISK_BOUNDS,
};

/** Hears of every poll that ended. */
export type PollListener = (source: Source, outcome: PollOutcome) => void;

/** The loops that poll; `stop` ends the polls under way. */
export interface Scheduler {
  readonly stop: () => Promise<void>;
}

/** Polls every source at once, staggered, and then at its own pace, one flight a source. */
export function startScheduler(
  sources: readonly Source[],
  context: PollContext,
  onPoll: PollListener,
  pace: SchedulerPace = SCHEDULER_PACE,
): Scheduler {
  const timers = new Set<NodeJS.Timeout>();
  const flights = new Set<Promise<void>>();
  const stopping = new AbortController();
  const isPaused = createPauses(context, pace);
  const launch = (source: Source, breaker: CircuitBreakerPolicy, waitMs: number): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const flight = fly(source, breaker).then((nextMs) => launch(source, breaker, nextMs));
      flights.add(flight);
      void flight.finally(() => flights.delete(flight));
    }, waitMs).unref();
    timers.add(timer);
  };
  const fly = async (source: Source, breaker: CircuitBreakerPolicy): Promise<number> => {
    const waitMs = () => intervalMs(source, context) * (1 + pace.jitter * context.random());
    try {
      if (await isPaused()) return pace.pausedMs;
      const outcome = await breaker.execute(() => pollSource(source, context, stopping.signal));
      if (outcome) onPoll(source, outcome);
    } catch (error) {
      if (error instanceof BrokenCircuitError) return waitMs();
      context.log.error({ source: source.id, err: error }, 'a poll could not be kept');
      // What the publisher said is lost with it, so it is asked again as soon as there is a database.
      if (error instanceof DatabaseUnavailable) return pace.pausedMs;
    }
    return waitMs();
  };
  for (const [index, source] of sources.entries()) {
    launch(source, breakerOf(source, context, pace), index * pace.staggerMs);
  }
  return {
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(flights);
    },
  };
}

/** Tells whether nothing can be stored now, and logs why, once. */
function createPauses({ store, log }: PollContext, { disk }: SchedulerPace): () => Promise<boolean> {
  let told: string | null = null;
  return async () => {
    if (!(await isThere(store))) return true;
    const fault = await store.look(disk);
    const isPaused = fault !== null && fault.kind !== 'damaged';
    const kind = isPaused ? fault.kind : null;
    if (kind !== told && isPaused) {
      log.error({ reason: fault.message }, 'polling pauses, answers go on');
    }
    if (kind === null && told !== null) log.info('polling goes on');
    told = kind;
    return isPaused;
  };
}

function isThere(store: PollContext['store']): Promise<boolean> {
  return store.readRevisions().then(
    () => true,
    () => false,
  );
}

/** Leaves a source alone that failed again and again; a poll that is left out is not a check. */
function breakerOf(source: Source, context: PollContext, pace: SchedulerPace): CircuitBreakerPolicy {
  const usualMs = source.cadence === 'tick' ? source.polling.intervalMs : source.polling.dueMs;
  const maxDelay = Math.min(pace.breakerPauseMaxMs, 2 * usualMs);
  const breaker = circuitBreaker(
    handleWhenResult((outcome) => isHard(outcome)),
    {
      breaker: new ConsecutiveBreaker(pace.breakerFailures),
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: Math.min(pace.breakerPauseMs, maxDelay),
        maxDelay,
        // The usual generator is random from the start, and so may pause far less than the first pause.
        generator: noJitterGenerator,
      }),
    },
  );
  breaker.onBreak(() => context.log.warn({ source: source.id }, 'the source is left alone for a while'));
  return breaker;
}

/** cockatiel hands results to its filter as unknown; only outcomes of `pollSource` come here. */
function isHard(outcome: unknown): boolean {
  return typeof outcome === 'object' && outcome !== null && 'kind' in outcome && outcome.kind === 'hard';
}
