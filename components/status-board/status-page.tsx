'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { useServiceWorker } from '#lib/client/browser/service-worker';
import type { BoardReport } from '#lib/contract/status-page';
import { StatusBoard } from './status-board.tsx';

/** Where the server's part ends: from here on the browser asks for newer reports by itself. */
export function StatusPage(served: {
  readonly board: BoardReport;
  readonly clock: PageClock;
  /** By which people reach this server, for addresses that are copied. */
  readonly origin: string;
}) {
  const [queries] = useState(() => new QueryClient());
  useServiceWorker();
  return (
    <QueryClientProvider client={queries}>
      <StatusBoard {...served} />
    </QueryClientProvider>
  );
}
