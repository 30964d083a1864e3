import { createBrowserTransport } from '#lib/client/asking/browser-key';
import { createHistoryClient, type HistoryClient } from './history-client.ts';
import { createRatesClient, type RatesClient } from '#lib/client/rates/rates-client';

/** How a page with charts asks. */
export interface ChartClients {
  readonly rates: RatesClient;
  readonly history: HistoryClient;
}

/** The clients of a page with charts: over the network, with one key for both that lives in this page's memory. */
export function createChartClients(isMarket: (source: string) => boolean): ChartClients {
  const transport = createBrowserTransport();
  return { rates: createRatesClient(transport), history: createHistoryClient(transport, isMarket) };
}
