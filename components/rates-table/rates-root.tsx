'use client';
import {
  type DehydratedState,
  HydrationBoundary,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import { useState } from 'react';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import type { ServedMeanings } from '#lib/client/rates/served-codes';
import { useServiceWorker } from '#lib/client/browser/service-worker';
import type { SourceId } from '#lib/domain/source-id';
import { unpackCurrencies } from '#lib/format/currencies/currency-pack';
import { listOptions } from '#lib/format/rates/rates-rows';
import { RatesTable } from './rates-table.tsx';

/** What the server gives the page. */
interface ServedRates {
  readonly state: DehydratedState;
  /** The address that was asked for, path and query. */
  readonly address: string;
  readonly meanings: ServedMeanings;
  /** See lib/format/currencies/currency-pack.ts; the common ones first. */
  readonly packedCurrencies: string;
  /** See lib/format/rates/rates-rows.ts; in the same order. */
  readonly packedRegions: string;
  readonly sources: readonly SourceId[];
  /** The credit that each publisher asks for. */
  readonly credits: Readonly<Record<string, string>>;
  readonly pins: string | null;
  readonly clock: PageClock;
}

/** Where the server's part ends: from here on the browser asks by itself, with a key of its own. */
export function RatesRoot({ state, packedCurrencies, packedRegions, ...served }: ServedRates) {
  const [queries] = useState(() => new QueryClient());
  const [options] = useState(() => listOptions(unpackCurrencies(packedCurrencies), packedRegions));
  const [transport] = useState(() => createBrowserTransport());
  useServiceWorker();
  return (
    <QueryClientProvider client={queries}>
      <HydrationBoundary state={state}>
        <RatesTable transport={transport} options={options} {...served} />
      </HydrationBoundary>
    </QueryClientProvider>
  );
}
