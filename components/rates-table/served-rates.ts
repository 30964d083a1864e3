'use client';
import { createContext, use } from 'react';
import type { PageClock } from '#components/ui/figures/ticking-time';
import type { RatesClient, Transport } from '#lib/client/rates/rates-client';
import type { ServedMeanings } from '#lib/client/rates/served-codes';
import type { SourceId } from '#lib/domain/source-id';
import type { ListedOption } from '#lib/format/rates/rates-rows';

/** What the server tells the page. */
export interface ServedPage {
  /** The address that was asked for, path and query. */
  readonly address: string;
  /** What a base that is no code is taken for. */
  readonly meanings: ServedMeanings;
  /** What the page may ask for, in priority order. */
  readonly sources: readonly SourceId[];
  /** The credit that each publisher asks for. */
  readonly credits: Readonly<Record<string, string>>;
  /** The cookie of the pinned codes. */
  readonly pins: string | null;
  readonly clock: PageClock;
}

/** What stays the same as long as the page is open. */
export interface ServedRates extends ServedPage {
  readonly transport: Transport;
  readonly client: RatesClient;
  /** Every currency, the common ones first. */
  readonly options: readonly ListedOption[];
}

/** Holds it for every part of the page. */
export const ServedContext = createContext<ServedRates | null>(null);

/** What the page was served with, and what it asks for more with. */
export function useServed(): ServedRates {
  const served = use(ServedContext);
  if (served === null) throw new Error('a part of the table stands outside RatesRoot');
  return served;
}
