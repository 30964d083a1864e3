import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBrowserKeys } from '#lib/account/keys/browser-key';
import { ensureSetUpToken, SET_UP_TOKEN_FILE } from '#lib/account/secrets/set-up-token';
import { pair } from '#lib/api/endpoints/pair';
import { route } from './route.ts';
import type { Service } from '#lib/service';
import { openBrowser } from '#lib/testing/worlds/accounts/account-browser';
import { createPostgresServer } from '#lib/testing/databases/postgres-server';
import { openService, shareService } from '#lib/testing/worlds/own-service';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { createBrowserKeyEndpoint } from './browser-key-endpoint.ts';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { createRateLimits } from '#lib/api/limits/rate-limit';

const OWN = {
  Host: 'localhost:3000',
  Origin: 'http://localhost:3000',
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'application/json',
};

const OVER_TLS = { ...OWN, Host: 'rates.example.org', Origin: 'https://rates.example.org' };

const COOKIE_FORM =
  /^crossrate_page=[\w-]{22}\.[\w-]{22}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/;

function aCaller(part: Partial<OutsideCaller> = {}): OutsideCaller {
  return { kind: 'outside', network: '192.0.2.1', isEncrypted: false, ownOrigin: null, ...part };
}

describe('POST /browser-key', () => {
  it('gives a key that /v1 takes together with its cookie', async () => {
    const page = await openPage();
    const { key, cookie } = await page.issued();
    expect((await page.askWith({ 'X-API-Key': key, Cookie: cookie })).status).toBe(200);
  });

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const { post } = await openPage();
    expect((await post(OWN)).headers.get('set-cookie')).toMatch(COOKIE_FORM);
  });

  it('over TLS sets one that no other host and no plain HTTP can set, and takes no other', async () => {
    const caller = aCaller({ isEncrypted: true });
    const page = await openPage(undefined, caller);
    const response = await page.post(OVER_TLS);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^__Host-crossrate_page=.*; Secure$/);
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}$/);
    const { key } = await page.issued(OVER_TLS);
    const plainName = cookie.split(';')[0]?.replace('__Host-', '') ?? '';
    const headers = { 'X-API-Key': key, Host: OVER_TLS.Host, Cookie: plainName };
    expect((await page.askWith(headers)).status).toBe(401);
  });

  it('keeps the cookie of a page that has one, so that keys of several tabs live side by side', async () => {
    const page = await openPage();
    const first = await page.issued();
    const second = await page.issued({ ...OWN, Cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    expect((await page.askWith({ 'X-API-Key': first.key, Cookie: second.cookie })).status).toBe(200);
  });

  it.each(['AAAAAAAAAAAAAAAAAAAAAA', 'AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA', 'x', ''])(
    'does not take up a cookie that somebody else chose: %j',
    async (chosen) => {
      const { issued } = await openPage();
      const { cookie } = await issued({ ...OWN, Cookie: `crossrate_page=${chosen}` });
      expect(cookie).not.toBe(`crossrate_page=${chosen}`);
    },
  );
});

