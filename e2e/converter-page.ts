import { expect, type Page } from '@playwright/test';
import type { SharedServer } from '#lib/testing/worlds/running-server';
import type { FolderContents } from '#lib/testing/worlds/served-folder';

/** A server with some days of history, and what its API answers. */
export interface ConverterServer extends SharedServer {
  /** `result` of GET /v1/convert. */
  readonly ask: (from: string, to: string, amount: string) => Promise<number>;
  /** The body of any GET under /v1. */
  readonly get: (path: string) => Promise<unknown>;
}

/** What both banks published for a week of March 2026. */
const MARCH = {
  ecb: `Date,USD,JPY,GBP,
2026-03-18,1.15,183.49,0.86393,
2026-03-17,1.1531,183.29,0.8643,
2026-03-16,1.1478,182.66,0.86408,
2026-03-13,1.1476,182.85,0.86503,
2026-03-12,1.1547,183.43,0.86243,
2026-03-11,1.1581,183.63,0.86363,
2026-03-10,1.1641,183.67,0.86545,
`,
  boe: `DATE,XUDLUSS,XUDLERS,XUDLJYS\r
17 Mar 2026,1.3343,1.1577,212.1937\r
18 Mar 2026,1.3323,1.1572,212.4739\r
`,
} as const;

/** The morning after: both banks are fresh, the next figures are due. */
const MARCH_CLOCK = '2026-03-19T12:00:00Z';

/** A bank that asks for a long credit. */
const FED = `observation_date,DEXUSEU
2026-03-12,1.1556
2026-03-13,1.1444
`;

/** The figures of two banks, so that there is something to compare. */
export const TWO_BANKS: FolderContents = { clock: MARCH_CLOCK, files: MARCH };

/** The same with the American bank in the place of the British one. */
export const FAR_BANKS: FolderContents = { clock: MARCH_CLOCK, files: { ecb: MARCH.ecb, fed: FED } };

/** What the API of a server answers to a converter. */
export function converterOn(server: SharedServer): ConverterServer {
  const get = async (path: string): Promise<unknown> => {
    const answer = await fetch(server.origin + path, { headers: { 'X-API-Key': server.folder.key } });
    return answer.json();
  };
  return {
    ...server,
    get,
    ask: async (from, to, amount) => {
      const body = await get(`/v1/convert?from=${from}&to=${to}&amount=${amount}`);
      if (typeof body === 'object' && body && 'result' in body && typeof body.result === 'number')
        return body.result;
      throw new Error(`no result in ${JSON.stringify(body)}`);
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

/** The field of what is wanted in the end. */
export function resultField(page: Page) {
  return page.getByRole('textbox', { name: /^Result in/ });
}

/** Opens the picker of one end and types into it. */
export async function search(page: Page, end: 'From' | 'To', text: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${end} `) }).click();
  await page.getByRole('combobox', { name: 'Code, name or country' }).fill(text);
  await expect(highlighted(page)).toBeVisible();
}

/** The row that Enter takes. */
export function highlighted(page: Page) {
  return page.locator('[role="option"][data-highlighted]');
}

/** The result, by its figure and code: `116.84 USD`. */
export function result(page: Page, name: string) {
  return page.getByRole('status', { name, exact: true });
}

/** The API's amount as the page shows it: grouped, rounded to minor units. */
export function shown(amount: number, code = 'EUR'): string {
  const units = code === 'JPY' ? 0 : 2;
  return amount.toLocaleString('en', { minimumFractionDigits: units, maximumFractionDigits: units });
}

/** The same with all the digits that the API gives. */
export function allDigits(amount: number): string {
  const [whole = '', fraction = ''] = amount
    .toLocaleString('en', { maximumSignificantDigits: 15 })
    .split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}

/** Waits until the service worker has put something away: it does so behind the page's back. */
export async function untilKept(page: Page, address: string): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async (path) => {
        const options = { ignoreVary: true, ignoreSearch: !path.includes('?') };
        return (await caches.match(path, options)) !== undefined;
      }, address),
    )
    .toBe(true);
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
