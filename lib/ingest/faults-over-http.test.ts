import { expect, it, onTestFinished } from 'vitest';
import type { Service } from '#lib/service';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { startOwnService } from '#lib/testing/worlds/own-service';

/** A Wednesday evening after every publication of the day; the ECB publishes nothing after it. */
const START = '2026-11-18T18:00:00Z';

it('a bank that stops publishing is served as late, as stale with a header, and then honestly not at all', async () => {
  const world = await openPolledWorld(START);
  onTestFinished(world.close);
  await world.poll('ecb');
  world.clock.moveTo(new Date('2026-11-20T10:00:00Z'));
  await world.poll('boe');

  const fresh = await openService(world, START);
  expect(await ask(fresh, '/v1/rates/pair?from=EUR&to=USD')).toEqual([200, 'ecb', null]);
  expect(await statusOf(fresh, 'ecb')).toBe('operational');

  const late = await openService(world, '2026-11-19T17:00:00Z');
  expect(await ask(late, '/v1/rates/pair?from=EUR&to=USD')).toEqual([200, 'ecb', null]);
  expect(await statusOf(late, 'ecb')).toBe('degraded');

  // The Bank of England goes on until that Friday: default mode goes there, strict mode stays.
  const stale = await openService(world, '2026-11-20T17:00:00Z');
  expect(await ask(stale, '/v1/rates/pair?from=EUR&to=USD')).toEqual([200, 'boe', null]);
  expect(await ask(stale, '/v1/rates/pair?from=EUR&to=USD&source=ecb')).toEqual([200, 'ecb', 'true']);
  expect(await ask(stale, '/v1/convert?from=EUR&to=ISK&amount=1')).toEqual([200, 'ecb', 'true']);
  expect(await statusOf(stale, 'ecb')).toBe('outage');

  const over = await openService(world, '2026-11-29T17:00:00Z');
  expect(await ask(over, '/v1/rates/pair?from=EUR&to=USD&source=ecb')).toEqual([
    503,
    'source_unavailable',
    null,
  ]);
  expect(await ask(over, '/v1/rates/pair?from=EUR&to=USD')).toEqual([200, 'boe', 'true']);
  expect(await ask(over, '/v1/convert?from=EUR&to=ISK&amount=1')).toEqual([503, 'source_unavailable', null]);
});

/** A service on the world's database at an instant, which polls nothing. */
async function openService({ dataDir }: PolledWorld, clock: string): Promise<Service> {
  const service = await startOwnService({
    DATA_DIR: dataDir,
    CLOCK: clock,
    LOG_LEVEL: 'silent',
    SOURCES: 'ecb,boe',
    ROLE: 'web',
  });
  onTestFinished(service.close);
  return service;
}

/** The status, the source or the error's code, and the header of stale rates. */
async function ask(service: Service, path: string): Promise<readonly unknown[]> {
  const response = await service.answerInside('anonymous', path);
  const body = asAnswer(await response.json());
  return [response.status, body.source ?? body.error?.code, response.headers.get('X-Rate-Stale')];
}

async function statusOf(service: Service, source: string): Promise<string | undefined> {
  return service.status().sources.find((one) => one.source === source)?.status;
}

/** Holds because every body of these paths is a rate with its source or an error with its code. */
function asAnswer(body: unknown): { readonly source?: string; readonly error?: { readonly code: string } } {
  return body as { readonly source?: string; readonly error?: { readonly code: string } };
}
