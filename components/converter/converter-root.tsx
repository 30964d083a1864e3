'use client';
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { PageClock } from '#components/ui/ticking-time';
import { createBrowserClient } from '#lib/client/browser-client';
import { useServiceWorker } from '#lib/client/service-worker';
import { unpackCurrencies } from '#lib/format/currency-pack';
import { Converter } from './converter.tsx';

/** What the server gives the page. */
export interface ServedConverter {
  /** The address that was asked for, path and query. */
  readonly address: string;
  /** See lib/format/currency-pack.ts; the common ones first. */
  readonly packedCurrencies: string;
  readonly clock: PageClock;
  /** Whether this service has any figures yet. */
  readonly hasFigures: boolean;
}

/** Where the server's part ends: from here on the browser asks by itself, with a key of its own. */
export function ConverterRoot({
  state,
  packedCurrencies,
  ...served
}: ServedConverter & { readonly state: DehydratedState }) {
  const [queries] = useState(() => new QueryClient());
  const [currencies] = useState(() => unpackCurrencies(packedCurrencies));
  const [client] = useState(createBrowserClient);
  useServiceWorker();
  return (
    <QueryClientProvider client={queries}>
      <HydrationBoundary state={state}>
        <Converter client={client} currencies={currencies} {...served} />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}
