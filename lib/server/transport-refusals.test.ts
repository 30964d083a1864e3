import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AccountArea } from '#lib/account/account-area';
import { SET_UP_TOKEN_FILE } from '#lib/account/secrets/set-up-token';
import { openBrowser } from '#lib/testing/worlds/accounts/account-browser';
import { type Send, startListening } from '#lib/testing/worlds/listening-server';
import { exchange, type RawRequest } from '#lib/testing/wire/raw-exchange';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { someOf } from '#lib/testing/long-count';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

describe('plain HTTP with a key', () => {
  it('is noted once a key, without its text, where it is valid, in either header, and not where it is wrong', async () => {
    const folder = throwAwayFolder();
    const key = await makeKeyIn({ DATA_DIR: folder });
    const another = await makeKeyIn({ DATA_DIR: folder }, { name: 'of a tool' });
    const { server, httpPort } = await startListening(
      { HTTP_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' },
      true,
    );
    for (const sent of [key, `${key.slice(0, -1)}_`, key]) {
      const headers = { Host: 'localhost', 'X-API-Key': sent };
      expect((await exchange({ port: httpPort, path: '/v1/rates', headers })).status).toBe(403);
    }
    const other = { Host: 'localhost', Authorization: `Bearer ${another}` };
    expect((await exchange({ port: httpPort, path: '/mcp', headers: other })).status).toBe(403);
    server.kill('SIGTERM');
    const { stderr } = await server.ended;
    expect(stderr.match(/a key was sent without encryption/g)).toHaveLength(2);
    for (const one of [key, another]) expect(stderr).not.toContain(one.slice(8, 20));
  });
});

describe('a proxy that does not say how a request came', () => {
  it('is told apart from plain HTTP: no redirect that would come back, no alarm about keys, one advice', async () => {
    const folder = throwAwayFolder();
    const key = await makeKeyIn({ DATA_DIR: folder });
    const { server, send } = await startListening(
      { TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'warn' },
      false,
    );
    for (const headers of [{}, { 'X-Forwarded-For': '198.51.100.7' }]) {
      for (const path of ['/v1/rates', '/', '/account']) {
        const answer = await send({ path, headers: { Host: 'rates.example', 'X-API-Key': key, ...headers } });
        expect([answer.status, answer.headers['location']]).toEqual([403, undefined]);
        expect(JSON.parse(answer.body)).toEqual({
          error: {
            code: 'https_required',
            message: 'The proxy of this server did not say whether this request came over HTTPS.',
            type: 'invalid_request_error',
          },
        });
      }
    }
    server.kill('SIGTERM');
    const { stderr } = await server.ended;
    expect(stderr.match(/have it set X-Forwarded-Proto/g)).toHaveLength(1);
    expect(stderr).not.toContain('a key was sent without encryption');
  });
});

describe('a refusal that the operator can mend', () => {
  it.each(
    someOf<readonly [string, Readonly<Record<string, string>>, boolean, RawRequest['headers'], RegExp]>(
      [
        [
          'names TRUSTED_PROXIES to a proxy on loopback',
          {},
          false,
          { Via: '1.1 proxy' },
          /set TRUSTED_PROXIES/,
        ],
        ['names HTTPS to another name', {}, false, { Host: 'rates.example' }, /TLS_CERT_FILE/],
        [
          'names TRUSTED_PROXIES to a peer outside it',
          { TRUSTED_PROXIES: '192.0.2.0/24' },
          false,
          {},
          /not in TRUSTED_PROXIES/,
        ],
        [
          'names the headers that contradict each other',
          { TRUSTED_PROXIES: '127.0.0.1' },
          false,
          { 'X-Forwarded-Proto': ['https', 'http'] },
          /set X-Forwarded-For and X-Forwarded-Proto anew/,
        ],
        [
          'names Forwarded, which is not read',
          { TRUSTED_PROXIES: '127.0.0.1' },
          false,
          { 'X-Forwarded-Proto': 'https', Forwarded: 'for=198.51.100.7;proto=https' },
          /have the proxy remove Forwarded/,
        ],
        [
          'names PUBLIC_URL to another host',
          { PUBLIC_URL: 'https://rates.example.org' },
          true,
          {},
          /correct PUBLIC_URL/,
        ],
      ],
      3,
    ),
  )('%s, once in the log and not to the client', async (_name, variables, isTls, headers, advice) => {
    const { server, send } = await startListening({ ...variables, LOG_LEVEL: 'warn' }, isTls);
    for (const path of ['/v1/rates', '/']) {
      const answer = await send({ path, headers: { Host: 'localhost', ...headers } });
      expect([400, 403]).toContain(answer.status);
      expect(answer.body).not.toMatch(/TRUSTED_PROXIES|PUBLIC_URL|TLS_CERT_FILE/);
    }
    server.kill('SIGTERM');
    const { stderr } = await server.ended;
    expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(advice)]);
  });
});

describe('the trail of a key that crossed a network in clear', () => {
  it('names the address that sent it, as its owner reads it', async () => {
    const folder = throwAwayFolder();
    const key = await makeKeyIn({ DATA_DIR: folder });
    const variables = { TRUSTED_PROXIES: '127.0.0.1', DATA_DIR: folder };
    const first = await startListening(variables, false);
    const owner = openBrowser(areaBehind(first.send), { origin: 'https://rates.example.org' });
    await first.server.waitForOutput(/with the token in /);
    const token = readFileSync(join(folder, SET_UP_TOKEN_FILE), 'utf8').trim();
    const login = { email: 'ada@example.org', password: 'seven quiet herons wade' };
    expect((await owner.post('set-up', { token, ...login })).status).toBe(200);
    const inClear = { 'X-Forwarded-Proto': 'http', 'X-Forwarded-For': '198.51.100.7' };
    const headers = { Host: 'rates.example.org', 'X-API-Key': key, ...inClear };
    expect((await first.send({ path: '/v1/rates', headers })).status).toBe(403);
    first.server.kill('SIGTERM');
    await first.server.ended;
    const second = await startListening(variables, false);
    const again = openBrowser(areaBehind(second.send), { origin: 'https://rates.example.org' });
    for (const [name, value] of owner.cookies) again.cookies.set(name, value);
    const trail = await again.get('trail');
    const seen = { kind: 'seen-in-clear', keyName: 'first', address: '198.51.100.7' };
    expect(trail.body).toMatchObject({ events: expect.arrayContaining([expect.objectContaining(seen)]) });
  });
});

/** The account area of a server behind a proxy that ends TLS. */
function areaBehind(send: Send): Pick<AccountArea, 'answer'> {
  return {
    answer: async (request) => {
      const { status, headers, body } = await send({
        method: request.method,
        path: new URL(request.url).pathname,
        headers: { ...Object.fromEntries(request.headers), 'X-Forwarded-Proto': 'https' },
        body: await request.text(),
      });
      const lines = Object.entries(headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((line): [string, string] => [name, line]),
      );
      return new Response(body, { status, headers: lines });
    },
  };
}
