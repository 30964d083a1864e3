'use client';
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { useState } from 'react';
import { useSourceNotes } from '#components/frame/source-notes';
import { createChartClients } from '#lib/client/history/chart-clients';
import { useServiceWorker } from '#lib/client/browser/service-worker';
import { unpackCurrencies } from '#lib/format/currencies/currency-pack';
import { isMarket } from '#lib/format/sources/source-notes';
import { HistoryChart, type ServedChart } from './history-chart.tsx';

/** Where the server's part ends: from here on the browser asks by itself, with a key of its own. */
export function ChartRoot({
  state,
  packedCurrencies,
  ...served
}: Omit<ServedChart, 'currencies'> & {
  readonly state: DehydratedState;
  readonly packedCurrencies: string;
}) {
  const [queries] = useState(() => new QueryClient());
  const [currencies] = useState(() => unpackCurrencies(packedCurrencies));
  const notes = useSourceNotes();
  const [clients] = useState(() => createChartClients(isMarket(notes)));
  useServiceWorker();
  return (
    <QueryClientProvider client={queries}>
      <HydrationBoundary state={state}>
        <HistoryChart clients={clients} currencies={currencies} {...served} />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}
