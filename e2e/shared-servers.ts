import process from 'node:process';
import { expect, type Fixtures } from '@playwright/test';
import { type ChartServer, chartsOn } from './charts-page.ts';
import { type ConverterServer, converterOn } from './converter-page.ts';
import { type DocsServer, docsOn } from './docs-page.ts';
import { type RatesServer, ratesOn } from './rates-page.ts';
import type { SharedServer } from '#lib/testing/worlds/running-server';
import { removeTemplates } from '#lib/testing/worlds/served-folder';

/** The variable with the address at which workers ask for servers by their names; global-setup.ts listens there. */
export const SERVERS_AT = 'E2E_SERVERS_AT';

export type SharedName = 'twoDays' | 'threeDaysLater' | 'twoBanks' | 'charts' | 'simulatedCharts';

/** Servers that are started once in a run, when a test first asks for one, and that tests only read from. */
export interface SharedServers {
  /** Two days of history; `converter`, `rates` and `docs` are the same server as the tests of each page ask it. */
  readonly twoDays: SharedServer;
  readonly converter: ConverterServer;
  readonly rates: RatesServer;
  readonly docs: DocsServer;
  /** The same two days of history, three days later: their figures are stale. */
  readonly threeDaysLater: SharedServer;
  /** A week of two banks. */
  readonly twoBanks: ConverterServer;
  /** 27 years of history. */
  readonly charts: ChartServer;
  /** The same on a server which says that its figures are made up. */
  readonly simulatedCharts: ChartServer;
  readonly starting: typeof STARTING;
  readonly templates: null;
}

const STARTING = { askForServer, removeTemplates };

export const sharedServers: Fixtures<object, SharedServers> = {
  starting: [STARTING, { scope: 'worker' }],
  templates: [
    async ({ starting }, use) => {
      await use(null);
      await starting.removeTemplates();
    },
    { scope: 'worker', auto: true },
  ],
  twoDays: [async ({ starting }, use) => use(await starting.askForServer('twoDays')), { scope: 'worker' }],
  converter: [({ twoDays }, use) => use(converterOn(twoDays)), { scope: 'worker' }],
  rates: [({ twoDays }, use) => use(ratesOn(twoDays)), { scope: 'worker' }],
  docs: [({ twoDays }, use) => use(docsOn(twoDays)), { scope: 'worker' }],
  threeDaysLater: [
    async ({ starting }, use) => use(await starting.askForServer('threeDaysLater')),
    { scope: 'worker' },
  ],
  twoBanks: [
    async ({ starting }, use) => use(converterOn(await starting.askForServer('twoBanks'))),
    { scope: 'worker' },
  ],
  charts: [
    async ({ starting }, use) => use(chartsOn(await starting.askForServer('charts'))),
    { scope: 'worker' },
  ],
  simulatedCharts: [
    async ({ starting }, use) => use(chartsOn(await starting.askForServer('simulatedCharts'))),
    { scope: 'worker' },
  ],
};

/** A server on which pages can be read. */
async function askForServer(name: SharedName): Promise<SharedServer> {
  const answer = await fetch(`${process.env[SERVERS_AT]}/${name}`);
  if (!answer.ok) throw new Error(await answer.text());
  const server = sharedServerOf(await answer.json());
  // The pages come a moment after the API.
  await expect.poll(async () => (await fetch(server.origin)).status, { timeout: 60_000 }).toBe(200);
  return server;
}

/** What global-setup.ts answers when it succeeds. */
function sharedServerOf(body: unknown): SharedServer {
  return body as SharedServer;
}
