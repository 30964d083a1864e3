import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pair } from '#lib/api/endpoints/pair';
import { route } from '#lib/api/route';
import { type Service, startService } from '#lib/service';
import { PROJECT_ROOT } from '#lib/testing/service-bench';

const OWN = {
  Host: 'localhost:3000',
  Origin: 'http://localhost:3000',
  'Sec-Fetch-Site': 'same-origin',
  'Content-Type': 'application/json',
};

let service: Service;
let folder: string;
let lastCookie = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crossrate-browser-key-'));
  service = await startService(
    { DATA_DIR: folder, LOG_LEVEL: 'silent', ROLE: 'web', SOURCES: 'fixed' },
    PROJECT_ROOT,
  );
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

describe('POST /browser-key', () => {
  it('gives a key that /v1 takes together with its cookie', async () => {
    const { key, cookie } = await issued();
    expect((await askWith({ 'X-API-Key': key, Cookie: cookie })).status).toBe(200);
  });

  it('sets a cookie that scripts cannot read and other sites do not send', async () => {
    const header = post(OWN).headers.get('set-cookie');
    expect(header).toMatch(/^crossrate_page=[\w-]{22}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=86400$/);
  });

  it('keeps the cookie of a page that has one, so that keys of several tabs live side by side', async () => {
    const first = await issued();
    const second = await issued({ Cookie: first.cookie });
    expect(second.cookie).toBe(first.cookie);
    expect((await askWith({ 'X-API-Key': first.key, Cookie: second.cookie })).status).toBe(200);
  });

  it.each([
    ['without the cookie', (key: string) => ({ 'X-API-Key': key })],
    [
      'when another site sends it',
      (key: string) => ({ 'X-API-Key': key, Cookie: lastCookie, 'Sec-Fetch-Site': 'cross-site' }),
    ],
    [
      'with another cookie',
      (key: string) => ({ 'X-API-Key': key, Cookie: 'crossrate_page=AAAAAAAAAAAAAAAAAAAAAA' }),
    ],
  ])('leaves the key worthless %s: invalid_api_key', async (_name, headersOf) => {
    const { key } = await issued();
    const response = await askWith(headersOf(key));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      error: { code: 'invalid_api_key', message: 'The provided API key is invalid' },
    });
  });

  it.each([
    ['another site', { ...OWN, 'Sec-Fetch-Site': 'cross-site', Origin: 'https://example.org' }],
    [
      'another origin of this host',
      { ...OWN, 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:4000' },
    ],
    ['an origin that only claims to be the same', { ...OWN, Origin: 'https://example.org' }],
    ['a form', { ...OWN, 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a program that names no origin', { Host: 'localhost:3000', 'Content-Type': 'application/json' }],
  ])('is refused to %s', (_name, headers) => {
    const response = post(headers);
    expect(response.status).toBe(403);
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});

function post(headers: Readonly<Record<string, string>>): Response {
  return service.issueBrowserKey(
    new Request('http://localhost:3000/browser-key', { method: 'POST', headers, body: '{}' }),
  );
}

async function issued(more: Readonly<Record<string, string>> = {}): Promise<{ key: string; cookie: string }> {
  const response = post({ ...OWN, ...more });
  const body: unknown = await response.json();
  if (typeof body !== 'object' || body === null || !('key' in body)) throw new Error('no key was given');
  lastCookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { key: String(body.key), cookie: lastCookie };
}

async function askWith(headers: Readonly<Record<string, string>>): Promise<Response> {
  const url = 'http://localhost:3000/v1/rates/pair?from=XOF&to=EUR';
  return route(pair, () => service).GET(new Request(url, { headers }));
}
