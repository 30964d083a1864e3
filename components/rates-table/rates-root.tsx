'use client';
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { useState } from 'react';
import { createRatesClient } from '#lib/client/rates/rates-client';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import { unpackCurrencies } from '#lib/format/currencies/currency-pack';
import { listOptions } from '#lib/format/rates/rates-rows';
import { RatesTable } from './rates-table.tsx';
import { ServedContext, type ServedPage, type ServedRates } from './served-rates.ts';

/** Where the server's part ends: from here on the browser asks by itself, with a key of its own. */
export function RatesRoot({
  state,
  packedCurrencies,
  packedRegions,
  ...page
}: ServedPage & {
  readonly state: DehydratedState;
  /** See lib/format/currencies/currency-pack.ts; the common ones first. */
  readonly packedCurrencies: string;
  /** See lib/format/rates/rates-rows.ts; in the same order. */
  readonly packedRegions: string;
}) {
  const [queries] = useState(() => new QueryClient());
  const [served] = useState((): ServedRates => {
    const transport = createBrowserTransport();
    const options = listOptions(unpackCurrencies(packedCurrencies), packedRegions);
    return { ...page, transport, client: createRatesClient(transport), options };
  });
  return (
    <QueryClientProvider client={queries}>
      <HydrationBoundary state={state}>
        <ServedContext value={served}>
          <RatesTable />
        </ServedContext>
      </HydrationBoundary>
    </QueryClientProvider>
  );
}
