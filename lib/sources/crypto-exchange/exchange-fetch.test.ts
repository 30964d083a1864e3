import type { RequestListener } from 'node:http';

import { afterEach, describe, expect, it } from 'vitest';

import { createClock } from '#lib/platform/clock';
import { createHttpClient } from '#lib/platform/http-client';
import { type LoopbackHost, startLoopbackHost } from '#lib/testing/wire/loopback-host';

import { createAsk } from './exchange-fetch.ts';

const http = createHttpClient({
  clock: createClock(null),
  userAgent: 'Crossrate test',
  limits: { backoffMs: 1, tries: 1 },
});

const started: LoopbackHost[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((host) => host.close()));
});

const status =
  (code: number): RequestListener =>
  (_request, response) =>
    void response.writeHead(code).end();
const answer: RequestListener = (_request, response) => void response.end('[]');

describe('an exchange with two hosts', () => {
  it('is asked at the first alone while that answers', async () => {
    const { ask, asked } = await start(answer, answer);
    expect((await ask({ path: '/a' })).ok).toBe(true);
    expect(asked()).toEqual([['/a'], []]);
  });

  it.each([451, 403, 404, 500])('is asked at the second when the first answers %d', async (code) => {
    const { ask, asked } = await start(status(code), answer);
    const document = await ask({ path: '/a' });
    expect(document.ok && new TextDecoder().decode(document.value.body)).toBe('[]');
    expect(asked()).toEqual([['/a'], ['/a']]);
  });

  it.each([418, 429])('is left alone when it answers %d, for asking more makes it worse', async (code) => {
    const { ask, asked } = await start(status(code), answer);
    const document = await ask({ path: '/a' });
    expect(document.ok ? '' : document.error.kind).toBe('status');
    expect(asked()).toEqual([['/a'], []]);
  });

  it('tells of both choices when both fail', async () => {
    const { ask } = await start(status(451), status(403));
    const document = await ask({ path: '/a' });
    expect(document.ok ? '' : document.error.sentence).toMatch(
      /status 451\. It does not serve the country .*\. Second choice: .*status 403\. Its firewall refuses/,
    );
  });
});

async function start(...listeners: readonly RequestListener[]) {
  const pair = await Promise.all(listeners.map((listener) => startLoopbackHost(listener)));
  started.push(...pair);
  const hosts = pair.map(({ url }) => new URL(url));
  const ask = createAsk({ hosts, isOperatorAddress: true, http, signal: undefined });
  return { ask, asked: () => pair.map(({ asked }) => asked) };
}
