import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { someOf } from '#lib/testing/long-count';
import { historicalSeries } from '#lib/testing/wire/answer-schemas';
import { ask, askFor, errorOf, type RunningBench } from '#lib/testing/worlds/endpoint-bench';
import {
  type ExactFraction,
  fractionOf,
  invertFraction,
  plusFraction,
  roundFraction,
  timesFractions,
} from '#lib/testing/oracles/exact-fraction';

const HISTORY = '/v1/historical?source=ecb';

/** Series by period of the ECB's days in `document`; the service's day is 2026-04-14. */
export function describePeriods(bench: RunningBench, document: Uint8Array): void {
  describeMonths(bench, document);
  describeShapes(bench);
  describeRefusals(bench);
}

function describeMonths(bench: RunningBench, document: Uint8Array): void {
  describe('months since 1999', () => {
    it.each(someOf(['EUR/USD', 'EUR/JPY', 'EUR/GBP', 'EUR/CHF', 'EUR/SEK', 'USD/EUR', 'USD/JPY'], 3))(
      'of %s end and average as a sum of the file’s own rows does',
      async (pair) => {
        const [from = '', to = ''] = pair.split('/');
        const expected = monthsOf(document, from, to);
        for (const stat of ['last', 'average'] as const) {
          const path = `${HISTORY}&from=${from}&to=${to}&group=month&stat=${stat}&limit=5000`;
          const { points } = await askFor(bench(), path, historicalSeries);
          expect(points.map(({ period, days, rate }) => [period, days, rate])).toEqual(
            expected.map((month) => [month.name, month.days, month[stat]]),
          );
        }
      },
    );
  });
}

function describeShapes(bench: RunningBench): void {
  describe('a series by period', () => {
    it('says which period, of how many days, and whether it is whole', async () => {
      const path = `${HISTORY}&from=EUR&to=USD&startDate=2026-04-01&group=month&stat=high`;
      expect((await askFor(bench(), path, historicalSeries)).points).toEqual([
        {
          rate: 1.1711,
          source: 'ecb',
          timestamp: '2026-04-10T12:10:00.000Z',
          period: '2026-04',
          days: 7,
          complete: false,
        },
      ]);
      const weeks = `${HISTORY}&from=EUR&to=USD&startDate=2026-04-08&endDate=2026-04-13&group=week`;
      expect((await askFor(bench(), weeks, historicalSeries)).points).toMatchObject([
        { period: '2026-W15', days: 3, rate: 1.1711, complete: false },
        { period: '2026-W16', days: 1, rate: 1.1684, complete: false },
      ]);
      const whole = `${HISTORY}&from=EUR&to=USD&startDate=2026-04-06&endDate=2026-04-12&group=week`;
      expect((await askFor(bench(), whole, historicalSeries)).points).toMatchObject([
        { period: '2026-W15', days: 4, complete: true },
      ]);
    });

    it('is one of days where days are asked for, and has the newest where it is cut', async () => {
      const path = `${HISTORY}&from=EUR&to=USD&startDate=2026-04-01&group=day&limit=2`;
      const response = await ask(bench(), path);
      const { points } = historicalSeries.parse(await response.json());
      expect(points.map(({ period }) => period)).toEqual(['2026-04-10', '2026-04-13']);
      expect(response.headers.get('X-Truncated')).toBe('true');
      const [prev = ''] = response.headers.get('Link')?.match(/(?<=<).*(?=>)/) ?? [];
      const before = await askFor(bench(), prev, historicalSeries);
      expect(before.points.map(({ period }) => period)).toEqual(['2026-04-08', '2026-04-09']);
    });
  });
}

function describeRefusals(bench: RunningBench): void {
  describe('a series by period', () => {
    it.each([
      ['&group=fortnight', 'group must be one of day, week, month, quarter, year.'],
      ['&group=month&stat=mean', 'stat must be one of last, first, average, low, high.'],
      ['&stat=average', 'stat needs group, which says how long the periods are, such as month.'],
    ])('is refused in one sentence: %s', async (query, message) => {
      const error = await errorOf(await ask(bench(), `${HISTORY}&from=EUR&to=USD${query}`));
      expect(error).toMatchObject({ status: 400, code: 'invalid_parameter', message });
    });

    it('is refused without a source', async () => {
      const error = await errorOf(await ask(bench(), '/v1/historical?from=EUR&to=USD&group=month'));
      expect(error).toMatchObject({
        status: 400,
        message: 'group needs source: a period is made from one source only.',
      });
    });
  });
}

interface Month {
  readonly name: string;
  readonly days: number;
  readonly last: number;
  readonly average: number;
}

/** The months of the bank's file, read and added up without anything of the product. */
function monthsOf(document: Uint8Array, from: string, to: string): readonly Month[] {
  const text = strFromU8(
    document[0] === 0x50 ? (Object.values(unzipSync(document))[0] ?? document) : document,
  );
  const [header = '', ...rows] = text.trim().split('\n');
  const columns = header.split(',');
  const ofMonth = new Map<string, ExactFraction[]>();
  for (const row of rows.toReversed()) {
    const cells = row.split(',');
    const figureOf = (code: string) => (code === 'EUR' ? 1 : Number(cells[columns.indexOf(code)]));
    const [under, over] = [figureOf(from), figureOf(to)];
    if (!(under > 0 && over > 0)) continue;
    const rate = timesFractions(fractionOf(over), invertFraction(fractionOf(under)));
    const name = (cells[0] ?? '').slice(0, 7);
    ofMonth.set(name, [...(ofMonth.get(name) ?? []), rate]);
  }
  return [...ofMonth].map(([name, rates]) => {
    const sum = rates.reduce(plusFraction);
    const average = roundFraction({ ...sum, denominator: sum.denominator * BigInt(rates.length) }, 15);
    const last = rates.at(-1);
    return { name, days: rates.length, last: last ? roundFraction(last, 15) : 0, average };
  });
}
