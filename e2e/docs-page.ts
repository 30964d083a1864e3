import { type Locator, type Page, expect } from '@playwright/test';
import { OPERATIONS } from '#lib/contract/openapi/openapi-operations';
import { untilLive } from './live-page.ts';
import type { SharedServer } from '#lib/testing/worlds/running-server';

/** Endpoints whose snippets print a field of the answer, with what each box begins with. */
export const ENDPOINTS = OPERATIONS.flatMap(({ id, path, examples, printed }) => {
  const query = new URLSearchParams(examples[0].query).toString();
  return printed ? [{ id, path, query, field: printed.name }] : [];
});

/** A server with two days of history, its key, and what /v1 answers to it. */
export interface DocsServer extends SharedServer {
  /** Any GET with the key, as its text. */
  readonly ask: (path: string) => Promise<string>;
  /** How many streams it counts as open. */
  readonly openStreams: () => Promise<number>;
}

/** What the API of a server answers, to be compared with what the docs show. */
export function docsOn(server: SharedServer): DocsServer {
  const { key } = server.folder;
  const textOf = async (address: string, headers: Readonly<Record<string, string>>) =>
    (await fetch(address, { headers })).text();
  return {
    ...server,
    ask: (path) => textOf(server.origin + path, { 'X-API-Key': key }),
    openStreams: async () => {
      const metrics = await textOf(`${server.origin}/metrics`, {});
      return Number(/^crossrate_streams_open (\d+)$/m.exec(metrics)?.[1]);
    },
  };
}

/** Opens the page and waits until its code runs, so that keys and presses are heard. */
export async function openDocs(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilLive(page);
}

/** Goes on to another page of the docs by its entry in the list, as a reader does. */
export async function turnTo(page: Page, slug: string): Promise<void> {
  await page.locator(`nav[aria-label="Docs"] a[href="/docs/${slug}"]`).click();
  await expect(page.locator('nav[aria-label="Docs"] [aria-current]')).toHaveAttribute(
    'href',
    `/docs/${slug}`,
  );
}

/** The box of a path. */
export function box(page: Page, path: string): Locator {
  return page.getByRole('form', { name: `Try ${path}`, exact: true });
}

/** Sends what a box holds and gives the text of the answer, without the spaces that lines need. */
export async function sendBox(of: Locator): Promise<string> {
  await of.getByRole('button', { name: 'Send request' }).click();
  await expect(of.getByText('live answer')).toBeVisible();
  const all = of.getByRole('button', { name: /^Show all/ });
  if (await all.isVisible()) await all.click();
  return (await of.getByRole('group', { name: 'Live answer' }).textContent()) ?? '';
}

/** A text of JSON without any space outside its strings, digits untouched. */
export function packed(text: string): string {
  return text.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}
