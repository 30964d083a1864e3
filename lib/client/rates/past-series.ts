import type { Provenance, RateSeries, RatesTableResponse } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import type { ReceivedSeries } from './rates-queries.ts';

/** The table of a day, asked with the provenance of each rate. */
type PastTable = Pick<RatesTableResponse, 'rates' | 'provenance'>;

const NO_CHANGE = { day1: null, day7: null, day30: null } as const;

/**
 * What is known of each rate of a day: whose figure it is, and of when. A cross is named by the last of its sources in their
 * order of priority. Movements are told of current rates only.
 */
export function pastSeries(
  { rates, provenance = {} }: PastTable,
  receivedAtMs: number,
  priority: readonly SourceId[],
): ReadonlyMap<string, ReceivedSeries> {
  return new Map(
    Object.entries(rates).map(([code, rate]) => {
      const made = provenance[code];
      return [code, { series: made ? seriesOf(rate, made, priority) : null, days: [], receivedAtMs }];
    }),
  );
}

/** Null where nothing was published, as of a currency and itself. */
function seriesOf(rate: number, { age, legs }: Provenance, priority: readonly SourceId[]): RateSeries | null {
  const sources = legs.map(({ source }) => source);
  const source = priority.findLast((one) => sources.includes(one));
  const instants = legs
    .filter((leg) => age === 'law' || leg.age !== 'law')
    .map(({ observedAt }) => observedAt);
  const [timestamp] = instants.toSorted();
  if (source === undefined || timestamp === undefined) return null;
  return { rate, source, timestamp, age, change: NO_CHANGE, since: NO_CHANGE, points: [], earlier: [] };
}
