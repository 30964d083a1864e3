import { SECOND_MS } from '#lib/domain/durations';

/** Windows of a history, each of which is asked once: none of their answers can have been kept. */
export interface HistoryWindows {
  /** The path and query of /v1/historical without a window. */
  readonly path: string;
  /** The end of the first window, in epoch milliseconds. */
  readonly newestEndMs: number;
  /** How far each window ends before the one that was asked before it. */
  readonly stepMs: number;
  /** How far back windows may end; then it begins again, a second earlier. */
  readonly rangeMs: number;
  /** From start to end; null for windows that have an end alone, and take their start from the limit. */
  readonly spanMs: number | null;
}

/** The address of the window of a number; another one for each number up to some millions. */
export function windowPath(
  { path, newestEndMs, stepMs, rangeMs, spanMs }: HistoryWindows,
  serial: number,
): string {
  const backMs = serial * stepMs;
  const endMs = newestEndMs - (backMs % rangeMs) - Math.floor(backMs / rangeMs) * SECOND_MS;
  const end = `${path}&endDate=${new Date(endMs).toISOString()}`;
  return spanMs === null ? end : `${end}&startDate=${new Date(endMs - spanMs).toISOString()}`;
}
