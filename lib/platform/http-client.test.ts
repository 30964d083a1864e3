import { brotliCompressSync, gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import {
  createClient,
  failureOf,
  get,
  optionsFor,
  SERVICE_NOW,
  startHost,
  textOf,
  USER_AGENT,
} from '#lib/testing/wire/upstream-calls';

describe('a document', () => {
  it('comes with its address, headers, version and service time', async () => {
    const host = await startHost((_request, response) => {
      response.setHeader('ETag', '"v1"').setHeader('Last-Modified', 'Fri, 05 Jan 2024 14:57:01 GMT');
      response.end('rates');
    });
    const result = await get(host.url);
    if (!result.ok) throw new Error(result.error.sentence);
    const { body, url, status, headers, version, fetchedAt, latencyMs } = result.value;
    expect([textOf(body), url, status, headers['etag']]).toEqual(['rates', host.url, 200, '"v1"']);
    expect(version).toEqual({ etag: '"v1"', lastModified: 'Fri, 05 Jan 2024 14:57:01 GMT' });
    expect(Math.abs(fetchedAt.getTime() - SERVICE_NOW.getTime())).toBeLessThan(60_000);
    expect(Number.isInteger(latencyMs) && latencyMs >= 0).toBe(true);
  });

  it('is asked for with a contact and any media type', async () => {
    const host = await startHost((request, response) => response.end(JSON.stringify(request.headers)));
    const result = await get(host.url);
    const headers: unknown = result.ok ? JSON.parse(textOf(result.value.body)) : null;
    expect(headers).toMatchObject({ 'user-agent': USER_AGENT, accept: '*/*' });
  });

  it.each([
    ['gzip', gzipSync('rates')],
    ['br', brotliCompressSync('rates')],
  ])('is unpacked when it was sent as %s', async (encoding, packed) => {
    const host = await startHost((_request, response) =>
      response.setHeader('Content-Encoding', encoding).end(packed),
    );
    const result = await get(host.url);
    expect(result.ok && textOf(result.value.body)).toBe('rates');
  });

  it('may be empty: what that means is its source’s matter', async () => {
    const host = await startHost((_request, response) => response.end());
    const result = await get(host.url);
    expect(result.ok && result.value.body.length).toBe(0);
  });
});

describe('a document asked for conditionally', () => {
  it.each([
    ['if-none-match', { etag: '"v1"', lastModified: null }],
    ['if-modified-since', { etag: null, lastModified: 'Fri, 05 Jan 2024 14:57:01 GMT' }],
  ])('is reported as not modified on 304 to %s', async (header, version) => {
    const host = await startHost((request, response) => {
      response.writeHead(request.headers[header] === undefined ? 200 : 304).end();
    });
    const result = await createClient().getIfChanged(host.url, version, optionsFor(host.url));
    expect(result.ok && result.value.kind).toBe('not-modified');
  });

  it('comes as a body when it changed', async () => {
    const host = await startHost((_request, response) => response.end('rates'));
    const version = { etag: '"v0"', lastModified: null };
    const result = await createClient().getIfChanged(host.url, version, optionsFor(host.url));
    expect(result.ok && result.value.kind).toBe('body');
  });

  it('is a failure when a host answers 304 to a call that named no version', async () => {
    const host = await startHost((_request, response) => response.writeHead(304).end());
    expect(await failureOf(host.url)).toMatchObject({ kind: 'status', status: 304 });
  });
});

describe('further tries', () => {
  it.each([429, 500, 503])('are made after %i, as soon as the host asks', async (status) => {
    const host = await startHost((_request, response) => {
      if (host.asked.length === 1) response.writeHead(status, { 'Retry-After': '0' }).end();
      else response.end('rates');
    });
    const result = await get(host.url);
    expect([result.ok, host.asked.length]).toEqual([true, 2]);
  });

  it.each([
    ['three in all of 500', { status: 500, headers: {} }, 3],
    ['none after 404', { status: 404, headers: {} }, 1],
    [
      'none when the host asks for more than five minutes',
      { status: 429, headers: { 'Retry-After': '301' } },
      1,
    ],
    [
      'none when the host names a date too far',
      { status: 503, headers: { 'Retry-After': 'Fri, 31 Dec 2100 00:00:00 GMT' } },
      1,
    ],
    ['none after a redirect is refused', { status: 302, headers: { Location: 'https://other.example/' } }, 1],
  ])('are %s', async (_name, answer, asked) => {
    const host = await startHost((_request, response) =>
      response.writeHead(answer.status, answer.headers).end(),
    );
    expect((await get(host.url, { tries: 3 })).ok).toBe(false);
    expect(host.asked.length).toBe(asked);
  });

  it('are made after the connection broke', async () => {
    const host = await startHost((_request, response) => {
      if (host.asked.length === 1) response.destroy();
      else response.end('rates');
    });
    expect((await get(host.url)).ok).toBe(true);
  });

  it('wait a random part of a limit that doubles', async () => {
    const draws: number[] = [];
    const random = () => {
      draws.push(draws.length);
      return 0;
    };
    const host = await startHost((_request, response) => response.writeHead(500).end());
    await createClient({ tries: 3, backoffMs: 60_000 }, { random }).get(host.url, optionsFor(host.url));
    expect([draws.length, host.asked.length]).toEqual([2, 3]);
  });
});

describe('a call that its caller stops', () => {
  it.each([
    ['before it began', (_request: unknown, response: { end: () => void }) => response.end()],
    ['while the host is silent', () => undefined],
  ])('ends at once %s', async (name, listener) => {
    const stop = new AbortController();
    const host = await startHost((request, response) => {
      stop.abort();
      listener(request, response);
    });
    if (name === 'before it began') stop.abort();
    const failure = await failureOf(host.url, {}, { signal: stop.signal });
    expect(failure).toMatchObject({ kind: 'aborted' });
    expect(host.asked.length).toBe(name === 'before it began' ? 0 : 1);
  });

  it('ends while it waits for the next try', async () => {
    const stop = new AbortController();
    const host = await startHost((_request, response) => {
      response.on('close', () => setImmediate(() => stop.abort()));
      response.writeHead(500).end();
    });
    const settings = { random: () => 1 };
    const failure = await failureOf(
      host.url,
      { tries: 2, backoffMs: 2_000 },
      { signal: stop.signal },
      settings,
    );
    expect(failure).toMatchObject({ kind: 'aborted' });
  });
});
