import type { Source } from '#lib/sources/source';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { FREE_BYTES_MIN } from '#lib/store/engine/disk-room';

import { intervalMs } from './poll-moment.ts';
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
  /** Less room than this on the disk pauses polling. */
  readonly freeBytesMin: number;
}

/** The pace of the service. */
export const SCHEDULER_PACE: SchedulerPace = {
  pausedMs: 5_000,
  staggerMs: 150,
  jitter: 0.05,
  breakerFailures: 5,
  breakerPauseMs: 30_000,
  breakerPauseMaxMs: 15 * 60_000,
  freeBytesMin: FREE_BYTES_MIN,
};

/** Hears of every poll that ended. */
export type PollListener = (source: Source, outcome: PollOutcome) => void;

/** The loops that poll; `stop` ends the polls under way. */
export interface Scheduler {
  /** Whether the last look found that nothing can be stored, so that no publisher is asked. */
  readonly isPaused: () => boolean;
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
  const findPause = createPauses(context, pace);
  let isPaused = false;
  const launch = (source: Source, putOff: PutOff, waitMs: number): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const flight = fly(source, putOff).then((nextMs) => launch(source, putOff, nextMs));
      flights.add(flight);
      void flight.finally(() => flights.delete(flight));
    }, waitMs).unref();
    timers.add(timer);
  };
  const fly = async (source: Source, putOff: PutOff): Promise<number> => {
    let pauseMs = 0;
    try {
      isPaused = await findPause();
      if (isPaused) return pace.pausedMs;
      const outcome = await pollSource(source, context, stopping.signal);
      if (outcome) pauseMs = putOff(outcome);
      if (outcome) onPoll(source, outcome);
    } catch (error) {
      context.log.error({ source: source.id, err: error }, 'a poll could not be kept');
      // What the publisher said is lost with it, so it is asked again as soon as there is a database.
      if (error instanceof DatabaseUnavailable) return pace.pausedMs;
    }
    const asked = { snapshot: context.snapshot(), now: context.clock.service() };
    return Math.max(pauseMs, intervalMs(source, asked) * (1 + pace.jitter * context.random()));
  };
  for (const [index, source] of sources.entries()) {
    launch(source, putOffOf(source, context, pace), index * pace.staggerMs);
  }
  return {
    isPaused: () => isPaused,
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(flights);
    },
  };
}

/** Tells whether nothing can be stored now, and logs why, once. */
function createPauses({ store, log }: PollContext, pace: SchedulerPace): () => Promise<boolean> {
  let told: string | null = null;
  return async () => {
    if (!(await isThere(store))) return true;
    const fault = await store.look(pace.freeBytesMin);
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

/** How long a source is left alone after a check, in ms; 0 while it does not fail again and again. */
type PutOff = (outcome: PollOutcome) => number;

/**
 * Leaves a source alone that failed again and again; a poll that is left out is not a check. Ours and not a library's circuit
 * breaker, because that one reads its pauses from the time of day: put back by a day, it would leave a source alone for one.
 */
function putOffOf(source: Source, context: PollContext, pace: SchedulerPace): PutOff {
  const usualMs = source.cadence === 'tick' ? source.polling.intervalMs : source.polling.dueMs;
  const pauseMaxMs = Math.min(pace.breakerPauseMaxMs, 2 * usualMs);
  let failures = 0;
  return ({ kind }) => {
    failures = kind === 'hard' ? failures + 1 : 0;
    const beyond = failures - pace.breakerFailures;
    if (beyond === 0) context.log.warn({ source: source.id }, 'the source is left alone for a while');
    return beyond < 0 ? 0 : Math.min(pauseMaxMs, pace.breakerPauseMs * 2 ** beyond);
  };
}
