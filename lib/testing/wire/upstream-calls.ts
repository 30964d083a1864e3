import type { RequestListener } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { createClock } from '#lib/platform/clock';
import { createHttpClient, type GetOptions, type HttpClientSettings } from '#lib/platform/http-client';
import type { HttpLimits } from '#lib/platform/http-limits';
import { type LoopbackHost, startLoopbackHost } from './loopback-host.ts';

/** How the tests' clients name themselves. */
export const USER_AGENT = 'Crossrate/0.1 (+https://example.org/contact)';

/** The instant that the tests' clients believe in when they are made. */
export const SERVICE_NOW = new Date('2026-11-20T12:00:00Z');

/** Starts a host that ends with the test. */
export async function startHost(listener: RequestListener): Promise<LoopbackHost> {
  const host = await startLoopbackHost(listener);
  onTestFinished(host.close);
  return host;
}

/** A client whose retries do not wait. */
export function createClient(limits: Partial<HttpLimits> = {}, settings: Partial<HttpClientSettings> = {}) {
  return createHttpClient({
    clock: createClock(SERVICE_NOW),
    userAgent: USER_AGENT,
    limits: { backoffMs: 1, ...limits },
    ...settings,
  });
}

/** What a call to a test's own host may do: it is on loopback, so the operator set it. */
export function optionsFor(url: string): GetOptions {
  const host = URL.parse(url)?.host ?? '';
  return { hosts: [host], isOperatorAddress: true, contentTypes: ['text/csv'], isBulk: false };
}

/** Fetches from a test's own host. */
export function get(url: string, limits: Partial<HttpLimits> = {}) {
  return createClient(limits).get(url, optionsFor(url));
}

/** The failure of a single try. */
export async function failureOf(
  url: string,
  limits: Partial<HttpLimits> = {},
  options: Partial<GetOptions> = {},
  settings: Partial<HttpClientSettings> = {},
) {
  const client = createClient({ tries: 1, ...limits }, settings);
  const result = await client.get(url, { ...optionsFor(url), ...options });
  if (result.ok) throw new Error('The call did not fail.');
  expect(result.error.sentence).toMatch(/^\S.*\.$/);
  return result.error;
}

/** A body as text. */
export function textOf(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
