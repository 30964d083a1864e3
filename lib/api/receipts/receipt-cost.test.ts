import { expect, it, onTestFinished } from 'vitest';
import { createRateLimits } from '#lib/api/limits/rate-limit';
import { createRoutes } from '#lib/api/routes';
import { RECEIPT_REQUESTS } from '#lib/contract/request-limits';
import { ecbSample } from '#lib/testing/builders/ecb-sample';
import { ask } from '#lib/testing/worlds/endpoint-bench';
import { openServiceBench } from '#lib/testing/worlds/service-bench';

/** So many at once of 600 a minute. */
const BURST = 120;

it('a new receipt counts as many requests, and the same one again as one', async () => {
  // A clock that stands still gives nothing back.
  const limits = createRateLimits({ perMinute: 600, monotonicMs: () => 0 });
  const bench = await openServiceBench(
    { clock: '2026-04-14T08:00:00Z', document: ecbSample() },
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
