import { expect, type Page } from '@playwright/test';
import { type ServedFolder, servedFolder, startServer } from './running-server.ts';

/** A server with two days of history, and what its API answers. */
export interface ConverterServer {
  readonly origin: string;
  readonly folder: ServedFolder;
  /** `result` of GET /v1/convert. */
  readonly ask: (from: string, to: string, amount: string) => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Starts a server on a folder of its own. */
export async function startConverter(): Promise<ConverterServer> {
  const folder = await servedFolder();
  const server = await startServer(folder);
  return {
    origin: server.origin,
    folder,
    ask: async (from, to, amount) => {
      const answer = await fetch(`${server.origin}/v1/convert?from=${from}&to=${to}&amount=${amount}`, {
        headers: { 'X-API-Key': folder.key },
      });
      const body: unknown = await answer.json();
      if (typeof body === 'object' && body && 'result' in body && typeof body.result === 'number')
        return body.result;
      throw new Error(`no result in ${JSON.stringify(body)}`);
    },
    stop: async () => {
      await server.stop();
      await folder.remove();
    },
  };
}

/** What a page reports as an error; empty at the end of a good test. */
export function collectProblems(page: Page): readonly string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

/** The field of the amount. */
export function amountField(page: Page) {
  return page.getByRole('textbox', { name: /^Amount in/ });
}

/** The result, by its figure and code: `116.84 USD`. */
export function result(page: Page, name: string) {
  return page.getByRole('status', { name, exact: true });
}

/** The API's figure as the page shows it: grouped, at least minor units, at most 12 significant digits. */
export function shown(figure: number, code = 'EUR'): string {
  const [whole = '', fraction = ''] = figure
    .toLocaleString('en', { maximumSignificantDigits: 12 })
    .split('.');
  const digits = fraction.padEnd(code === 'JPY' ? 0 : 2, '0');
  return digits === '' ? whole : `${whole}.${digits}`;
}

/** Waits until the service worker has put something away: it does so behind the page's back. */
export async function untilKept(page: Page, address: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined, address),
    )
    .toBe(true);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
