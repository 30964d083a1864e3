import type { ReportedCheck } from '#lib/api/health/status-report';
import { UNCHECKED } from '#lib/domain/health/health-machine';
import type { Feeding } from '#lib/ingest/feed-store';
import type { Ingest } from '#lib/ingest/ingest';
import type { PollListener } from '#lib/ingest/poll/scheduler';

/** How long a poll under way may hold up the end of the process. */
const STOP_PATIENCE_MS = 3000;

/** What feeds the store once it is started. */
export interface OpenedIngest extends Ingest {
  /** Starts polling; `onPoll` hears of every poll. */
  readonly start: (onPoll: PollListener) => void;
}

/** What feeds the store, loaded when it is started: answers come first. `checks` are the newest checks of the sources. */
export function openIngest({
  checks,
  ...parts
}: Omit<Feeding, 'health' | 'onPoll'> & {
  readonly checks: ReadonlyMap<string, ReportedCheck>;
}): OpenedIngest {
  let started: Promise<Ingest> | null = null;
  let running: Ingest | null = null;
  const health = (source: string) => checks.get(source)?.state ?? UNCHECKED;
  return {
    start: (onPoll) => {
      started ??= import('#lib/ingest/feed-store').then(({ feedStore }) => {
        running = feedStore({ ...parts, health, onPoll });
        return running;
      });
    },
    progress: () => running?.progress() ?? [],
    isPaused: () => running?.isPaused() ?? false,
    stop: async () => {
      const stopped = started?.then((ingest) => ingest.stop());
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, STOP_PATIENCE_MS))]);
    },
  };
}
