import { describe, expect, it } from 'vitest';
import { ACCOUNT_ADDRESSES } from '#lib/account/http/account-router';
import {
  type AccountBench,
  GOOD_PASSWORD,
  type OpenAccountBench,
} from '#lib/testing/worlds/accounts/account-bench';
import { keysOf, newKey, sessionsOf } from '#lib/testing/worlds/accounts/account-replies';

const POSTS = ACCOUNT_ADDRESSES.filter(({ method }) => method === 'POST').map(({ path }) => path);
const NEEDING_SESSION = ACCOUNT_ADDRESSES.filter(({ needsSession }) => needsSession);

const OWN_ORIGIN = 'http://localhost:3000';

/** Whoever has no business here. */
export function describeStrangers(open: OpenAccountBench): void {
  describeOtherAccounts(open);
  describeOtherSites(open);
  describeRequestChecks(open);
}

function describeOtherAccounts(open: OpenAccountBench): void {
  describe('another account', () => {
    it.each([
      ['keys/rename', { name: 'mine now' }],
      ['keys/rotate', { overlap: 'now' }],
      ['keys/revoke', { confirmation: 'a key' }],
    ])('gets the answer of an id that never was from %s, and nothing changes', async (path, body) => {
      const bench = await open({ isSignUpOpen: true });
      const owner = await bench.signedIn();
      const { key } = await newKey(owner);
      const stranger = await otherAccount(bench);
      const foreign = await stranger.post(path, { id: key.id, ...body });
      const unknown = await stranger.post(path, { id: 'never-was', ...body });
      expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
      expect(foreign.body).toEqual(unknown.body);
      expect((await keysOf(owner)).keys).toEqual([key]);
    });

    it('gets the answer of an id that never was from sessions/end, and the session goes on', async () => {
      const bench = await open({ isSignUpOpen: true });
      const owner = await bench.signedIn();
      const [session] = await sessionsOf(owner);
      const stranger = await otherAccount(bench);
      const foreign = await stranger.post('sessions/end', { id: session?.id });
      const unknown = await stranger.post('sessions/end', { id: 'never-was' });
      expect(foreign).toMatchObject({ status: 404, code: 'not_found' });
      expect(foreign.body).toEqual(unknown.body);
      expect(await sessionsOf(owner)).toHaveLength(1);
    });

    it('sees nothing of the first one', async () => {
      const bench = await open({ isSignUpOpen: true });
      const owner = await bench.signedIn();
      const { key } = await newKey(owner, { name: 'only the owner knows' });
      const stranger = await otherAccount(bench);
      for (const path of ['me', 'keys', 'sessions', 'trail', 'export', 'trail?before=1000000']) {
        const text = JSON.stringify((await stranger.get(path)).body);
        for (const part of [key.id, key.prefix, 'only the owner knows', 'ada@']) {
          expect(text).not.toContain(part);
        }
      }
      await stranger.post('sessions/end', { others: true });
      expect(await sessionsOf(owner)).toHaveLength(1);
    });
  });
}

function describeOtherSites(open: OpenAccountBench): void {
  describe('a page of another site', () => {
    it.each(POSTS)('is refused by %s in every disguise, before anything else is looked at', async (path) => {
      const bench = await open();
      const owner = await bench.signedIn();
      const json = { 'content-type': 'application/json' };
      const disguises: readonly Record<string, string>[] = [
        { ...json, origin: 'https://evil.example' },
        { ...json, origin: 'null' },
        { ...json, origin: 'https://localhost:3000' },
        { ...json, origin: 'http://localhost:3001' },
        { ...json, origin: 'http://localhost:3000.evil.example' },
        { ...json, origin: OWN_ORIGIN, 'sec-fetch-site': 'cross-site' },
        { ...json, origin: OWN_ORIGIN, 'sec-fetch-site': 'same-site' },
        { ...json, 'sec-fetch-site': 'none' },
        json,
      ];
      for (const headers of disguises) {
        const reply = await owner.send(path, { method: 'POST', headers, body: '{}' });
        expect({ headers, code: reply.code }).toEqual({ headers, code: 'cross_site_request' });
        expect(reply.headers.getSetCookie()).toEqual([]);
      }
      const form = { origin: OWN_ORIGIN, 'content-type': 'text/plain' };
      const reply = await owner.send(path, { method: 'POST', headers: form, body: '{}' });
      expect(reply.code).toBe('invalid_parameter');
    });

    it('reads nothing', async () => {
      const bench = await open();
      const owner = await bench.signedIn();
      for (const path of ['me', 'keys', 'sessions', 'trail', 'export']) {
        const headers = { 'sec-fetch-site': 'cross-site' };
        expect((await owner.send(path, { headers })).code).toBe('cross_site_request');
      }
    });

    it('has no right under the service’s own name when the operator gave it another', async () => {
      const bench = await open({ publicUrl: new URL('https://rates.example.org') });
      const rebound = bench.browser({ origin: 'https://evil.example' });
      expect((await rebound.post('sign-out')).code).toBe('cross_site_request');
      const own = bench.browser({ origin: 'https://rates.example.org' });
      expect((await own.post('sign-out')).status).toBe(200);
    });
  });
}

