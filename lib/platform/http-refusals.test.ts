import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import {
  createClient,
  failureOf,
  get,
  optionsFor,
  startHost,
  textOf,
} from '#lib/testing/wire/upstream-calls';

import type { GetOptions, HttpClientSettings } from './http-client.ts';

describe('a host that misbehaves', () => {
  it('is left when it sends nothing within the first-byte limit', async () => {
    const host = await startHost(() => undefined);
    const failure = await failureOf(host.url, { firstByteMs: 30 });
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'first_byte', limitMs: 30 });
  });

  it.each([
    ['total', false],
    ['bulk', true],
  ])('is left when it drips beyond the %s limit', async (_name, isBulk) => {
    const host = await startHost((_request, response) => {
      const drip = setInterval(() => response.write('.'), 5);
      response.on('close', () => clearInterval(drip));
    });
    const limits = { totalMs: isBulk ? 1 : 60, bulkTotalMs: isBulk ? 60 : 60_000 };
    const failure = await failureOf(host.url, limits, { isBulk });
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'total', limitMs: 60 });
  });

  it('is left when its name is not resolved within the connect limit', async () => {
    const settings = { resolve: () => new Promise<never>(() => undefined) };
    const failure = await failureOf('https://rates.example/', { connectMs: 20 }, {}, settings);
    expect(failure).toMatchObject({ kind: 'timeout', phase: 'connect' });
  });

  it('is told apart by what broke: name, connection, TLS, transfer', async () => {
    const unresolved = {
      resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    };
    expect(await failureOf('https://rates.example/', {}, {}, unresolved)).toMatchObject({ kind: 'dns' });

    const host = await startHost((_request, response) =>
      response.writeHead(200).write('ra', () => response.destroy()),
    );
    expect(await failureOf(host.url)).toMatchObject({ kind: 'network' });
    expect(await failureOf(host.url.replace('http:', 'https:'))).toMatchObject({ kind: 'tls' });
    await host.close();
    expect(await failureOf(host.url)).toMatchObject({ kind: 'connect' });
  });
});

describe('a body', () => {
  it('is given up as soon as it is too big on the wire', async () => {
    let isOpen = true;
    const host = await startHost((_request, response) => {
      const pour = () => isOpen && response.write(Buffer.alloc(65_536), pour);
      response.on('close', () => (isOpen = false));
      pour();
    });
    expect(await failureOf(host.url, { wireBytesMax: 200_000 })).toMatchObject({
      kind: 'too_big',
      bytesMax: 200_000,
    });
  });

  it('is given up as soon as it is too big unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20));
    const host = await startHost((_request, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(bomb),
    );
    expect(bomb.length).toBeLessThan(100_000);
    expect(await failureOf(host.url)).toMatchObject({ kind: 'too_big', bytesMax: 32 * 2 ** 20 });
  });

  it.each([
    ['gzip', gzipSync('rates').subarray(0, -6)],
    ['gzip', Buffer.from('rates')],
    ['zstd', Buffer.from('rates')],
  ])('is damaged when its %s cannot be unpacked', async (encoding, body) => {
    const host = await startHost((_request, response) =>
      response.setHeader('Content-Encoding', encoding).end(body),
    );
    expect(await failureOf(host.url)).toMatchObject({ kind: 'damaged_body' });
  });

  it('is refused when it is a page in place of a document', async () => {
    const host = await startHost((_request, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end('<html></html>');
    });
    const failure = await failureOf(host.url);
    expect(failure).toMatchObject({ kind: 'content_type', contentType: 'text/html; charset=utf-8' });
  });
});

describe('redirects', () => {
  it('are followed within the list of hosts, up to three', async () => {
    const host = await startHost((request, response) => {
      const step = Number(request.url?.slice(1));
      if (step === 3) response.end('rates');
      else response.writeHead(302, { Location: `/${step + 1}` }).end();
    });
    const result = await get(`${host.url}0`);
    expect(result.ok && result.value.url).toBe(`${host.url}3`);
  });

  it('are refused in a loop', async () => {
    const host = await startHost((_request, response) => response.writeHead(301, { Location: '/' }).end());
    expect(await failureOf(host.url)).toMatchObject({ kind: 'redirect_refused' });
    expect(host.asked.length).toBe(4);
  });

  it.each(['http://127.0.0.1:1/', 'https://rates.example/', 'file:///etc/passwd', 'http://[', undefined])(
    'are refused to %s',
    async (location) => {
      const host = await startHost((_request, response) => {
        response.writeHead(302, location === undefined ? {} : { Location: location }).end();
      });
      expect(await failureOf(host.url)).toMatchObject({ kind: 'redirect_refused' });
      expect(host.asked.length).toBe(1);
    },
  );
});

describe('addresses', () => {
  const loopback = { resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) };
  const internet = { resolve: () => Promise.resolve([{ address: '192.88.98.1', family: 4 }]) };
  const both = {
    resolve: () =>
      Promise.resolve([
        { address: '192.88.98.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]),
  };
  const publisher = { isOperatorAddress: false };

  it.each<readonly [string, string, Partial<GetOptions>, Partial<HttpClientSettings>]>([
    ['plain http', 'http://rates.example/', publisher, internet],
    ['a name that resolves to loopback', 'https://rates.example/', publisher, loopback],
    ['a name with one private address', 'https://rates.example/', publisher, both],
    ['loopback itself', 'https://127.0.0.1/', publisher, {}],
    ['loopback in another spelling', 'https://0x7f.1/', { ...publisher, hosts: ['127.0.0.1'] }, {}],
    ['IPv6 loopback', 'https://[::1]/', publisher, {}],
    [
      'a host that is not in the list',
      'https://other.example/',
      { ...publisher, hosts: ['rates.example'] },
      internet,
    ],
    ['a name and password', 'https://user:word@rates.example/', publisher, internet],
    ['no URL', 'rates.example', { ...publisher, hosts: [] }, internet],
    ['plain http on the internet, though the operator set it', 'http://rates.example/', {}, internet],
  ])('are refused for %s, without a second try', async (_name, url, change, settings) => {
    expect(await failureOf(url, {}, change, settings)).toMatchObject({ kind: 'address_refused' });
  });

  it('may be on loopback, by name and in plain http, when the operator set them', async () => {
    const host = await startHost((request, response) => response.end(request.headers.host));
    const url = host.url.replace('127.0.0.1', 'rates.example');
    const result = await createClient({}, loopback).get(url, optionsFor(url));
    expect(result.ok && textOf(result.value.body)).toBe(new URL(url).host);
  });
});
