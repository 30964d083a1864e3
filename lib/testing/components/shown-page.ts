import type { ReactNode } from 'react';
import { inject } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { codeMeanings } from '#app/(site)/code-meanings';
import { ConverterPage } from '#components/converter/converter-page';
import { ChartPage } from '#components/history-chart/chart-page';
import { RatesPage } from '#components/rates-table/rates-page';
import type { PageClock } from '#components/ui/figures/ticking-time';
import type { CodeBook } from '#lib/client/address/address-parts';
import { readChartAddress } from '#lib/client/address/chart-address';
import { readConverterAddress } from '#lib/client/address/converter-address';
import { readRatesAddress } from '#lib/client/address/rates-address';
import type { Transport } from '#lib/client/asking/ask';
import { isoDayOf } from '#lib/domain/iso-day';
import { FACTS as ECB } from '#lib/sources/ecb/facts';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { framed } from './framed.tsx';

/** The sources that are enabled where component tests ask, in priority order. */
export const PAGE_SOURCES = [ECB, LAW];

/** What the clock of that service began with. */
const SERVICE_NOW = new Date('2026-04-14T08:00:00Z');

function pageClock(): PageClock {
  const servedAtMs = Date.now();
  return { servedAtMs, offsetMs: SERVICE_NOW.getTime() - servedAtMs };
}

/** Asks what the server asks for a page before it sends it. */
export const askService: Transport = (path) =>
  fetch(path, { headers: { 'X-API-Key': inject('serviceKey') } });

/** Shows the converter of an address as the page does, with the service's answers unless `transport` gives others. */
export async function showConverter(address: string, transport = askService): Promise<void> {
  await show(
    address,
    await ConverterPage({
      transport,
      address,
      meanings: await meaningsIn((book) => readConverterAddress(address, book)),
      sources: PAGE_SOURCES,
      also: null,
      banks: null,
      cadence: null,
      clock: pageClock(),
    }),
  );
}

/** Shows the table of rates of an address as the page does, with the service's answers. */
export async function showRates(address: string, transport = askService): Promise<void> {
  await show(
    address,
    await RatesPage({
      transport,
      address,
      meanings: await meaningsIn((book) => readRatesAddress(address, book)),
      sources: PAGE_SOURCES.map(({ id }) => id),
      credits: Object.fromEntries(PAGE_SOURCES.map(({ id, attribution }) => [id, attribution])),
      pins: null,
      clock: pageClock(),
    }),
  );
}

/** Shows the chart of an address as the page does, with the service's answers. */
export async function showChart(address: string, transport = askService): Promise<void> {
  const today = isoDayOf(SERVICE_NOW);
  await show(
    address,
    await ChartPage({
      transport,
      address,
      meanings: await meaningsIn((book) => readChartAddress(address, { book, today })),
      sources: PAGE_SOURCES,
      serviceNow: SERVICE_NOW,
    }),
  );
}

/** The answer of the service to a path under /v1. */
export async function answerOf(path: string): Promise<unknown> {
  return (await askService(path)).json();
}

/** The address of the page, path and query. */
export function shownAddress(): string {
  return window.location.pathname + window.location.search;
}

/** Shows a page, or a part of one, under an address. */
export async function show(address: string, page: ReactNode): Promise<void> {
  await cleanup();
  window.history.replaceState(null, '', address);
  await render(framed(PAGE_SOURCES, page));
}

function meaningsIn(read: (book: CodeBook) => unknown) {
  return codeMeanings(read, askService);
}
