import { expect, it, onTestFinished } from 'vitest';
import type { OutsideCaller } from '#lib/api/callers/caller';
import { createRateLimits } from '#lib/api/limits/rate-limit';
import { createRoutes } from '#lib/api/routes';
import type { Service } from '#lib/service';
import { ANONYMOUS_RECEIPTS_A_DAY, RECEIPT_REQUESTS } from '#lib/contract/request-limits';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { ask, errorOf } from '#lib/testing/worlds/endpoint-bench';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

/** So many at once of 600 a minute. */
const BURST = 120;

it('a new receipt counts as many requests, and the same one again as one', async () => {
  // A clock that stands still gives nothing back.
  const limits = createRateLimits({ perMinute: 600, monotonicMs: () => 0 });
  const bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() },
    async (service, request) =>
      createRoutes(() => ({ ...service, limits }))(new URL(request.url).pathname).GET(request),
  );
  onTestFinished(() => bench.dispose());
  const left = async (amount: number) => {
    const path = `/v1/convert?from=EUR&to=USD&amount=${amount}&include=receipt`;
    const response = await ask(bench, path);
    expect(response.status).toBe(200);
    return Number(/r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')?.[1]);
  };
  expect(await left(1)).toBe(BURST - RECEIPT_REQUESTS);
  expect(await left(1)).toBe(BURST - RECEIPT_REQUESTS - 1);
  expect(await left(2)).toBe(BURST - 2 * RECEIPT_REQUESTS - 1);
});

it('a reader without an account gets so many receipts a day, and one with a key goes on', async () => {
  let nowMs = 0;
  const limits = createRateLimits({ perMinute: 600, monotonicMs: () => nowMs });
  const services: Service[] = [];
  const bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() },
    async (service, request) => {
      services.push(service);
      const caller: OutsideCaller = {
        kind: 'outside',
        network: '192.0.2.1',
        isEncrypted: false,
        ownOrigin: null,
      };
      return createRoutes(() => ({ ...service, limits }))(new URL(request.url).pathname).GET(request, caller);
    },
  );
  onTestFinished(() => bench.dispose());
  await bench.send('/v1/status');
  const [service] = services;
  if (!service) throw new Error('no request was made');
  const cookie = service.browserKeys.newCookie();
  const askAs = (reader: 'anybody' | 'member', query: string) => {
    nowMs += 5000;
    const { key } = service.browserKeys.mint(cookie, service.clock.real(), reader);
    const headers = [
      ['X-API-Key', key],
      ['Cookie', `crossrate_page=${cookie}`],
    ] as const;
    return bench.send(`/v1/convert?from=EUR&to=USD&${query}&include=receipt`, { headers });
  };
  const { address } = ANONYMOUS_RECEIPTS_A_DAY;
  for (let amount = 1; amount <= address; amount += 1)
    expect((await askAs('anybody', `amount=${amount}`)).status).toBe(200);
  expect((await askAs('anybody', 'amount=1')).status, 'one that was given before').toBe(200);
  const refused = await askAs('anybody', 'amount=51');
  const wait = refused.headers.get('Retry-After');
  expect(Number(wait)).toBeGreaterThan(1000);
  expect(await errorOf(refused)).toEqual({
    status: 429,
    code: 'rate_limited',
    type: 'rate_limit_error',
    message: `Too many receipts were made for readers without an account: ask again in ${wait} s, or with a key.`,
  });
  expect((await askAs('member', 'amount=52')).status).toBe(200);
  expect((await ask(bench, '/v1/convert?from=EUR&to=USD&amount=53&include=receipt')).status).toBe(200);
});
