import { describe, expect, it } from 'vitest';
import type { HistoricalSeriesResponse } from '#lib/contract/responses';
import { historicalSeries } from '#lib/testing/wire/answer-schemas';
import { createSource as ecb } from '#lib/sources/ecb/source';
import {
  ask,
  askFor,
  type EndpointBench,
  errorOf,
  type RunningBench,
} from '#lib/testing/worlds/endpoint-bench';
import { recordedEcbHistory } from '#lib/testing/builders/ecb-sample';
import { recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';

/** Series of the ECB's days in `document`, which the service of `bench` holds. */
export function describeHistory(bench: RunningBench, document: Uint8Array): void {
  describeSeries(bench);
  describeRanges(bench);
  describeWalk(bench, document);
}

function describeSeries(bench: RunningBench): void {
  describe('a historical series', () => {
    it('of USD to JPY over a year has its 253 points, ascending, nothing carried forward', async ({
      skip,
    }) => {
      skip(recordedEcbHistory() === null, recordedBodiesMissing('ecb'));
      const query = 'from=USD&to=JPY&startDate=2025-04-14&endDate=2026-04-13';
      const { count, points } = await askFor(bench(), `/v1/historical?${query}`, historicalSeries);
      expect({ count, length: points.length }).toEqual({ count: 253, length: 253 });
      expect(points[0]).toEqual({
        rate: 143.245_143_710_996,
        source: 'ecb',
        timestamp: '2025-04-14T12:10:00.000Z',
      });
      expect(points.at(-1)?.rate).toBe(159.833_960_972_27);
      expectAscending(points);
    });

    it('ends at the last real figure of a currency that has ended', async () => {
      const { points } = await askFor(bench(), '/v1/historical?from=EUR&to=HRK&limit=5000', historicalSeries);
      expect(points.at(-1)).toEqual({ rate: 7.5365, source: 'ecb', timestamp: '2022-12-30T13:10:00.000Z' });
    });

    it('bears the fixing instant of its day: 14:15 Frankfurt time before 2022', async () => {
      const path = '/v1/historical?from=EUR&to=USD&endDate=1999-01-04';
      const { points } = await askFor(bench(), path, historicalSeries);
      expect(points).toEqual([{ rate: 1.1789, source: 'ecb', timestamp: '1999-01-04T13:15:00.000Z' }]);
    });

    it('is 1 on every day for a currency against itself', async () => {
      const path = '/v1/historical?from=SEK&to=SEK&startDate=2026-04-09&endDate=2026-04-13';
      const { points } = await askFor(bench(), path, historicalSeries);
      expect(points.map(({ rate, timestamp }) => [rate, timestamp.slice(0, 10)])).toEqual([
        [1, '2026-04-09'],
        [1, '2026-04-10'],
        [1, '2026-04-13'],
      ]);
    });

    it('does not exist for a pair that nobody ever had', async () => {
      const error = await errorOf(await ask(bench(), '/v1/historical?from=EUR&to=BTC'));
      expect(error).toMatchObject({ status: 404, code: 'pair_unavailable' });
    });
  });
}

function describeRanges(bench: RunningBench): void {
  describe('the range of a series', () => {
    it.each([
      ['both days included', 'startDate=2026-04-08&endDate=2026-04-10', '08 09 10'],
      ['one day', 'startDate=2026-04-10&endDate=2026-04-10', '10'],
      ['open at its end', 'startDate=2026-04-10', '10 13'],
      [
        'an instant to the second, included',
        'startDate=2026-04-09T12:10:00Z&endDate=2026-04-10T12:10:00Z',
        '09 10',
      ],
      ['an instant a second later', 'startDate=2026-04-09T12:10:01Z', '10 13'],
      ['an instant with an offset', 'startDate=2026-04-09T14:10:00%2B02:00&endDate=2026-04-10', '09 10'],
      ['a weekend, which has none', 'startDate=2026-04-11&endDate=2026-04-12', ''],
      ['the future, which has none', 'startDate=2027-01-01', ''],
      ['the newest when there are more than the limit', 'startDate=2026-04-08&limit=2', '10 13'],
    ])('is %s', async (_name, query, days) => {
      const path = `/v1/historical?from=USD&to=JPY&source=ecb&${query}`;
      const { count, points } = await askFor(bench(), path, historicalSeries);
      expect(points.map(({ timestamp }) => timestamp.slice(8, 10)).join(' ')).toBe(days);
      expect(count).toBe(points.length);
    });

    it('holds 1000 points when no limit is given, and 5000 at most', async ({ skip }) => {
      skip(recordedEcbHistory() === null, recordedBodiesMissing('ecb'));
      const countOf = async (query: string) =>
        (await askFor(bench(), `/v1/historical?from=USD&to=JPY${query}`, historicalSeries)).count;
      expect(await countOf('')).toBe(1000);
      expect(await countOf('&limit=5000')).toBe(5000);
    });
  });
}

function describeWalk(bench: RunningBench, document: Uint8Array): void {
  describe('a series that is cut', () => {
    it('says so and links to the rest', async () => {
      const response = await ask(
        bench(),
        '/v1/historical?from=usd&to=jpy&source=ecb&startDate=2026-04-07&limit=2',
      );
      expect(response.headers.get('X-Truncated')).toBe('true');
      const link = previousOf(response);
      expect(link).toMatch(/^\/v1\/historical\?from=USD&to=JPY&source=ecb&startDate=2026-04-07T/);
    });

    it('does not say so when all of it was given', async () => {
      const response = await ask(bench(), '/v1/historical?from=USD&to=JPY&startDate=2026-04-08&limit=4');
      expect(historicalSeries.parse(await response.json()).count).toBe(4);
      expect([response.headers.get('X-Truncated'), response.headers.get('Link')]).toEqual([null, null]);
    });

    it('gives every day exactly once when its links are followed to the end', async () => {
      const days = daysWith(document, ['USD', 'JPY']);
      const limit = Math.ceil(days.length / 7);
      const pages = await walk(bench(), `/v1/historical?from=USD&to=JPY&limit=${limit}`);
      expect(pages.length).toBe(Math.ceil(days.length / limit));
      const walked = pages.toReversed().flatMap(({ points }) => points);
      expect(walked.map(({ timestamp }) => timestamp.slice(0, 10))).toEqual(days);
      expectAscending(walked);
    });
  });
}

async function walk(bench: EndpointBench, start: string): Promise<readonly HistoricalSeriesResponse[]> {
  const pages: HistoricalSeriesResponse[] = [];
  for (let path: string | null = start; path !== null;) {
    const response = await ask(bench, path);
    pages.push(historicalSeries.parse(await response.json()));
    const isCut = response.headers.get('X-Truncated') === 'true';
    path = previousOf(response);
    expect(path !== null).toBe(isCut);
    expect(pages.length).toBeLessThan(100);
  }
  return pages;
}

function previousOf(response: Response): string | null {
  return /^<(.+)>; rel="prev"$/.exec(response.headers.get('Link') ?? '')?.[1] ?? null;
}

/** The days on which the document has a figure for each of the quotes. */
function daysWith(body: Uint8Array, quotes: readonly string[]): readonly string[] {
  const parsed = ecb().parse({ url: 'file:test', body, fetchedAt: new Date(0) });
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  const byDay = Map.groupBy(parsed.value.figures, ({ observedOn }) => observedOn);
  const isWhole = (day: string) =>
    quotes.every((quote) => byDay.get(day)?.some((row) => row.quote === quote));
  return [...byDay.keys()].filter(isWhole).toSorted();
}

function expectAscending(points: HistoricalSeriesResponse['points']): void {
  const instants = points.map(({ timestamp }) => timestamp);
  expect(instants).toEqual([...new Set(instants)].toSorted());
}