describe('a browser key', () => {
  it.each([
    ['without the cookie', {}],
    ['when another site sends it', { Cookie: 'own', 'Sec-Fetch-Site': 'cross-site' }],
    ['when another origin sends it', { Cookie: 'own', Origin: 'https://localhost:3000' }],
    ['with a cookie that somebody chose', { Cookie: 'crossrate_page=AAAAAAAAAAAAAAAAAAAAAA' }],
    ['with the cookie of another page', { Cookie: 'other' }],
  ])('is worthless %s: invalid_api_key', async (_name, headers: Record<string, string>) => {
    const page = await openPage();
    const { key, cookie } = await page.issued();
    const { cookie: other } = await page.issued();
    const sent = { own: cookie, other }[headers['Cookie'] ?? ''] ?? headers['Cookie'];
    const response = await page.askWith({
      'X-API-Key': key,
      Host: OWN.Host,
      ...headers,
      ...(sent !== undefined && { Cookie: sent }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_api_key', message: 'The provided API key is invalid' },
    });
  });

  it('is worthless with any one bit flipped', async () => {
    const page = await openPage({}, null);
    const { key, cookie } = await page.issued();
    for (let place = 0; place < key.length; place += 1) {
      for (const bit of [1, 2, 4, 8, 16, 32]) {
        const flipped = String.fromCodePoint((key.codePointAt(place) ?? 0) ^ bit);
        const altered = key.slice(0, place) + flipped + key.slice(place + 1);
        if (!/^[\x21-\x7e]+$/.test(altered)) continue;
        const { status } = await page.askWith({ 'X-API-Key': altered, Cookie: cookie });
        expect(status, altered).toBe(401);
      }
    }
  });
});

describe('POST /browser-key', () => {
  it.each([
    ['another site', { ...OWN, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://example.org' }],
    ['another port of this host', { ...OWN, 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:4000' }],
    ['an origin that only claims to be the same', { ...OWN, Origin: 'https://example.org' }],
    ['this host by another scheme', { ...OWN, Origin: 'https://localhost:3000' }],
    ['a page without an origin', { ...OWN, Origin: 'null' }],
    ['a form', { ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a program that names no origin', { Host: 'localhost:3000', 'Content-Type': 'application/json' }],
  ])('is refused to %s', async (_name, headers) => {
    const { post } = await openPage();
    const response = await post(headers);
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'cross_site_request' } });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('knows its own pages by PUBLIC_URL, whatever the Host', async () => {
    const caller = aCaller({ isEncrypted: true, ownOrigin: 'https://rates.example.org' });
    const { post } = await openPage({}, caller);
    expect((await post({ ...OVER_TLS, Host: '127.0.0.1:3000' })).status).toBe(200);
    expect((await post({ ...OVER_TLS, Host: 'evil.example', Origin: 'https://evil.example' })).status).toBe(
      403,
    );
  });

  it('makes six keys a minute for an address; the same one again is none of them', async () => {
    const page = await openPage();
    const { cookie } = await page.issued();
    for (let again = 0; again < 20; again += 1) {
      expect((await page.post({ ...OWN, Cookie: cookie })).status).toBe(200);
    }
    for (let more = 2; more <= 6; more += 1) expect((await page.post(OWN)).status).toBe(200);
    const response = await page.post(OWN);
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('10');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.json()).toMatchObject({
      error: { code: 'rate_limited', type: 'rate_limit_error' },
    });
    expect((await page.post(OWN, aCaller({ network: '198.51.100.2' }))).status).toBe(200);
  });
});

describe('ANONYMOUS_PAGES=off', () => {
  it('gives pages no key and no figures, and takes no key that was given before', async () => {
    const folder = throwAwayFolder();
    const before = await openPage({ DATA_DIR: folder });
    const { key, cookie } = await before.issued();
    const { post, askWith, service } = await openPage({ DATA_DIR: folder, ANONYMOUS_PAGES: 'off' });
    const refused = await post(OWN);
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: { code: 'sign_in_required', type: 'authentication_error' },
    });
    expect((await askWith({ 'X-API-Key': key, Cookie: cookie })).status).toBe(401);
    expect((await service.answerInside('nobody', '/v1/rates/pair?from=XOF&to=EUR')).status).toBe(401);
  });
});

describe('a page of somebody who is signed in', () => {
  it('is given figures where nobody else is, and of every enabled source', async () => {
    const { post, askWith, service } = await openPage({ ANONYMOUS_PAGES: 'off', SOURCES: 'ecb,fixed' });
    const session = await sessionAt(service);
    const response = await post({ ...OWN, Cookie: session });
    expect(response.status).toBe(200);
    const key = keyIn(await response.json());
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const strict = '/v1/rates/pair?from=XOF&to=EUR&source=fixed';
    expect((await askWith({ 'X-API-Key': key, Cookie: cookie }, strict)).status).toBe(200);
    expect((await askWith({ 'X-API-Key': key }, strict)).status).toBe(401);
    const reader = await service.readerOf(session, false);
    expect(reader).toBe('member');
    expect((await service.answerInside(reader, strict)).status).toBe(200);
    const signedOut = session.replace(/=(\w)/, (_, first: string) => (first === 'x' ? '=y' : '=x'));
    expect((await post({ ...OWN, Cookie: signedOut })).status).toBe(403);
    expect(await service.readerOf(signedOut, false)).toBe('nobody');
    expect(await service.readerOf(null, false)).toBe('nobody');
  });

  it('is that of a stranger while a database that stands still does not say who it is', async () => {
    const postgres = createPostgresServer({ durable: false });
    onTestFinished(() => postgres.dispose());
    await postgres.start();
    const { service } = await openPage({ DATABASE_URL: postgres.databaseUrl('postgres') });
    const session = await sessionAt(service);
    expect(await service.readerOf(session, false)).toBe('member');
    await postgres.freeze();
    const ended: string[] = [];
    const note = (name: string) => () => void ended.push(name);
    const reading = service.store.readRevisions().then(note('read'), note('read'));
    ended.push(await service.readerOf(session, false));
    expect(ended).toEqual(['anonymous']);
    await postgres.thaw();
    await reading;
  }, 60_000);
});

/** Makes the first account and gives the cookies of its session. */
async function sessionAt({ accounts, environment, store, clock }: Service): Promise<string> {
  const visitor = openBrowser(accounts);
  await ensureSetUpToken(store, environment.dataDir, clock.real());
  const token = (await readFile(join(environment.dataDir, SET_UP_TOKEN_FILE), 'utf8')).trim();
  const made = { token, email: 'ada@example.org', password: 'quiet harbour lantern 42' };
  expect((await visitor.post('set-up', made)).status).toBe(200);
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

describe('while the database does not say who is signed in', () => {
  it('a page is neither refused nor given less than is its reader’s: 503, and when to ask again', async () => {
    const issue = createBrowserKeyEndpoint({
      browserKeys: createBrowserKeys(Buffer.alloc(32, 1)),
      clock: { real: () => new Date() },
      limits: createRateLimits({ perMinute: 600, monotonicMs: () => 0 }),
      anonymous: {},
      isSignedIn: () => 'unknown',
    });
    const url = 'http://localhost:3000/browser-key';
    const response = await issue(new Request(url, { method: 'POST', headers: OWN }), aCaller());
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.json()).toMatchObject({ error: { code: 'database_unavailable' } });
  });
});

describe('ANONYMOUS_SOURCES', () => {
  it('is all that pages may read, on the server and in the browser', async () => {
    const { issued, askWith, service } = await openPage({ SOURCES: 'ecb,fixed', ANONYMOUS_SOURCES: 'ecb' });
    const { key, cookie } = await issued();
    const strict = '/v1/rates/pair?from=XOF&to=EUR&source=fixed';
    for (const response of [
      await askWith({ 'X-API-Key': key, Cookie: cookie }, strict),
      await service.answerInside('anonymous', strict),
    ]) {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({
        error: {
          code: 'pair_unavailable',
          message: 'fixed is not enabled for this key; enabled: ecb.',
          type: 'not_found_error',
        },
      });
    }
  });

  it('that names no source is refused at start with one sentence', async () => {
    await expect(openPage({ ANONYMOUS_SOURCES: 'ecb,nobody' })).rejects.toThrow(
      /^ANONYMOUS_SOURCES names "nobody"; it must be all or a comma-separated list of ecb, /,
    );
  });
});

interface Page {
  readonly service: Service;
  readonly post: (
    headers: Readonly<Record<string, string>>,
    from?: OutsideCaller | null,
  ) => Promise<Response>;
  readonly issued: (
    headers?: Readonly<Record<string, string>>,
  ) => Promise<{ readonly key: string; readonly cookie: string }>;
  readonly askWith: (
    headers: Readonly<Record<string, string>>,
    path?: string,
  ) => Response | Promise<Response>;
}

/** A page of a network of its own; its service is the one that tests share, unless it needs other variables. */
async function openPage(
  variables?: Readonly<Record<string, string>>,
  caller: OutsideCaller | null = aCaller({ network: nextNetwork() }),
): Promise<Page> {
  const service = await (variables === undefined ? shared() : openService(variables));
  const post: Page['post'] = async (headers, from = caller) =>
    service.issueBrowserKey(
      new Request('http://localhost:3000/browser-key', { method: 'POST', headers, body: '{}' }),
      from,
    );
  return {
    service,
    post,
    issued: async (headers = OWN) => {
      const response = await post(headers);
      return {
        key: keyIn(await response.json()),
        cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '',
      };
    },
    askWith: (headers, path = '/v1/rates/pair?from=XOF&to=EUR') =>
      route(pair, () => service).GET(new Request(`http://localhost:3000${path}`, { headers }), caller),
  };
}

const shared = shareService();

let networks = 0;

/** One that no other page has, as limits are counted by it. */
function nextNetwork(): string {
  networks += 1;
  return `192.0.2.${networks}`;
}

function keyIn(body: unknown): string {
  if (typeof body !== 'object' || body === null || !('key' in body)) throw new Error('no key was given');
  return String(body.key);
}
