import { boundedFetch } from './bounded-fetch.ts';
import { createBrowserTransport } from './browser-key.ts';
import { createHistoryClient, type HistoryClient } from './history-client.ts';
import { createRatesClient, type RatesClient } from './rates-client.ts';

/** How a page with charts asks. */
export interface ChartClients {
  readonly rates: RatesClient;
  readonly history: HistoryClient;
}

/** The clients of a page with charts: over the network, with one key for both that lives in this page's memory. */
export function createChartClients(isMarket: (source: string) => boolean): ChartClients {
  const transport = createBrowserTransport({
    fetch: boundedFetch,
    now: () => Date.now(),
  });
  return { rates: createRatesClient(transport), history: createHistoryClient(transport, isMarket) };
}
