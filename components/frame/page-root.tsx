'use client';
import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useState } from 'react';
import type { PageClock } from '#components/ui/figures/ticking-time';
import { createBrowserTransport } from '#lib/client/asking/browser-key';
import type { Transport } from '#lib/client/asking/ask';
import { createRatesClient, type RatesClient } from '#lib/client/rates/rates-client';
import type { ServedMeanings } from '#lib/client/rates/served-codes';
import type { SourceId } from '#lib/domain/source-id';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { unpackCurrencies } from '#lib/format/currencies/currency-pack';

/** What the server tells a page that asks for rates. */
export interface ServedPage {
  /** The address that was asked for, path and query. */
  readonly address: string;
  /** What texts of the address that are no code are taken for. */
  readonly meanings: ServedMeanings;
  /** What the page may ask for, in priority order. */
  readonly sources: readonly SourceId[];
  /** The credit that each publisher asks for. */
  readonly credits: Readonly<Record<string, string>>;
  readonly clock: PageClock;
}

/** What stays the same as long as the page is open. */
interface Served extends ServedPage {
  readonly transport: Transport;
  readonly client: RatesClient;
  /** Every currency, the common ones first. */
  readonly currencies: readonly CurrencyOption[];
}

const ServedContext = createContext<Served | null>(null);

/** Where the server's part ends: from here on the browser asks by itself, with a key of its own. */
export function PageRoot({
  state,
  packedCurrencies,
  children,
  ...page
}: ServedPage & {
  readonly state: DehydratedState;
  /** See lib/format/currencies/currency-pack.ts; the common ones first. */
  readonly packedCurrencies: string;
  readonly children: ReactNode;
}) {
  const [served] = useState((): Served => {
    const transport = createBrowserTransport();
    const client = createRatesClient(transport);
    return { ...page, transport, client, currencies: unpackCurrencies(packedCurrencies) };
  });
  return (
    <HydrationBoundary state={state}>
      <ServedContext value={served}>{children}</ServedContext>
    </HydrationBoundary>
  );
}

/** What the page was served with, and what it asks for more with. */
export function useServed(): Served {
  const served = use(ServedContext);
  if (served === null) throw new Error('a part of the page stands outside PageRoot');
  return served;
}
