import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  currenciesResponse,
  historicalSeries,
  pairRate,
  pairSources,
  statusReport,
} from '#lib/testing/wire/answer-schemas';
import {
  ask,
  askFor,
  type BenchSetup,
  type EndpointBench,
  errorOf,
  type OpenBench,
  type RunningBench,
} from '#lib/testing/worlds/endpoint-bench';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';

const PAIR = '/v1/rates/pair?from=USD&to=JPY';
const DATED = ['/v1/rates?base=USD', PAIR, '/v1/convert?from=USD&to=JPY&amount=5'];

/** What changes with the age of the figures, with checks of the source, and with a commit. */
export function describeAges(open: OpenBench): void {
  describeStale(open);
  describeExpired(open);
  describeChecks(open);
  describeCommits(open);
}

function describeStale(open: OpenBench): void {
  describe('a figure that two publications were missed after', () => {
    const bench = opened(open, { clock: '2026-04-16T08:00:00Z', document: recentEcbSample() });

    it('is served with X-Rate-Stale, strict and by default', async () => {
      for (const path of DATED) {
        for (const query of ['', '&source=ecb']) {
          const response = await ask(bench(), path + query);
          expect(response.status).toBe(200);
          expect(response.headers.get('X-Rate-Stale')).toBe('true');
        }
      }
    });

    it('does not make history stale', async () => {
      const response = await ask(bench(), '/v1/historical?from=USD&to=JPY');
      expect(response.headers.get('X-Rate-Stale')).toBeNull();
    });
  });

  describe('a figure that is fresh or late', () => {
    const bench = opened(open, { clock: '2026-04-15T08:00:00Z', document: recentEcbSample() });

    it('is served without X-Rate-Stale', async () => {
      for (const path of DATED) expect((await ask(bench(), path)).headers.get('X-Rate-Stale')).toBeNull();
    });
  });
}

function describeExpired(open: OpenBench): void {
  describe('a figure past the hard limit', () => {
    const bench = opened(open, { clock: '2026-05-10T08:00:00Z', document: recentEcbSample() });

    it.each([
      ['2026-03-16', 200, null],
      ['2026-03-22', 200, 'true'],
      ['2026-03-24', 404, null],
    ])('counts from the day that is asked for: %s', async (day, status, stale) => {
      // The sample has nothing between 13 and 25 March.
      const response = await ask(bench(), `${PAIR}&source=ecb&date=${day}`);
      expect(response.status).toBe(status);
      expect(response.headers.get('X-Rate-Stale')).toBe(stale);
      if (status === 404) {
        expect((await errorOf(response)).message).toBe(
          'ecb has no rate for 2026-03-24: its latest figure by then, of 2026-03-13, was too old.',
        );
      }
    });

    it.each(DATED)(
      'is 503 source_unavailable with Retry-After when its source is asked for: %s',
      async (path) => {
        const response = await ask(bench(), `${path}&source=ecb`);
        expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
        expect(response.headers.get('Access-Control-Expose-Headers')).toContain('Retry-After');
        const error = await errorOf(response);
        expect(error).toMatchObject({ status: 503, code: 'source_unavailable', type: 'source_error' });
        expect(error.message).toContain('2026-04-13');
      },
    );

    it.each(DATED)('is the same in default mode, which says what was tried: %s', async (path) => {
      const response = await ask(bench(), path);
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      const error = await errorOf(response);
      expect(error).toMatchObject({ status: 503, code: 'source_unavailable', type: 'source_error' });
      expect(error.message).toMatch(/Tried ecb: its newest figure is of 2026-04-13 and too old to serve\.$/);
    });

    it('is in no list of sources, neither of a pair nor of a currency, and stays in history', async () => {
      const { currencies } = await askFor(bench(), '/v1/currencies', currenciesResponse);
      expect(currencies.filter((currency) => currency.sources.includes('ecb'))).toEqual([]);

      const { sources } = await askFor(bench(), '/v1/rates/sources?from=USD&to=JPY', pairSources);
      expect(sources).toEqual([]);
      const { points } = await askFor(bench(), '/v1/historical?from=USD&to=JPY&limit=1', historicalSeries);
      expect(points).toMatchObject([{ rate: 159.833_960_972_27 }]);
    });

    it('is 404, not 503, for a pair that the source does not carry', async () => {
      for (const query of ['', '&source=ecb']) {
        const response = await ask(bench(), `/v1/rates/pair?from=EUR&to=BTC${query}`);
        expect(response.headers.get('Retry-After')).toBeNull();
        expect(await errorOf(response)).toMatchObject({ status: 404, code: 'pair_unavailable' });
      }
    });
  });
}

