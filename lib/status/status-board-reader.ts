import { setTimeout } from 'node:timers/promises';
import type { BoardReport } from '#lib/contract/status-page';
import type { Logger } from '#lib/platform/logger';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import type { Store } from '#lib/store/store';
import { isKnownAway } from '#lib/api/health/database-health';
import { type BoardParts, statusBoardOf } from './status-board.ts';
import { readStatusPast, type StatusPast, type StatusStore } from './status-past.ts';

/** What the board of this moment is made of, but for what the database holds. */
export type LiveParts = Omit<BoardParts, 'past'>;

/** What boards are read with. */
export interface BoardReading {
  readonly store: StatusStore & Pick<Store, 'fault' | 'look'>;
  readonly live: () => LiveParts;
  /** A clock in ms that never goes back. */
  readonly monotonicMs: () => number;
  readonly log: Pick<Logger, 'error'>;
  /** How long a board waits for a newer past when it has one. */
  readonly patienceMs?: number;
}

/** However many people look, days and incidents are read when a check came in, and after this time. */
const READ_EVERY_MS = 10_000;

/** A page that waits longer for the database seems to be down itself. */
const PATIENCE_MS = 1000;

/** Without any past there is nothing to show in its place, and the first reading takes longest. */
const FIRST_PATIENCE_MS = 3000;

/**
 * Makes boards: the states from memory, each time; the past from the database, once a check. While the database
 * does not answer, or not soon, the past read last is shown, with its instant; without one, it is missing from the board.
 */
export function createBoardReader({
  store,
  live,
  monotonicMs,
  log,
  patienceMs = PATIENCE_MS,
}: BoardReading): () => Promise<BoardReport> {
  let past: StatusPast | null = null;
  let readMs = -Infinity;
  let readChecks = '';
  let reading: Promise<void> | null = null;
  const renew = async (checks: string) => {
    const { report, now } = live();
    const ids = report.sources.map(({ source }) => source);
    try {
      past = await readStatusPast(store, ids, now);
    } catch (error) {
      // A database that is away is told once, by what follows its commits.
      if (!(error instanceof DatabaseUnavailable)) {
        log.error({ err: error }, 'the past of the sources could not be read for the status page');
      }
    }
    readMs = monotonicMs();
    readChecks = checks;
  };
  return async () => {
    const checks = newestChecks(live());
    const isNew = checks === readChecks && monotonicMs() - readMs < READ_EVERY_MS;
    if (!isNew && !isKnownAway(store)) {
      reading ??= renew(checks).finally(() => {
        reading = null;
      });
      const waitMs = past === null ? FIRST_PATIENCE_MS : patienceMs;
      await Promise.race([reading, setTimeout(waitMs, undefined, { ref: false })]);
    }
    return statusBoardOf({ ...live(), past });
  };
}

/** Changes with every check. */
function newestChecks({ checks }: LiveParts): string {
  return [...checks].map(([source, { checkedAt }]) => `${source} ${checkedAt.getTime()}`).join();
}
