import { focusManager, queryOptions } from '@tanstack/react-query';
import type { StatusReport } from '#lib/contract/responses';
import type { BoardReport } from '#lib/contract/status-page';
import { ok } from '#lib/domain/result';
import { AskFailure } from './ask-failure.ts';
import { askIntervalMs, PATIENT } from './ask-interval.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { askFor, type Received, type Transport } from './ask.ts';
import { createRatesClient } from '#lib/client/rates/rates-client';

/** How often an open board asks for a newer report. */
export const BOARD_REFRESH_MS = 15_000;

/** How often a board that nobody looks at asks, for the title of its tab. */
const HIDDEN_REFRESH_MS = 60_000;

/** As often as the bar of the page asks while something is wrong. */
const UNWELL_MS = 15_000;

/** A report that the server put into the page, and when. */
export interface ServedBoard {
  readonly board: BoardReport;
  /** Epoch milliseconds of the server's real clock. */
  readonly servedAtMs: number;
}

/** The report that the status page refreshes; the one before stays while none comes. Public, so without a key. */
export function boardQuery({ board, servedAtMs }: ServedBoard, isPaused: boolean) {
  return queryOptions<Received<BoardReport>>({
    ...PATIENT,
    queryKey: ['status-board'],
    queryFn: async ({ signal }) => {
      const received = await askFor<BoardReport>(
        (path) => boundedFetch(path, { signal }),
        '/status/board.json',
      );
      // A refusal that names its reason means the same here as a fault: there is no newer report.
      if (!received.answer.ok)
        throw new AskFailure({ kind: 'fault', requestId: received.answer.error.requestId });
      return received;
    },
    initialData: { answer: ok(board), receivedAtMs: servedAtMs, isRepeated: false },
    initialDataUpdatedAt: servedAtMs,
    staleTime: BOARD_REFRESH_MS,
    refetchOnWindowFocus: !isPaused,
    refetchInterval: ({ state }) =>
      !isPaused &&
      Math.max(askIntervalMs(state, BOARD_REFRESH_MS), focusManager.isFocused() ? 0 : HIDDEN_REFRESH_MS),
    refetchIntervalInBackground: true,
  });
}

/** How every source and every part is doing now; rejects as {@link AskFailure} where the service does not say. Public, so without a key. */
export async function statusNow(transport: Transport = boundedFetch): Promise<StatusReport> {
  const { answer } = await createRatesClient(transport).status();
  if (answer.ok) return answer.value;
  throw new AskFailure({ kind: 'fault', requestId: answer.error.requestId });
}

/** The sources that are not well now, and how they are: what a page asks whose figures are behind. */
export function unwellSourcesQuery(transport?: Transport) {
  return queryOptions({
    ...PATIENT,
    queryKey: ['unwell-sources'],
    queryFn: async () =>
      (await statusNow(transport)).sources
        .filter(({ status }) => status !== 'operational')
        .map(({ source, status }) => ({ source, status })),
    refetchInterval: UNWELL_MS,
  });
}
