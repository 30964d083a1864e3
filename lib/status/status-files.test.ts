import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openStatusBench, STATUS_ORIGIN, STATUS_START } from '#lib/testing/worlds/status-bench';

describe('the files of the status page', () => {
  it('may be read by any site, and are sent once: the second time is 304', async () => {
    const { get } = await openStatusBench();
    for (const path of ['/status/feed.atom', '/status/badge.svg', '/status/badge/ecb.svg']) {
      const first = await get(path);
      expect(first.status, path).toBe(200);
      expect(first.headers.get('access-control-allow-origin')).toBe('*');
      expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(first.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/);
      const etag = first.headers.get('etag') ?? '';
      const again = await get(path, { headers: { 'If-None-Match': etag } });
      expect([again.status, await again.text()], path).toEqual([304, '']);
      const head = await get(path, { method: 'HEAD' });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    }
  });

  it('are read-only, and say so', async () => {
    const { get } = await openStatusBench();
    const post = await get('/status/feed.atom', { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await get('/status/feed.atom', { method: 'OPTIONS' })).status).toBe(204);
  });

  it('answer the boards of sixteen people behind one address, each of which asks four times a minute', async () => {
    const { service } = await openStatusBench({ RATE_LIMIT_PER_MINUTE: '600' });
    const caller = { kind: 'outside', network: '192.0.2.7', isEncrypted: true, ownOrigin: null };
    const ask = async (site: string) => {
      const headers = { 'Sec-Fetch-Site': site };
      const request = new Request(`${STATUS_ORIGIN}/status/board.json`, { headers });
      return (await service.answerStatusFile(request, caller)).status;
    };
    const statusesOf = async (site: string, count: number) => {
      const statuses = new Set<number>();
      for (let time = 0; time < count; time += 1) statuses.add(await ask(site));
      return [...statuses];
    };
    expect(await statusesOf('cross-site', 61)).toEqual([200, 429]);
    expect(await statusesOf('same-origin', 60)).toEqual([200]);
  });

  it('are counted with GET /v1/status: sixty a minute and address', async () => {
    const { service } = await openStatusBench({ RATE_LIMIT_PER_MINUTE: '600' });
    const caller = { kind: 'outside', network: '192.0.2.7', isEncrypted: true, ownOrigin: null };
    const statuses = [];
    for (let time = 0; time < 61; time += 1) {
      const response = await service.answerStatusFile(
        new Request(`${STATUS_ORIGIN}/status/badge.svg`),
        caller,
      );
      statuses.push(response.status);
      if (response.status === 429) expect(response.headers.get('retry-after')).toBe('1');
    }
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  });
});

describe('a file of the status page', () => {
  it('comes compressed to who wants that, under a tag of its own', async () => {
    const { get, service } = await openStatusBench();
    await service.store.write.addStatusNote({
      text: 'We move to another host. '.repeat(40),
      affects: [],
      writtenAtMs: STATUS_START.getTime(),
      planned: null,
    });
    const path = '/status/feed.atom';
    const packed = await get(path, { headers: { 'Accept-Encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const body = gunzipSync(await packed.arrayBuffer()).toString();
    const plain = await get(path);
    expect([await plain.text(), plain.headers.get('content-encoding')]).toEqual([body, null]);
    const etag = packed.headers.get('etag') ?? '';
    expect(etag).toBe(plain.headers.get('etag')?.replace(/"$/, '.gz"'));
    const again = await get(path, { headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': etag } });
    expect(again.status).toBe(304);
  });
});
