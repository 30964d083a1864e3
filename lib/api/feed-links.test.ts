import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintToken } from '#lib/account/secrets/one-time-token';
import type { Service } from '#lib/service';
import { ecbSample } from '#lib/testing/builders/ecb-sample';
import { ask, type EndpointBench } from '#lib/testing/worlds/endpoint-bench';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

const QUESTION = '/v1/historical?from=EUR&to=USD&limit=5&format=csv';
const NEVER = `/v1/feed/${'A'.repeat(43)}`;

const handlers = await openExportedDispatch();

let bench: EndpointBench;
let service: Service | null = null;

beforeAll(async () => {
  bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: ecbSample() },
    (answering, request) => {
      service = answering;
      return handlers(answering, request);
    },
    { RATE_LIMIT_PER_MINUTE: '60' },
  );
  await ask(bench, '/v1/status');
});
afterAll(() => bench.dispose());

describe('a feed link', () => {
  it('answers its question as the API does, without a key', async () => {
    const { path } = await makeLink(QUESTION);
    const [fed, asked] = [await bench.send(path), await ask(bench, QUESTION)];
    expect([fed.status, await fed.text()]).toEqual([200, await asked.text()]);
    for (const name of ['Content-Type', 'Content-Disposition', 'X-Rate-Credit', 'ETag', 'Cache-Control']) {
      expect(fed.headers.get(name), name).toBe(asked.headers.get(name));
    }
    const etag = fed.headers.get('ETag') ?? '';
    const again = await bench.send(path, { headers: [['If-None-Match', etag]] });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const head = await bench.send(path, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('ETag')]).toEqual([200, '', etag]);
    expect((await bench.send(path, { method: 'DELETE' })).status).toBe(405);
  });

  it('with one character changed, revoked, or asked another question is like a path that never was', async () => {
    const { path } = await makeLink(QUESTION);
    const other = await makeLink('/v1/rates?base=EUR&format=csv');
    const never = await bench.send('/v1/feeds');
    const expected = [404, await never.text(), namesIn(never)];
    expect(never.status).toBe(404);
    const last = path.endsWith('A') ? 'B' : 'A';
    const removal = { table: 'feed_link', id: other.id, event: auditEntry('feed-link-revoked') } as const;
    await started().store.write.removeOwn(removal);
    for (const wrong of [
      path.slice(0, -1) + last,
      path.slice(0, -1),
      `${path}?limit=1`,
      `${path}?from=EUR&to=GBP`,
      `${path}/`,
      other.path,
      NEVER,
      '/v1/feed/',
    ]) {
      const gone = await bench.send(wrong);
      expect([gone.status, await gone.text(), namesIn(gone)], wrong).toEqual(expected);
    }
    expect((await bench.send(path)).status).toBe(200);
  });

  it('is no key: nothing else is answered by its secret', async () => {
    const { path } = await makeLink(QUESTION);
    const secret = path.slice('/v1/feed/'.length);
    const response = await bench.send(QUESTION, { headers: [['X-API-Key', secret]] });
    expect(response.status).toBe(401);
  });

  // The last of these tests: the account's links are not answered for a while.
  it('is limited together with the others of its account, and leaves the keys their own limit', async () => {
    const paths = [(await makeLink(QUESTION)).path, (await makeLink('/v1/rates?base=EUR&format=csv')).path];
    const statuses: number[] = [];
    for (let count = 0; count < 70; count += 1) {
      statuses.push((await bench.send(paths[count % 2] ?? '')).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const refused = await bench.send(paths[0] ?? '');
    expect(await refused.text()).toContain('Too many requests to the feed links of this account.');
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ask(bench, QUESTION)).status).toBe(200);
  });
});

function started(): Service {
  if (service === null) throw new Error('Nothing has been asked yet.');
  return service;
}

async function makeLink(question: string) {
  const { text, hash } = mintToken();
  const event = auditEntry('feed-link-made');
  const { accountId, atMs: createdAtMs } = event;
  const link = { id: randomUUID(), accountId, question, createdAtMs };
  await started().store.write.addFeedLink({ link, hash, ofAccountMax: 50, event });
  return { id: link.id, path: `/v1/feed/${text}` };
}

function auditEntry(kind: 'feed-link-made' | 'feed-link-revoked') {
  const found = started().keys.find(bench.key, Date.now());
  if (typeof found === 'string') throw new Error(`The key is ${found}.`);
  const { accountId } = found;
  return { accountId, atMs: Date.now(), kind, keyId: null, keyName: null, address: null, detail: null };
}

function namesIn({ headers }: Response): readonly string[] {
  return [...headers.keys()];
}
