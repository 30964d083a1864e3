import type { Logger } from '#lib/platform/logger';
import type { Source } from '#lib/sources/source';
import { rollUpUntilDone } from '#lib/store/roll-up-until-done';

import type { BackfillRunner, HistoryProgress } from './backfill-runner.ts';
import { createDoorLog } from './door-log.ts';
import { seekLeadership } from './leadership.ts';
import type { PollContext } from './poll-context.ts';
import { type PollListener, startScheduler } from './scheduler.ts';

/** What feeds the store: polls, history, and the closing of hours and days. */
export interface Ingest {
  /** How far the history of each source is, of what this process fetches. */
  readonly progress: () => readonly HistoryProgress[];
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
  readonly retention: { readonly minutesDays: number; readonly hoursDays: number };
}

/** An hour closes soon after it has ended. */
const ROLL_UP_MS = 5 * 60_000;

/** Feeds the store while this process leads; of several processes on one database one does. */
export function startIngest(settings: IngestSettings): Ingest {
  const { context, log } = settings;
  let backfills: BackfillRunner | null = null;
  const leadership = seekLeadership({ store: context.store, log, now: context.clock.real }, () => {
    const logDoor = createDoorLog(log);
    const scheduler = startScheduler(settings.sources, context, (source, outcome) => {
      logDoor(source, outcome);
      settings.onPoll(source, outcome);
    });
    const rolling = setInterval(() => void rollUp(settings), ROLL_UP_MS);
    rolling.unref();
    backfills = settings.runBackfills?.() ?? null;
    return {
      stop: async () => {
        clearInterval(rolling);
        await Promise.all([scheduler.stop(), backfills?.stop()]);
        backfills = null;
      },
    };
  });
  return { progress: () => backfills?.progress() ?? [], stop: leadership.stop };
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
