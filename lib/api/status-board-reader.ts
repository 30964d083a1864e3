import type { BoardReport } from '#lib/contract/status-page';
import type { Logger } from '#lib/platform/logger';
import { type BoardParts, statusBoardOf } from './status-board.ts';
import { readStatusPast, type StatusPast, type StatusStore } from './status-past.ts';

/** What the board of this moment is made of, but for what the database holds. */
export type LiveParts = Omit<BoardParts, 'past'>;

/** What boards are read with. */
export interface BoardReading {
  readonly store: StatusStore;
  readonly live: () => LiveParts;
  /** A clock in ms that never goes back. */
  readonly monotonicMs: () => number;
  readonly log: Pick<Logger, 'error'>;
}

/** However many people look, days and incidents are read when a check came in, and after this time. */
const READ_EVERY_MS = 10_000;

/**
 * Makes boards: the states from memory, each time; the past from the database, once a check. While the database
 * does not answer the past read last is shown, with its instant; when none was ever read the board rejects.
 */
export function createBoardReader({
  store,
  live,
  monotonicMs,
  log,
}: BoardReading): () => Promise<BoardReport> {
  let past: StatusPast | null = null;
  let readMs = -Infinity;
  let readChecks = '';
  let reading: Promise<StatusPast> | null = null;
  const read = () => {
    const { report, now } = live();
    reading ??= readStatusPast(
      store,
      report.sources.map(({ source }) => source),
      now,
    ).finally(() => {
      reading = null;
    });
    return reading;
  };
  return async () => {
    const checks = newestChecks(live());
    if (past === null || checks !== readChecks || monotonicMs() - readMs >= READ_EVERY_MS) {
      try {
        past = await read();
      } catch (error) {
        log.error({ err: error }, 'the past of the sources could not be read for the status page');
        if (past === null) throw error;
      }
      readMs = monotonicMs();
      readChecks = checks;
    }
    return statusBoardOf({ ...live(), past });
  };
}

/** Changes with every check. */
function newestChecks({ checks }: LiveParts): string {
  return [...checks].map(([source, { checkedAt }]) => `${source} ${checkedAt.getTime()}`).join();
}
