import { describe, expect, it } from 'vitest';
import { AskFailure } from '#lib/client/asking/ask-failure';
import { isoDayOf } from '#lib/domain/iso-day';
import { createHistoryClient } from './history-client.ts';

const ASKED = { base: 'EUR', quote: 'USD', source: 'ecb', fromDay: null, toDay: null } as const;

const DAY = isoDayOf(new Date('2026-04-13'));

const point = (day: string, rate: number) => ({
  rate,
  source: 'ecb' as const,
  timestamp: `${day}T12:10:00.000Z`,
});

const isMarket = (source: string) => source === 'crypto-exchange';

/** A service that answers each path once, in order, and the paths it was asked. */
function served(answers: readonly { points: readonly unknown[]; link?: string; status?: number }[]) {
  const paths: string[] = [];
  const client = createHistoryClient((path) => {
    const answer = answers[paths.length];
    paths.push(path);
    if (!answer) throw new Error(`nobody expected ${path}`);
    return Promise.resolve(
      Response.json(
        { from: 'EUR', to: 'USD', source: 'ecb', count: answer.points.length, points: answer.points },
        { status: answer.status ?? 200, ...(answer.link && { headers: { Link: answer.link } }) },
      ),
    );
  }, isMarket);
  return { client, paths };
}

describe('createHistoryClient', () => {
  it('follows the link to the points before until there are none, and joins them in time order', async () => {
    const { client, paths } = served([
      {
        points: [point('2026-04-10', 1.17), point('2026-04-13', 1.16)],
        link: '</v1/historical?from=EUR&to=USD&source=ecb&endDate=2026-04-09&limit=5000>; rel="prev"',
      },
      { points: [point('2026-04-08', 1.18), point('2026-04-09', 1.19)] },
    ]);
    const { answer } = await client.series(ASKED);
    expect(answer.ok && answer.value.rates).toEqual([1.18, 1.19, 1.17, 1.16]);
    expect(paths).toEqual([
      '/v1/historical?from=EUR&to=USD&source=ecb&limit=5000',
      '/v1/historical?from=EUR&to=USD&source=ecb&endDate=2026-04-09&limit=5000',
    ]);
  });

  it('asks for periods as known on a day, and keeps what each is made of', async () => {
    const { client, paths } = served([
      { points: [{ ...point('2026-03-31', 1.16), period: '2026-03', days: 22, complete: true }] },
    ]);
    const period = { length: 'month', stat: 'average' } as const;
    const { answer } = await client.series({ ...ASKED, source: 'crypto-exchange', period, knownAt: DAY });
    expect(answer.ok && answer.value.periods).toEqual([
      { days: 22, isComplete: true, observedMs: Date.parse('2026-03-31T12:10:00Z') },
    ]);
    expect(paths, 'no finer points are asked for').toEqual([
      '/v1/historical?from=EUR&to=USD&source=crypto-exchange&group=month&stat=average&knownAt=2026-04-13&limit=5000',
    ]);
  });

  it('keeps an instant once that two pages share', async () => {
    const { client } = served([
      {
        points: [point('2026-04-10', 1.17)],
        link: '</v1/historical?x=1>; rel="prev"',
      },
      { points: [point('2026-04-09', 1.19), point('2026-04-10', 1.17)] },
    ]);
    const { answer } = await client.series(ASKED);
    expect(answer.ok && answer.value.rates).toEqual([1.19, 1.17]);
  });

  it('asks for the start of a market’s few days, of which there are finer points', async () => {
    const few = [point('2026-04-12', 64_000), point('2026-04-13', 65_000)];
    const { client, paths } = served([{ points: few }, { points: [...few, point('2026-04-14', 66_000)] }]);
    const { answer } = await client.series({ ...ASKED, source: 'crypto-exchange' });
    expect(answer.ok && answer.value.rates).toHaveLength(3);
    expect(paths).toEqual([
      '/v1/historical?from=EUR&to=USD&source=crypto-exchange&limit=5000',
      '/v1/historical?from=EUR&to=USD&source=crypto-exchange&startDate=2026-04-12&limit=5000',
    ]);
  });

  it('does not follow a link to another place', async () => {
    const { client, paths } = served([
      { points: [point('2026-04-10', 1.17)], link: '<https://example.org/v1/historical?a=1>; rel="prev"' },
    ]);
    await client.series(ASKED);
    expect(paths).toHaveLength(1);
  });
});

describe('the history client', () => {
  it('asks for the days of a span and for the newest points', async () => {
    const { client, paths } = served([{ points: [] }, { points: [] }]);
    await client.series({ ...ASKED, source: null, fromDay: null });
    await client.newest(ASKED, 2);
    expect(paths).toEqual([
      '/v1/historical?from=EUR&to=USD&limit=5000',
      '/v1/historical?from=EUR&to=USD&source=ecb&limit=2',
    ]);
  });

  it('gives what the service says about the question, and rejects what only says not now', async () => {
    const refused = createHistoryClient(
      () =>
        Promise.resolve(
          Response.json(
            {
              error: { code: 'pair_unavailable', message: 'ecb has no EUR to KPW.', type: 'not_found_error' },
            },
            { status: 404, headers: { 'X-Request-Id': 'r1' } },
          ),
        ),
      isMarket,
    );
    expect((await refused.series(ASKED)).answer).toMatchObject({
      ok: false,
      error: { code: 'pair_unavailable', requestId: 'r1' },
    });
    const limited = createHistoryClient(
      () => Promise.resolve(new Response('{}', { status: 429, headers: { 'Retry-After': '14' } })),
      isMarket,
    );
    await expect(limited.series(ASKED)).rejects.toMatchObject({
      trouble: { kind: 'limited', retryAfterMs: 14_000 },
    });
    const gone = createHistoryClient(() => Promise.reject(new TypeError('fetch failed')), isMarket);
    await expect(gone.series(ASKED)).rejects.toThrow(AskFailure);
  });
});

describe('the history of no source', () => {
  it('has one point a day: that of the source of the highest priority', async () => {
    const { client, paths } = served([
      {
        points: [
          point('2025-12-30', 1.1),
          { ...point('2025-12-30', 1.2), source: 'fed', timestamp: '2025-12-30T17:00:00.000Z' },
          { ...point('2025-12-31', 1.3), source: 'fed' },
          { ...point('2026-01-02', 1.4), source: 'fixed' },
        ],
      },
    ]);
    const { answer } = await client.series({ ...ASKED, source: null });
    expect(answer).toMatchObject({ value: { rates: [1.1, 1.3, 1.4], newestSource: 'fixed' } });
    expect(paths).toEqual(['/v1/historical?from=EUR&to=USD&limit=5000']);
  });
});
