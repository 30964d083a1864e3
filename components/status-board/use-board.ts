import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AskTrouble, troubleOf } from '#lib/client/asking/ask-failure';
import { nextAskAtMs } from '#lib/client/asking/ask-interval';
import { useInBrowser } from '#lib/client/browser/hydration';
import { useHasNetwork } from '#lib/client/browser/network';
import { isRepeatedPage } from '#lib/client/browser/service-worker';
import { BOARD_REFRESH_MS, boardQuery, type ServedBoard } from '#lib/client/asking/status-queries';
import type { BoardReport } from '#lib/contract/status-page';

/** What an open board shows and does. */
export interface BoardState {
  readonly board: BoardReport;
  /** When this device received it, in epoch milliseconds. */
  readonly receivedAtMs: number;
  /** Whether newer reports do not come; the last one stays. */
  readonly isStale: boolean;
  readonly hasNetwork: boolean;
  /** Why newer reports do not come; null while they do, and where the network alone is missing. */
  readonly trouble: AskTrouble | null;
  readonly nextAskAtMs: number;
  readonly isPaused: boolean;
  readonly pause: (isPaused: boolean) => void;
  readonly askNow: () => void;
}

/** Keeps a board current, starting with what the server put into the page. */
export function useBoard(served: ServedBoard): BoardState {
  const [isPaused, pause] = useState(false);
  const hasNetwork = useHasNetwork();
  // What the server drew knows nothing of it, and has to be taken over as it is first.
  const isRepeated = useInBrowser(isRepeatedPage, false);
  const report = useQuery(boardQuery(served, isPaused));
  const received = report.data;
  return {
    board: received.answer.ok ? received.answer.value : served.board,
    receivedAtMs: received.receivedAtMs,
    isStale:
      report.error !== null ||
      !hasNetwork ||
      received.isRepeated ||
      (isRepeated && received.receivedAtMs === served.servedAtMs),
    hasNetwork,
    trouble: troubleOf(report.error),
    nextAskAtMs: nextAskAtMs(report, BOARD_REFRESH_MS),
    isPaused,
    pause: (next) => {
      pause(next);
      if (!next) void report.refetch();
    },
    askNow: () => void report.refetch(),
  };
}
