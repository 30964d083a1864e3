'use client';
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { useState } from 'react';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import { unpackCurrencies } from '#lib/format/currencies/currency-pack';
import { Converter, type ServedConverter } from './converter.tsx';

/** Where the server's part ends: from here on the browser asks by itself, with a key of its own. */
export function ConverterRoot({
  state,
  packedCurrencies,
  ...served
}: ServedConverter & { readonly state: DehydratedState }) {
  const [queries] = useState(() => new QueryClient());
  const [currencies] = useState(() => unpackCurrencies(packedCurrencies));
  const [transport] = useState(() => createBrowserTransport());
  return (
    <QueryClientProvider client={queries}>
      <HydrationBoundary state={state}>
        <Converter transport={transport} currencies={currencies} {...served} />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}
