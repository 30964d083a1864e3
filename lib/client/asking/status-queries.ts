import { focusManager, queryOptions } from '@tanstack/react-query';
import type { StatusReport } from '#lib/contract/responses';
import type { BoardReport } from '#lib/contract/status-page';
import { ok } from '#lib/domain/result';
import { AskFailure, troubleOf } from './ask-failure.ts';
import { retryMs } from './ask-interval.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { askFor, createRatesClient, type Received } from '#lib/client/rates/rates-client';

/** How often an open board asks for a newer report. */
export const BOARD_REFRESH_MS = 15_000;

/** How often a board that nobody looks at asks, for the title of its tab. */
const HIDDEN_REFRESH_MS = 60_000;

/** A report that the server put into the page, and when. */
export interface ServedBoard {
  readonly board: BoardReport;
  /** Epoch milliseconds of the server's real clock. */
  readonly servedAtMs: number;
}

/** How asking for a report went. */
interface BoardAsked {
  readonly error: unknown;
  readonly dataUpdatedAt: number;
  readonly errorUpdatedAt: number;
}

/** The report that the status page refreshes; the one before stays while none comes. Public, so without a key. */
export function boardQuery({ board, servedAtMs }: ServedBoard, isPaused: boolean) {
  return queryOptions<Received<BoardReport>>({
    queryKey: ['status-board'],
    queryFn: async ({ signal }) => {
      const received = await askFor((path) => boundedFetch(path, { signal }), '/status/board.json', asBoard);
      // A refusal that names its reason means the same here as a fault: there is no newer report.
      if (!received.answer.ok)
        throw new AskFailure({ kind: 'fault', requestId: received.answer.error.requestId });
      return received;
    },
    initialData: { answer: ok(board), receivedAtMs: servedAtMs, isRepeated: false },
    initialDataUpdatedAt: servedAtMs,
    staleTime: BOARD_REFRESH_MS,
    retry: false,
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchOnWindowFocus: !isPaused,
    refetchInterval: ({ state }) =>
      isPaused ? false : Math.max(pauseAfter(state), focusManager.isFocused() ? 0 : HIDDEN_REFRESH_MS),
    refetchIntervalInBackground: true,
  });
}

/** How every source and every part is doing now; rejects as {@link AskFailure} where the service does not say. Public, so without a key. */
export async function statusNow(): Promise<StatusReport> {
  const { answer } = await createRatesClient(boundedFetch).status();
  if (answer.ok) return answer.value;
  throw new AskFailure({ kind: 'fault', requestId: answer.error.requestId });
}

/** When the next report is asked for by itself, in epoch milliseconds. */
export function nextBoardAskAtMs(state: BoardAsked): number {
  const answeredAtMs = state.error === null ? state.dataUpdatedAt : state.errorUpdatedAt;
  return answeredAtMs + pauseAfter(state);
}

/** Whoever asked too often is told how long to wait. */
function pauseAfter({ error, errorUpdatedAt }: BoardAsked): number {
  const trouble = troubleOf(error);
  if (trouble === null) return BOARD_REFRESH_MS;
  return trouble.kind === 'limited' ? trouble.retryAfterMs : retryMs(errorUpdatedAt);
}

/** The service answers 200 with exactly this type: the page is made of the same. */
function asBoard(body: unknown): BoardReport {
  return body as BoardReport;
}
