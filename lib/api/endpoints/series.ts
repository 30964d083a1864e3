import type { Answer } from '#lib/api/answer';
import { tableOfSeries } from '#lib/api/answers/csv-tables';
import { defineLongEndpoint } from '#lib/api/endpoint';
import { rateAge } from '#lib/api/rates/provenance';
import { rateError } from '#lib/api/rates/rate-errors';
import { ratesMadeFrom } from '#lib/api/rates/rates-origin';
import { seriesContract, type SeriesQuery } from '#lib/contract/endpoints/series';
import type { DayRate, RateSeries, RateSeriesResponse } from '#lib/contract/responses';
import { addDays, dayNumberOf, numberedDay } from '#lib/domain/iso-day';
import { findRate } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import {
  type ColumnOf,
  type SeriesDay,
  daySeries,
  exactSeries,
  LONGEST_CHANGE_DAYS,
  type SourceRoute,
  sourceRoutesOf,
} from '#lib/domain/series/rate-series';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok } from '#lib/domain/result';
import type { FoundRate } from '#lib/domain/rates/strict-rate';

/** The current rate of a code and the routes to its earlier days; `found` null where there is no rate now. */
interface PlannedCode {
  readonly code: string;
  readonly found: FoundRate | null;
  readonly routes: readonly SourceRoute[];
}

/** GET /v1/rates/series: the last days of up to sixty codes against one base, out of memory. */
export const series = defineLongEndpoint(seriesContract, {
  readsDatabase: true,
  figuresMax: ({ codes, days }) => codes.length * days,
  madeFrom: ({ source }, snapshot) => ratesMadeFrom(snapshot, source),
  answer: async (reads, query, snapshot) => {
    const { base, source, codes } = query;
    const identity = findRate(snapshot, { base, quote: base }, source);
    if (!identity.ok) return fail(rateError(identity.error, snapshot));
    const planned = codes.map((code): PlannedCode => {
      const pair = { base, quote: code };
      const answer = findRate(snapshot, pair, source);
      if (!answer.ok) return { code, found: null, routes: [] };
      return { code, found: answer.value, routes: sourceRoutesOf(snapshot, pair, answer.value) };
    });
    const names = planned.flatMap(({ routes }) => routes.flat());
    const columns = await reads.dayColumns();
    const held = columns.find(names, snapshot) ?? (await columns.load(names, snapshot));
    return answerOf(query, snapshot, planned, held);
  },
});

function answerOf(
  { base, source, days: count, format }: SeriesQuery,
  { today }: RateSnapshot,
  planned: readonly PlannedCode[],
  columnOf: ColumnOf,
): Answer {
  const days = Array.from({ length: count }, (_, index) => addDays(today, index + 1 - count));
  const seriesDays = {
    days: days.map(dayNumberOf),
    monthStart: dayNumberOf(today) - LONGEST_CHANGE_DAYS,
  };
  const exactSeriesOf = exactSeries(columnOf);
  const body: RateSeriesResponse = {
    base,
    source: source.kind === 'only' ? source.source : 'default',
    days,
    series: Object.fromEntries(
      planned.map(({ code, found, routes }) => [
        code,
        found && seriesOf(found, daySeries(found, routes, seriesDays, exactSeriesOf)),
      ]),
    ),
  };
  const stale = planned.some(({ found }) => found?.stale === true);
  return ok(format === 'csv' ? tableOfSeries(body, { stale }) : { body, stale });
}

function seriesOf(
  found: FoundRate,
  { points, change, since, earlier }: ReturnType<typeof daySeries>,
): RateSeries {
  const newerHeldAt = found.legs.find((leg) => leg.newerHeldAt !== null)?.newerHeldAt?.toISOString();
  return {
    rate: roundExact(found.rate),
    source: found.source,
    timestamp: found.observedAt.toISOString(),
    ...rateAge(found),
    ...(newerHeldAt !== undefined && { newerHeldAt }),
    change,
    since: {
      day1: since.day1 && withDay(since.day1),
      day7: since.day7 && withDay(since.day7),
      day30: since.day30 && withDay(since.day30),
    },
    points: [...points],
    earlier: earlier.map(withDay),
  };
}

function withDay({ day, rate }: SeriesDay): DayRate {
  return { day: numberedDay(day), rate };
}
