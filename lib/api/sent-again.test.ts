import { expect, it, onTestFinished } from 'vitest';
import { createApiKey, revokeByPrefix } from '#lib/account/keys/api-keys';
import type { Service } from '#lib/service';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { openExportedDispatch } from '#lib/testing/worlds/exported-dispatch';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { fieldsOf, type ReadyAnswer } from './http/respond.ts';
import { createSentAgain } from './sent-again.ts';
import { startOwnService } from '#lib/testing/worlds/own-service';

const dispatch = await openExportedDispatch();

const HERE: OutsideCaller = { kind: 'outside', network: '127.0.0.1', isEncrypted: false, ownOrigin: null };
const PAIR = '/v1/rates/pair?from=EUR&to=USD';

/** Of a key, in a minute; a fifth of it may come at once. */
const LIMIT = 20;
const BURST = 4;

/** Other processes may need the machine as well. */
const PATIENCE = { timeout: 30_000 };

it('counts an answer that is sent again as one request of its key, and refuses as the route does', async () => {
  const { service, find, ask } = await aService();
  const key = await makeKey(service);
  expect((await ask(PAIR, key)).status).toBe(200);
  for (let left = BURST - 2; left >= 0; left -= 1) {
    expect(headOf(find(PAIR, key))['RateLimit']).toContain(`r=${left};`);
  }
  expect(find(PAIR, key)).toBeNull();
  expect((await ask(PAIR, key)).status).toBe(429);
  expect(service.usage.takeUsage()).toMatchObject([{ requests: BURST, limited: 1 }]);
});

it('is told to monitoring, with how late the event loop runs', async () => {
  const { service, find, ask } = await aService();
  const key = await makeKey(service);
  await ask(PAIR, key);
  find(PAIR, key);
  find(PAIR, key);
  const { text } = await service.metrics.read();
  expect(text).toContain('crossrate_answers_total{how="found"} 2');
  expect(text).toContain('crossrate_answers_total{how="made"} 1');
  expect(text).toMatch(/^crossrate_answers_kept_bytes [1-9]\d*$/m);
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
});

it('gives nothing to a key that was revoked, is wrong, or is none', async () => {
  const { service, find, ask } = await aService();
  const key = await makeKey(service);
  await ask(PAIR, key);
  expect(find(PAIR, key)?.status).toBe(200);
  expect(find(PAIR, `${key.slice(0, -1)}_`)).toBeNull();
  expect(find(PAIR, null)).toBeNull();
  expect(find(PAIR, `${key}, ${key}`)).toBeNull();
  await revokeByPrefix(service.store, key, new Date());
  await expect.poll(() => service.keys.find(key, Date.now()), PATIENCE).toBe('unknown');
  expect(find(PAIR, key)).toBeNull();
});

it('gives a key that may read fewer sources what was made from these, and nothing that was made from more', async () => {
  const { service, find, ask } = await aService();
  const all = await makeKey(service);
  const few = await makeKey(service, ['fixed']);
  await ask(PAIR, all);
  expect(find(PAIR, all)?.status).toBe(200);
  expect(find(PAIR, few)).toBeNull();
  expect((await ask(PAIR, few)).status).toBe(404);
  expect(find(PAIR, few)).toBeNull();
});

it('gives the figures of a commit from the moment that it counts, and their version with them', async () => {
  const { service, find, ask } = await aService();
  const key = await makeKey(service);
  await ask(PAIR, key);
  const before = find(PAIR, key);
  await storeFixings(service.store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.17 } }));
  await service.catchUp();
  expect(find(PAIR, key)).toBeNull();
  const after = await ask(PAIR, key);
  expect(await after.json()).toMatchObject({ rate: 1.17 });
  expect(after.headers.get('X-Data-Version')).not.toBe(headOf(before)['X-Data-Version']);
  expect(headOf(find(PAIR, key))['X-Data-Version']).toBe(after.headers.get('X-Data-Version'));
});

it('leaves to the route who prefers something, and a target that it does not know', async () => {
  const { service, ask } = await aService();
  const key = await makeKey(service);
  await ask(PAIR, key);
  const find = createSentAgain(service);
  const headers = { 'x-api-key': key };
  const asked = { target: PAIR, headers, caller: HERE };
  expect(find({ ...asked, headers: { ...headers, prefer: 'handling=lenient' } })).toBeNull();
  for (const target of [
    `${PAIR}#top`,
    `${PAIR}&amount=1`,
    `/v1/rates/pair`,
    `/v1/rates/pair/?from=EUR&to=USD`,
  ]) {
    expect(find({ ...asked, target }), target).toBeNull();
  }
  expect(find(asked)?.status).toBe(200);
});

it('sends the status again until it changes', async () => {
  const { service, ask } = await aService();
  const key = await makeKey(service);
  const find = createSentAgain(service);
  const read = async () => find({ target: '/v1/status', headers: { 'x-api-key': key }, caller: HERE });
  await ask('/v1/status', key);
  expect((await read())?.body).toBe(JSON.stringify(service.status()));
  service.watchPages(() => ({ status: 'outage', latencyMs: 7, lastCheckedAt: new Date('2026-04-14') }));
  expect(await read()).toBeNull();
  expect(await (await ask('/v1/status', key)).json()).toMatchObject({
    services: expect.arrayContaining([expect.objectContaining({ service: 'pages', status: 'outage' })]),
  });
});

function headOf(sent: ReadyAnswer | null): Readonly<Record<string, string>> {
  return Object.fromEntries(fieldsOf(sent?.head ?? []));
}

async function aService() {
  const variables = {
    DATA_DIR: throwAwayFolder(),
    CLOCK: '2026-04-14T08:00:00Z',
    LOG_LEVEL: 'silent',
    SOURCES: 'ecb,fixed',
    ROLE: 'web',
  };
  const service = await startOwnService(variables);
  onTestFinished(() => service.close());
  await storeFixings(service.store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }));
  await service.catchUp();
  const kept = createSentAgain(service);
  const headersOf = (key: string | null) => (key === null ? {} : { 'x-api-key': key });
  return {
    service,
    find: (target: string, key: string | null) => kept({ target, headers: headersOf(key), caller: HERE }),
    ask: (target: string, key: string) =>
      dispatch(service, new Request(`http://localhost${target}`, { headers: headersOf(key) })),
  };
}

async function makeKey(service: Service, sources: readonly string[] | null = null): Promise<string> {
  const wish = { email: 'ada@example.org', name: 'again', lifetime: 'none', limitPerMinute: LIMIT } as const;
  const made = await createApiKey(service.store, { ...wish, allowedSources: sources }, new Date());
  if (!made.ok) throw new Error(made.error.sentence);
  const known = () => service.keys.find(made.value, Date.now());
  await expect.poll(known, PATIENCE).not.toBe('unknown');
  return made.value;
}
