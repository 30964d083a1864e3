import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { conversion, historicalSeries, pairRate, ratesTable } from '#lib/testing/wire/answer-schemas';
import {
  ask,
  askFor,
  type EndpointBench,
  errorOf,
  type OpenBench,
  type RunningBench,
} from '#lib/testing/worlds/endpoint-bench';

const PAIR = '/v1/rates/pair?from=EUR&to=USD&source=ecb';

/** Questions of which the only bank decides where the service may choose. */
const CHOSEN = [
  '/v1/rates/pair?from=EUR&to=USD',
  '/v1/convert?from=EUR&to=USD&amount=100',
  '/v1/rates?base=EUR',
  '/v1/rates/pair?from=EUR&to=USD&date=2026-04-13',
];

const SINCE_START =
  /^This service has recorded which sources it uses only since (2026-04-14T08:\d\d:\d\d\.\d{3}Z); name a source, such as source=ecb\.$/;

/** What this service knew at an instant, of one that sees a correction. The service's day is 2026-04-14. */
export function describeKnownAt(open: OpenBench): void {
  describe('what was known at an instant', () => {
    let bench: EndpointBench;
    let before: string;
    beforeAll(async () => {
      bench = await open({ clock: '2026-04-14T08:00:00Z', document: recentEcbSample() });
      before = await newestSight(bench);
      await bench.commit(corrected('1.1684,186.75', '1.1685,186.85'));
    });
    afterAll(() => bench.dispose());

    it('is the figure before its correction, in a rate, a sum, a table and a series', async () => {
      await expect
        .poll(async () => (await askFor(bench, PAIR, pairRate)).rate, { timeout: 10_000 })
        .toBe(1.1685);
      const known = `knownAt=${before}`;
      const then = { rate: 1.1684, timestamp: '2026-04-13T12:10:00.000Z' };
      expect(await askFor(bench, `${PAIR}&${known}`, pairRate)).toMatchObject(then);
      const sum = `/v1/convert?from=EUR&to=USD&amount=100&source=ecb&${known}`;
      expect(await askFor(bench, sum, conversion)).toMatchObject({ ...then, result: 116.84 });
      const table = await askFor(bench, `/v1/rates?base=EUR&source=ecb&${known}`, ratesTable);
      expect(table.rates).toMatchObject({ USD: 1.1684, JPY: 186.75 });
      const history = `/v1/historical?from=EUR&to=USD&source=ecb&limit=2&${known}`;
      expect((await askFor(bench, history, historicalSeries)).points).toEqual([
        { rate: 1.1711, source: 'ecb', timestamp: '2026-04-10T12:10:00.000Z' },
        { ...then, source: 'ecb' },
      ]);
      const now = await askFor(bench, history.replace(`&${known}`, ''), historicalSeries);
      expect(now.points.at(-1)?.rate).toBe(1.1685);
    });

    itIsKnownByChoice(() => bench);

    it('is that of a day too', async () => {
      const path = `${PAIR}&date=2026-04-13&knownAt=${before}`;
      expect(await askFor(bench, path, pairRate)).toMatchObject({ rate: 1.1684 });
      const other = await askFor(bench, `${PAIR}&date=2026-04-09&knownAt=${before}`, pairRate);
      expect(other).toMatchObject({ rate: 1.1685, timestamp: '2026-04-09T12:10:00.000Z' });
    });

    it('is nothing before the first figures came', async () => {
      for (const path of [PAIR, '/v1/historical?from=EUR&to=USD&source=ecb']) {
        expect(await errorOf(await ask(bench, `${path}&knownAt=2026-04-01`))).toMatchObject({
          status: 404,
          code: 'known_at_unavailable',
          message: 'This service has figures of ecb only since 2026-04-14.',
        });
      }
    });
  });
}

function itIsKnownByChoice(bench: RunningBench): void {
  it('is the same by the choice of then, which is known since the first start', async () => {
    const early = await errorOf(await ask(bench(), '/v1/rates/pair?from=EUR&to=USD&knownAt=2026-04-01'));
    expect(early).toMatchObject({ status: 404, code: 'known_at_unavailable' });
    const [sentence, start] = SINCE_START.exec(early.message) ?? [];
    expect(sentence).toBe(early.message);
    for (const path of CHOSEN) {
      const chosen = await ask(bench(), `${path}&knownAt=${start}`);
      const asked = await ask(bench(), `${path}&knownAt=${start}&source=ecb`);
      expect(asked.status, path).toBe(200);
      expect((await chosen.text()).replace('"source":"default"', '"source":"ecb"')).toBe(await asked.text());
    }
    expect((await askFor(bench(), `${CHOSEN[0]}&knownAt=${start}`, pairRate)).rate).toBe(1.1684);
  });
}

/** What such a question must not be. */
export function describeKnownAtRefusals(bench: RunningBench): void {
  describe('knownAt', () => {
    it.each([
      ['/v1/historical?from=EUR&to=USD&knownAt=2026-04-14', 'knownAt needs source: '],
      [`${PAIR}&date=2026-04-13&knownAt=2026-04-12`, 'knownAt must not be before date.'],
      [`${PAIR}&knownAt=2026-04-15T00:00:00Z`, 'knownAt must not be after now, which is 2026-04-14T'],
      [
        `${PAIR}&knownAt=yesterday`,
        'knownAt must be a day that exists, such as 2026-04-13, or an ISO instant',
      ],
    ])('is refused in one sentence: %s', async (path, start) => {
      const error = await errorOf(await ask(bench(), path));
      expect(error).toMatchObject({ status: 400, code: 'invalid_parameter' });
      expect(error.message.slice(0, start.length)).toBe(start);
    });
  });
}

/** Just after the service has had its newest figures, by its own clock. */
async function newestSight(bench: EndpointBench): Promise<string> {
  const response = await ask(bench, `${PAIR}&include=provenance`);
  const body: unknown = await response.json();
  const [, seen = ''] = JSON.stringify(body).match(/"firstSeenAt":"([^"]+)"/) ?? [];
  return seen;
}

/** The sample with other figures in the place of some. */
function corrected(before: string, after: string): Uint8Array {
  const text = new TextDecoder().decode(recentEcbSample());
  return new TextEncoder().encode(text.replace(before, after));
}
