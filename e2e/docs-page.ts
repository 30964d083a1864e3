import { type Locator, type Page, expect } from '@playwright/test';
import { untilLive } from './live-page.ts';
import type { SharedServer } from '#lib/testing/worlds/running-server';

/** A server with two days of history, its key, and what /v1 answers to it. */
export interface DocsServer extends SharedServer {
  /** Any GET with the key, as its text. */
  readonly ask: (path: string) => Promise<string>;
}

/** What the API of a server answers, to be compared with what the docs show. */
export function docsOn(server: SharedServer): DocsServer {
  return {
    ...server,
    ask: async (path) => {
      const answer = await fetch(server.origin + path, { headers: { 'X-API-Key': server.folder.key } });
      return answer.text();
    },
  };
}

/** Opens the page and waits until its code runs, so that keys and presses are heard. */
export async function openDocs(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilLive(page);
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