function describeRequestChecks(open: OpenAccountBench): void {
  describe('the checks of the account area', () => {
    it('asks for a session wherever there is something to protect', async () => {
      const bench = await open();
      await bench.signedIn();
      const visitor = bench.browser();
      const bodies = new Map<string, object>([
        ['keys', { name: 'a', expires: 'none', limitPerMinute: null, allowedSources: null }],
        ['keys/rename', { id: 'a', name: 'b' }],
        ['keys/rotate', { id: 'a', overlap: 'now' }],
        ['keys/revoke', { id: 'a', confirmation: 'b' }],
        ['sessions/end', { others: true }],
        ['password', { current: GOOD_PASSWORD, next: GOOD_PASSWORD }],
        ['second-factor/begin', { password: GOOD_PASSWORD }],
        ['second-factor/confirm', { code: '123456' }],
        ['second-factor/off', { password: GOOD_PASSWORD, code: '123456' }],
        ['recovery-codes', { password: GOOD_PASSWORD, code: '123456' }],
        ['delete', { password: GOOD_PASSWORD, confirmation: 'a' }],
        ['watches', { base: 'EUR', quote: 'USD', rule: { kind: 'above', threshold: 1 } }],
        ['feed-links', { question: '/v1/rates' }],
        ['webhooks', { url: 'https://hooks.example.org/', subjects: ['status'] }],
      ]);
      for (const { method, path } of NEEDING_SESSION) {
        const reply =
          method === 'GET' ? visitor.get(path) : visitor.post(path, bodies.get(path) ?? { id: 'a' });
        expect({ path, code: (await reply).code }).toEqual({ path, code: 'not_signed_in' });
      }
      expect(NEEDING_SESSION).toHaveLength(26);
    });

    it('knows no other path and no other method', async () => {
      const bench = await open();
      const visitor = bench.browser();
      for (const path of ['', 'nothing', 'keys/', 'sign-in/email', 'get-session', '%6be', 'me/../keys/x']) {
        expect({ path, code: (await visitor.get(path)).code }).toEqual({ path, code: 'not_found' });
      }
      const refused = await visitor.send('keys', { method: 'DELETE' });
      expect(refused.code).toBe('method_not_allowed');
      expect(refused.headers.get('allow')).toBe('GET, POST');
      expect((await visitor.get('sign-in')).code).toBe('method_not_allowed');
    });

    it('reads no body that is too long or no JSON, and repeats nothing of it', async () => {
      const bench = await open();
      const visitor = bench.browser();
      const headers = { origin: OWN_ORIGIN, 'content-type': 'application/json' };
      const long = `{"email":"${'x'.repeat(20_000)}"}`;
      const stream = new Blob([long]).stream();
      for (const body of [long, stream]) {
        const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' };
        expect((await visitor.send('sign-in', init)).code).toBe('body_too_large');
      }
      for (const body of ['', '{', '[]', '"text"', '{"email":7,"password":"secret-text"}', 'null']) {
        const reply = await visitor.send('sign-in', { method: 'POST', headers, body });
        expect(reply).toMatchObject({ status: 400, code: 'invalid_parameter' });
        expect(JSON.stringify(reply.body)).not.toContain('secret-text');
      }
    });
  });
}

async function otherAccount(bench: AccountBench) {
  const browser = bench.browser({ address: '198.51.100.3' });
  const credentials = { email: 'eve@example.org', password: GOOD_PASSWORD };
  expect((await browser.post('sign-up', credentials)).status).toBe(200);
  expect((await browser.post('sign-in', credentials)).status).toBe(200);
  return browser;
}
