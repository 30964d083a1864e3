import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { splitEntries } from '#lib/domain/log/entry-bundle';
import { HASH_BYTES, treeHasher } from '#lib/domain/log/merkle-tree';
import { bringUpToDate } from '#lib/ingest/keep-log';
import { noteKeyOf } from '#lib/platform/signed-note';
import { sha256 } from '#lib/platform/sha256';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { openStatusBench } from '#lib/testing/worlds/status-bench';
import { createLogEndpoint } from './log-endpoint.ts';

const HASHER = treeHasher(sha256);
const SIZE = 300;

const MISSING = [
  '/log/',
  '/log/checkpoints',
  '/log/tile',
  '/log/tile/',
  '/log/tile/0/001',
  '/log/tile/0/001.p/45',
  '/log/tile/0/002.p/1',
  '/log/tile/1/000',
  '/log/tile/1/000.p/2',
  '/log/tile/2/000.p/1',
  '/log/tile/entries/001',
  '/log/tile/entries/x000/001',
  '/log/tile/-1/000',
];

describe('the log of figures', () => {
  it('has a checkpoint and its key for everybody, which may be repeated for seconds', async () => {
    const { get, head } = await openLog();
    const checkpoint = await get('/log/checkpoint');
    expect([checkpoint.status, await checkpoint.text()]).toEqual([200, head?.note]);
    const key = await get('/log/checkpoint.pub');
    expect([key.status, await key.text()]).toEqual([200, `${head?.verifierKey}\n`]);
    for (const { headers } of [checkpoint, key]) {
      expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(headers.get('cache-control')).toBe('public, max-age=5');
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  it('has tiles and entries that never change, whole and cut to any width that was there', async () => {
    const { get } = await openLog();
    const tile = await bytesOf(get('/log/tile/0/000'));
    expect(tile.length).toBe(256 * HASH_BYTES);
    const entries = splitEntries(await bytesOf(get('/log/tile/entries/000'))) ?? [];
    expect(Buffer.concat(entries.map(HASHER.leaf))).toEqual(tile);
    expect(Buffer.from(entries[0] ?? []).toString()).toMatch(
      /^\["ecb","EUR","USD","1999-01-01T12:00:00\.000Z",1,"/,
    );
    for (const width of [1, 43, 44]) {
      const part = await bytesOf(get(`/log/tile/0/001.p/${width}`));
      expect(part.length).toBe(width * HASH_BYTES);
      const some = splitEntries(await bytesOf(get(`/log/tile/entries/001.p/${width}`))) ?? [];
      expect(Buffer.concat(some.map(HASHER.leaf))).toEqual(part);
    }
    expect((await bytesOf(get('/log/tile/1/000.p/1'))).length).toBe(HASH_BYTES);
    const { headers } = await get('/log/tile/entries/000');
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('cache-control')).toBe('public, max-age=86400, immutable');
    const hashes = await get('/log/tile/0/000');
    expect(hashes.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it('sends entries compressed to whoever takes that', async () => {
    const { get } = await openLog();
    const plain = await bytesOf(get('/log/tile/entries/001.p/44'));
    const packed = await get('/log/tile/entries/001.p/44', { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const body = await bytesOf(Promise.resolve(packed));
    expect(body.length).toBeLessThan(plain.length / 2);
    expect(gunzipSync(body)).toEqual(plain);
  });

  it('has nothing at other addresses, and no tile beyond its end', async () => {
    const { get } = await openLog();
    for (const path of MISSING) {
      const missing = await get(path);
      expect(missing.status, path).toBe(404);
      expect(await missing.text()).toContain('The log has no such file.');
    }
  });
});

it.each([{ ANONYMOUS_PAGES: 'off' }, { ANONYMOUS_SOURCES: 'boe,fixed' }])(
  'the log keeps its entries back where not everybody may read the figures, and shows that they stay: %o',
  async (variables) => {
    const { get } = await openLog(variables);
    const kept = await get('/log/tile/entries/001.p/44');
    expect(kept.status).toBe(404);
    expect(await kept.text()).toContain('does not publish the entries of its log');
    for (const path of ['/log/checkpoint', '/log/tile/0/000']) expect((await get(path)).status).toBe(200);
  },
);

describe('a request for the log of figures', () => {
  it('is told when there is no head yet', async () => {
    const { service } = await openStatusBench();
    const response = await createLogEndpoint(service)(new Request('http://localhost/log/checkpoint'), null);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('no checkpoint yet');
  });

  it('by another method is refused', async () => {
    const { get } = await openLog();
    const post = await get('/log/checkpoint', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await get('/log/checkpoint', { method: 'OPTIONS' })).status).toBe(204);
    const head = await get('/log/tile/0/000', { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '8192', '']);
  });

  it('is counted with GET /v1/status: sixty a minute and address', async () => {
    const { service } = await openLog({ RATE_LIMIT_PER_MINUTE: '600' });
    const caller = { kind: 'outside', network: '192.0.2.7', isEncrypted: true, ownOrigin: null };
    const answer = createLogEndpoint(service);
    const statuses = [];
    for (let time = 0; time < 61; time += 1) {
      statuses.push((await answer(new Request('http://localhost/log/checkpoint'), caller)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  });
});

/** A service whose log has {@link SIZE} entries under a signed head. */
async function openLog(variables: Readonly<Record<string, string>> = {}) {
  const { service } = await openStatusBench(variables);
  const { store } = service;
  const days = Array.from({ length: SIZE }, (_, index) => {
    const day = new Date(Date.UTC(1999, 0, 1 + index)).toISOString().slice(0, 10);
    return [day, { 'EUR/USD': 1 + index / 1000 }] as const;
  });
  await storeFixings(store, aFixingBatch(Object.fromEntries(days)));
  const key = noteKeyOf(new Uint8Array(32));
  await bringUpToDate({ store, clock: service.clock, key }, new AbortController().signal);
  const answer = createLogEndpoint(service);
  return {
    service,
    head: await store.readNewestLogHead(),
    get: async (path: string, init?: RequestInit) =>
      answer(new Request(`http://localhost${path}`, init), null),
  };
}

async function bytesOf(response: Promise<Response>): Promise<Buffer> {
  return Buffer.from(await (await response).arrayBuffer());
}
