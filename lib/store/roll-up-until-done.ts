import { setTimeout } from 'node:timers/promises';
import type { RollUpPosition, RollUpRequest } from '#lib/store/rates/tick-rollup';
import type { Writer } from './write-commands.ts';

/** Rest after a step, in times of what it took: whoever reads has the database to themselves for half of the time. */
const REST_TIMES = 1;

/**
 * Rolls all ticks up and removes what is past its time, in short steps. Between them other writes get their turn, and reads
 * their rest. Gives how many rows went. Rejects when a step fails; then the next call does what was left. `position` leaves out
 * what comes before it.
 */
export async function rollUpUntilDone(
  write: Pick<Writer, 'rollUpTicks'>,
  request: RollUpRequest & { readonly position?: RollUpPosition | null },
): Promise<{ readonly removed: number }> {
  let removed = 0;
  let position = request.position ?? null;
  do {
    const startMs = performance.now();
    const progress: { readonly next: RollUpPosition | null; readonly removed: number } =
      await write.rollUpTicks({ ...request, position });
    removed += progress.removed;
    position = progress.next;
    if (position) await setTimeout(REST_TIMES * (performance.now() - startMs));
  } while (position);
  return { removed };
}
