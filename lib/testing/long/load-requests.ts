import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '#lib/domain/durations';
import { ask, type LoadRequest } from './paced-load.ts';

/** Every path whose figures can be compared, and some that only have to be answered. */
const PATHS: readonly string[] = [
  '/v1/rates/pair?from=EUR&to=USD&source=ecb',
  '/v1/rates/pair?from=EUR&to=JPY&source=ecb',
  '/v1/rates/pair?from=EUR&to=USD&include=provenance',
  '/v1/rates/pair?from=GBP&to=JPY&include=provenance',
  '/v1/rates/pair?from=BTC&to=USD&include=provenance',
  '/v1/rates/pair?from=USD&to=BTC&include=provenance',
  '/v1/rates/pair?from=ETH&to=EUR&source=crypto-exchange&include=provenance',
  '/v1/rates/pair?from=EUR&to=USD&source=charting-platform&include=provenance',
  '/v1/rates/pair?from=USD&to=JPY&source=web-finance&include=provenance',
  '/v1/rates/pair?from=USD&to=JPY&source=boj&include=provenance',
  '/v1/rates/pair?from=AUD&to=CAD&source=fed&include=provenance',
  '/v1/rates/pair?from=GBP&to=USD&source=boe&include=provenance',
  '/v1/convert?from=EUR&to=USD&amount=123.45&include=provenance',
  '/v1/convert?from=XOF&to=AED&amount=1000&include=provenance',
  '/v1/convert?from=PLN&to=TRY&amount=9.99&include=provenance',
  '/v1/convert?from=USD&to=EUR&amount=1',
  '/v1/convert?from=GBP&to=CHF&amount=250',
  '/v1/rates?base=EUR&source=ecb',
  '/v1/rates?base=USD',
  '/v1/rates/sources?from=USD&to=JPY',
  '/v1/historical?from=EUR&to=USD&source=ecb&limit=50',
  '/v1/status',
];

/** Gives the paths of a load in turn, with a key. */
export function steadyRequests(key: string): () => LoadRequest {
  let index = 0;
  const headers = { 'X-API-Key': key };
  return () => {
    index = (index + 1) % PATHS.length;
    return { path: PATHS[index] ?? '/v1/status', headers };
  };
}

/** Gives the paths of a load with one key after another: what one caller may have waiting is bounded. */
export function steadyRequestsOf(keys: readonly string[]): () => LoadRequest {
  const callers = keys.map(steadyRequests);
  let sent = 0;
  return () => {
    sent += 1;
    return callers[sent % callers.length]?.() ?? { path: '/v1/status' };
  };
}

/** Paths that are asked of each process before anything happens, as long as one has no figures yet. */
const WARM_MS_MAX = 300_000;

const WARM_EVERY_MS = 250;

/** Asks a process for every path of a load until all are answered, so that none is asked for the first time while something is away. */
export async function warmUp(port: number, headers: NonNullable<LoadRequest['headers']>): Promise<void> {
  const deadlineMs = performance.now() + WARM_MS_MAX;
  for (const path of PATHS) {
    for (;;) {
      const { status } = await ask({ port: () => port, next: () => ({ path, headers }) });
      if (status === 200) break;
      if (performance.now() > deadlineMs) throw new Error(`Port ${port} answers ${status} to ${path}.`);
      await pause(WARM_EVERY_MS);
    }
  }
}

const CODES = 'USD JPY GBP CHF SEK NOK DKK PLN CZK HUF AUD CAD NZD TRY ZAR'.split(' ');
const HISTORY_DAYS = 9_000;
const POINTS_MAX = 5_000;

/** Gives histories that nobody has asked for before, direct and crossed: each pair, span and number of points is another. */
export function coldRequests(key: string, random: () => number): () => LoadRequest {
  const headers = { 'X-API-Key': key };
  let isCross = false;
  return () => {
    const index = Math.floor(random() * CODES.length);
    const to = CODES[index] ?? 'USD';
    isCross = !isCross;
    const from = isCross ? (CODES[(index + 1) % CODES.length] ?? 'JPY') : 'EUR';
    const start = new Date(Date.now() - Math.floor(random() * HISTORY_DAYS) * DAY_MS)
      .toISOString()
      .slice(0, 10);
    const limit = 1 + Math.floor(random() * POINTS_MAX);
    return {
      path: `/v1/historical?from=${from}&to=${to}&source=ecb&startDate=${start}&limit=${limit}`,
      headers,
    };
  };
}
