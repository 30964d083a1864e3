import { expect, type Fixtures } from '@playwright/test';
import { type ChartServer, startCharts } from './charts-page.ts';
import { type ConverterServer, converterOn, TWO_BANKS } from './converter-page.ts';
import { type DocsServer, docsOn } from './docs-page.ts';
import { type RatesServer, ratesOn } from './rates-page.ts';
import {
  type FolderServer,
  type RunningServer,
  startFolder,
  startServer,
} from '#lib/testing/worlds/running-server';
import { removeTemplates } from '#lib/testing/worlds/served-folder';

/** Servers that a worker starts once, when a test first asks for one, and that tests only read from. */
export interface SharedServers {
  /** Two days of history; `converter`, `rates` and `docs` are the same server as the tests of each page ask it. */
  readonly twoDays: FolderServer;
  readonly converter: ConverterServer;
  readonly rates: RatesServer;
  readonly docs: DocsServer;
  /** The same two days of history, three days later: their figures are stale. */
  readonly threeDaysLater: RunningServer;
  /** A week of two banks. */
  readonly twoBanks: ConverterServer;
  /** 27 years of history. */
  readonly charts: ChartServer;
  /** The same on a server which says that its figures are made up. */
  readonly simulatedCharts: ChartServer;
  readonly starting: typeof STARTING;
  readonly templates: null;
}

const STARTING = { startFolder, startServer, startCharts, removeTemplates };

export const sharedServers: Fixtures<object, SharedServers> = {
  starting: [STARTING, { scope: 'worker' }],
  templates: [
    async ({ starting }, use) => {
      await use(null);
      await starting.removeTemplates();
    },
    { scope: 'worker', auto: true },
  ],
  twoDays: [({ starting }, use) => untilUsed(starting.startFolder(), use), { scope: 'worker' }],
  converter: [({ twoDays }, use) => use(converterOn(twoDays)), { scope: 'worker' }],
  rates: [({ twoDays }, use) => use(ratesOn(twoDays)), { scope: 'worker' }],
  docs: [({ twoDays }, use) => use(docsOn(twoDays)), { scope: 'worker' }],
  threeDaysLater: [
    ({ starting, twoDays }, use) =>
      untilUsed(starting.startServer(twoDays.folder, { CLOCK: '2026-04-16T18:00:00Z' }), use),
    { scope: 'worker' },
  ],
  twoBanks: [
    ({ starting }, use) =>
      untilUsed(starting.startFolder({}, TWO_BANKS), (server) => use(converterOn(server))),
    { scope: 'worker' },
  ],
  charts: [({ starting }, use) => untilUsed(starting.startCharts(), use), { scope: 'worker' }],
  simulatedCharts: [
    ({ starting }, use) => untilUsed(starting.startCharts({ SIMULATED: '1' }), use),
    { scope: 'worker' },
  ],
};

/** Gives a server on which pages can be read, and stops it once the worker has no more use for it. */
async function untilUsed<T extends { readonly origin: string; readonly stop: () => Promise<void> }>(
  started: Promise<T>,
  use: (server: T) => Promise<void>,
): Promise<void> {
  const server = await started;
  // The pages come a moment after the API.
  await expect.poll(async () => (await fetch(server.origin)).status, { timeout: 60_000 }).toBe(200);
  await use(server);
  await server.stop();
}
