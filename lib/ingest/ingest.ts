import { watchClock } from '#lib/platform/clock-jumps';
import type { Logger } from '#lib/platform/logger';
import type { Source } from '#lib/sources/source';
import { rollUpUntilDone } from '#lib/store/roll-up-until-done';

import type { BackfillRunner, HistoryProgress } from '#lib/ingest/history/backfill-runner';
import { createValidationLog } from '#lib/ingest/poll/poll-log';
import { type Leading, type LeasePace, seekLeadership } from '#lib/ingest/poll/leadership';
import type { PollContext } from '#lib/ingest/poll/poll-context';
import {
  type PollListener,
  type Scheduler,
  type SchedulerPace,
  startScheduler,
} from '#lib/ingest/poll/scheduler';

/** What feeds the store: polls, history, and the closing of hours and days. */
export interface Ingest {
  /** How far the history of each source is, of what this process fetches. */
  readonly progress: () => readonly HistoryProgress[];
  /** Whether this process leads and nothing can be stored, so that no publisher is asked. */
  readonly isPaused: () => boolean;
  readonly stop: () => Promise<void>;
}

/** What ingest works with. */
export interface IngestSettings {
  readonly sources: readonly Source[];
  readonly context: PollContext;
  readonly log: Logger;
  readonly onPoll: PollListener;
  /** Fetches history beside the service; null where history is fetched by hand only. */
  readonly runBackfills: (() => BackfillRunner) | null;
  /** Begins what else only the process that polls may do. */
  readonly leadBeside?: (() => Leading) | undefined;
  readonly retention: { readonly minutesDays: number; readonly hoursDays: number };
  /** Other than the service's, for tests. */
  readonly pace?: IngestPace;
}

/** How leading, polling and looking at the clock are paced. */
export interface IngestPace {
  readonly lease: LeasePace;
  readonly scheduler: SchedulerPace;
  readonly clockLookMs: number;
}

/** An hour closes soon after it has ended. */
const ROLL_UP_MS = 5 * 60_000;

/** Feeds the store while this process leads; of several processes on one database one does. */
export function startIngest(settings: IngestSettings): Ingest {
  const { context, log, pace } = settings;
  let backfills: BackfillRunner | null = null;
  let polling: Polling | null = null;
  const race = {
    store: context.store,
    log,
    now: context.clock.real,
    ...(pace && { pace: pace.lease }),
  };
  const leadership = seekLeadership(race, () => {
    const led = startPolling(settings);
    polling = led;
    backfills = settings.runBackfills?.() ?? null;
    const beside = settings.leadBeside?.();
    return {
      stop: async () => {
        await Promise.all([led.stop(), backfills?.stop(), beside?.stop()]);
        polling = null;
        backfills = null;
      },
    };
  });
  return {
    progress: () => backfills?.progress() ?? [],
    isPaused: () => polling?.isPaused() ?? false,
    stop: leadership.stop,
  };
}

/** Polls and closes hours; `stop` ends what is under way. */
type Polling = Pick<Scheduler, 'isPaused' | 'stop'>;

/**
 * Polls, and begins anew when the clock was set: what is due is another thing then, and figures of a time that has not come
 * are not served until they are polled again. Hours are closed, and old ones removed, only by a clock that has stood for a
 * while, so that one that is a year ahead for a moment removes nothing.
 */
function startPolling(settings: IngestSettings): Polling {
  const { sources, context, log, onPoll, pace } = settings;
  const logValidation = createValidationLog(log);
  const start = () =>
    startScheduler(
      sources,
      context,
      (source, outcome) => {
        logValidation(source, outcome);
        onPoll(source, outcome);
      },
      pace?.scheduler,
    );
  let scheduler = start();
  let isStopped = false;
  let restart: Promise<void> = Promise.resolve();
  const rolling = setInterval(() => void rollUp(settings), ROLL_UP_MS).unref();
  const clock = watchClock(
    context.clock,
    (jumpMs) => {
      log.warn({ jumpMs }, 'the clock was set; every source is asked again');
      rolling.refresh();
      restart = restart.then(async () => {
        await scheduler.stop();
        if (!isStopped) scheduler = start();
      });
    },
    pace?.clockLookMs,
  );
  return {
    isPaused: () => scheduler.isPaused(),
    stop: async () => {
      isStopped = true;
      clock.stop();
      clearInterval(rolling);
      await Promise.all([scheduler.stop(), restart]);
    },
  };
}

async function rollUp({ context, log, retention }: IngestSettings): Promise<void> {
  try {
    await rollUpUntilDone(context.store.write, {
      nowMs: context.clock.service().getTime(),
      retainMinutesDays: retention.minutesDays,
      retainHoursDays: retention.hoursDays,
    });
  } catch (error) {
    log.error({ err: error }, 'hours and days could not be closed');
  }
}
