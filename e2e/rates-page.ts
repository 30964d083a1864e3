import { expect, type Locator, type Page } from '@playwright/test';
import { untilLive } from './live-page.ts';
import type { SharedServer } from '#lib/testing/worlds/running-server';

/** A server with two days of history, and what its API answers. */
export interface RatesServer extends SharedServer {
  /** `rates` of GET /v1/rates with this query. */
  readonly rates: (query: string) => Promise<Readonly<Record<string, number>>>;
  /** The body of any GET under /v1. */
  readonly ask: (path: string) => Promise<unknown>;
}

/** What the API of a server answers to a table of rates. */
export function ratesOn(server: SharedServer): RatesServer {
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(server.origin + path, { headers: { 'X-API-Key': server.folder.key } });
    return answer.json();
  };
  return {
    ...server,
    ask,
    rates: async (query) => {
      const body = await ask(`/v1/rates?${query}`);
      if (typeof body === 'object' && body && 'rates' in body && isRates(body.rates)) return body.rates;
      throw new Error(`no rates in ${JSON.stringify(body)}`);
    },
  };
}

/** Opens the page and waits until its code runs, so that keys and presses are heard. */
export async function openRates(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await untilLive(page);
}

/** Chooses what the table is of, by any text that the picker finds it by. */
export async function chooseBase(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: /^Base / }).click();
  const dialog = page.getByRole('dialog', { name: 'Show rates on which currency' });
  await dialog.getByRole('combobox').fill(text);
  await dialog.getByRole('option').first().click();
  await expect(dialog).toBeHidden();
}

/** The row of a code. */
export function row(page: Page, code: string): Locator {
  return page.locator(`tr[data-code="${code}"]`);
}

/** The codes of the rows that are drawn, in their order. */
export function drawnCodes(page: Page): Promise<readonly string[]> {
  return page
    .locator('tr[data-code]')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-code') ?? ''));
}

/** The figures of the rows that are drawn, by code, as the page holds them. */
export async function drawnRates(page: Page): Promise<Readonly<Record<string, number>>> {
  const pairs = await page
    .locator('tr[data-code]')
    .evaluateAll((rows) =>
      rows.map((one): [string, number] => [
        one.getAttribute('data-code') ?? '',
        Number(one.querySelector('[data-rate]')?.getAttribute('data-rate')),
      ]),
    );
  return Object.fromEntries(pairs);
}

/** The search field. */
export function searchField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Search by code, name or country' });
}

function isRates(value: unknown): value is Readonly<Record<string, number>> {
  return typeof value === 'object' && value !== null && Object.values(value).every(Number.isFinite);
}
