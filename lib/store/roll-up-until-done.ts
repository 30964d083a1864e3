import type { RollUpPosition, RollUpRequest } from '#lib/store/rates/tick-rollup';
import type { Writer } from './write-commands.ts';

/**
 * Rolls all ticks up and removes what is past its time, in short steps between which other writes get their turn. Gives how
 * many rows went. Rejects when a step fails; then the next call does what was left. `position` leaves out what comes before it.
 */
export async function rollUpUntilDone(
  write: Pick<Writer, 'rollUpTicks'>,
  request: RollUpRequest & { readonly position?: RollUpPosition | null },
): Promise<{ readonly removed: number }> {
  let removed = 0;
  let position = request.position ?? null;
  do {
    const progress: { readonly next: RollUpPosition | null; readonly removed: number } =
      await write.rollUpTicks({ ...request, position });
    removed += progress.removed;
    position = progress.next;
  } while (position);
  return { removed };
}