/** The source is known to the interface, but this service was not started with it. */
export function describeNotEnabled(bench: RunningBench): void {
  describe('a source that is not enabled here', () => {
    it.each([...DATED, '/v1/historical?from=USD&to=JPY'])('is 404, for no retry helps: %s', async (path) => {
      const response = await ask(bench(), `${path}&source=boe`);
      expect(response.headers.get('Retry-After')).toBeNull();
      const error = await errorOf(response);
      expect(error).toMatchObject({ status: 404, code: 'pair_unavailable', type: 'not_found_error' });
      expect(error.message).toBe('boe is not enabled on this server; enabled: ecb.');
    });

    it('is not in the status report', async () => {
      const { sources } = await askFor(bench(), '/v1/status', statusReport);
      expect(sources.map(({ source }) => source)).toEqual(['ecb']);
    });
  });
}

function describeChecks(open: OpenBench): void {
  describe.each([
    ['fresh and a passed check', '2026-04-14T08:00:00Z', 'passed', 'operational'],
    ['fresh and a failed check', '2026-04-14T08:00:00Z', 'failed', 'degraded'],
    ['late and a passed check', '2026-04-15T08:00:00Z', 'passed', 'degraded'],
    ['stale and a passed check', '2026-04-16T08:00:00Z', 'passed', 'outage'],
  ] as const)('the status of a source that is %s', (_name, clock, newestCheck, health) => {
    const bench = opened(open, { clock, document: recentEcbSample(), newestCheck });

    it(`is ${health}, with the latency and the instant of that check`, async () => {
      const report = await askFor(bench(), '/v1/status', statusReport);
      expect(report).toMatchObject({
        // Nobody polls beside a test, which is not missed so soon after its start.
        overall: health,
        sources: [{ source: 'ecb', status: health, latencyMs: 123 }],
      });
      expect(report.sources[0]?.lastCheckedAt.slice(0, 16)).toBe(clock.slice(0, 16));
    });
  });
}

/** What changes with a commit. */
export function describeCommits(open: OpenBench): void {
  describe('a commit of new figures', () => {
    const setup = { clock: '2026-04-14T08:00:00Z', document: recentEcbSample('2026-04-10') };
    const bench = opened(open, setup);

    it('is served by the running service under a new X-Data-Version and another tag', async () => {
      const before = await ask(bench(), PAIR);
      expect(pairRate.parse(await before.json()).timestamp).toBe('2026-04-10T12:10:00.000Z');
      await bench().commit(recentEcbSample());
      await expect
        .poll(async () => (await ask(bench(), PAIR)).headers.get('X-Data-Version'), { timeout: 5000 })
        .not.toBe(before.headers.get('X-Data-Version'));
      const after = await ask(bench(), PAIR);
      expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'));
      const body = pairRate.parse(await after.json());
      expect(body).toMatchObject({ rate: 159.833_960_972_27, timestamp: '2026-04-13T12:10:00.000Z' });
    });
  });

  describe('a commit that the service has not taken in yet', () => {
    const setup = { clock: '2026-04-14T08:00:00Z', document: recentEcbSample('2026-04-10') };
    const bench = opened(open, setup);

    it('is in no answer of the older X-Data-Version: the last point stays the pair within one version', async () => {
      await bench().commit(recentEcbSample());
      const history = await ask(bench(), '/v1/historical?from=USD&to=JPY&limit=1');
      const pair = await ask(bench(), PAIR);
      expect(pair.headers.get('X-Data-Version')).toBe(history.headers.get('X-Data-Version'));
      const { rate, timestamp } = pairRate.parse(await pair.json());
      expect(historicalSeries.parse(await history.json()).points).toMatchObject([{ rate, timestamp }]);
    });
  });

  describe('two services with the same data', () => {
    const setup = { clock: '2026-04-14T08:00:00Z', document: recentEcbSample() };
    const one = opened(open, setup);
    const other = opened(open, { ...setup, clock: '2026-04-14T15:00:00Z' });

    it('answer with the same bytes, tag and version while no age turns between their clocks', async () => {
      const seen = async (bench: EndpointBench) => {
        const response = await ask(bench, PAIR);
        const { headers } = response;
        return [headers.get('ETag'), headers.get('X-Data-Version'), await response.text()];
      };
      expect(await seen(one())).toEqual(await seen(other()));
    });
  });
}

/** A bench that is open while the tests of the surrounding `describe` run. */
function opened(open: OpenBench, setup: BenchSetup): RunningBench {
  let bench: EndpointBench | null = null;
  beforeAll(async () => {
    bench = await open(setup);
  });
  afterAll(() => bench?.dispose());
  return () => {
    if (!bench) throw new Error('The bench is not open.');
    return bench;
  };
}
