import type { JsonSuccess, TableSuccess } from '#lib/api/answer';
import { CSV_COLUMNS, PERIOD_COLUMNS } from '#lib/contract/csv-columns';
import { csvLine } from '#lib/contract/csv-text';
import type {
  HistoricalSeriesResponse,
  PairComparison,
  RateSeriesResponse,
  RatesTableResponse,
} from '#lib/contract/responses';
import { plainDecimal } from '#lib/domain/rates/exact-number';
import type { FoundRate } from '#lib/domain/rates/strict-rate';
import type { SourceId } from '#lib/domain/source-id';

/** What headers say of an answer, which is the same of its table. */
type Described = Pick<JsonSuccess, 'stale' | 'headers'>;

/** A table of rates, each with its own source and instant; one unit of base costs `rate` units of the code. */
export function tableOfRates(
  { base, source, rates }: RatesTableResponse,
  found: ReadonlyMap<string, FoundRate>,
  described: Described,
): TableSuccess {
  const rows = Object.entries(rates).map(([code, rate]) => {
    const origin = found.get(code);
    return csvLine([code, base, rate, origin?.source ?? null, origin?.observedAt.toISOString() ?? null]);
  });
  const sources = new Set([...found.values()].map((rate) => rate.source));
  return success(described, [CSV_COLUMNS.rates, rows], ['rates', base, source], sources);
}

/** A history, a row for each point; with periods, what each is made of. One unit of `from` cost `rate` units of `to`. */
export function tableOfHistory(
  { from, to, source, points }: HistoricalSeriesResponse,
  hasPeriods: boolean,
  described: Described,
): TableSuccess {
  const sources = new Set<SourceId>();
  const rows = points.map((point) => {
    sources.add(point.source);
    // Nothing in it is ever quoted; looking for that would make 5,000 points take twice as long.
    const line = `${point.timestamp},${from},${to},${plainDecimal(point.rate)},${point.source}`;
    return hasPeriods ? `${line},${point.period},${point.days},${point.complete}` : line;
  });
  const columns = hasPeriods ? [...CSV_COLUMNS.historical, ...PERIOD_COLUMNS] : CSV_COLUMNS.historical;
  return success(described, [columns, rows], ['history', from, to, source], sources);
}

/** The last days of several currencies, a row for each day of each; the rate is empty where a day has none. */
export function tableOfSeries(
  { base, source, days, series }: RateSeriesResponse,
  described: Described,
): TableSuccess {
  const codes = Object.entries(series);
  const rows = codes.flatMap(([code, one]) =>
    days.map((day, place) => csvLine([day, code, base, one?.points[place] ?? null, one?.source ?? null])),
  );
  const sources = new Set(codes.flatMap(([, one]) => one?.source ?? []));
  return success(described, [CSV_COLUMNS.series, rows], ['series', base, source], sources);
}

/** A pair at every source: those that have it, then the others with the reason. */
export function tableOfComparison(
  { from, to, rates, without }: PairComparison,
  described: Described,
): TableSuccess {
  const rows = [
    ...rates.map(({ source, rate, timestamp, provenance: { age } }) =>
      csvLine([source, from, to, rate, timestamp, age, null, null]),
    ),
    ...without.map(({ source, code, message }) =>
      csvLine([source, from, to, null, null, null, code, message]),
    ),
  ];
  const sources = new Set(rates.map(({ source }) => source));
  return success(described, [CSV_COLUMNS.compare, rows], ['compare', from, to], sources);
}

function success(
  { stale, headers }: Described,
  [columns, rows]: readonly [columns: readonly string[], rows: readonly string[]],
  name: readonly string[],
  sources: ReadonlySet<SourceId>,
): TableSuccess {
  const table = { lines: [csvLine(columns), ...rows], name: ['crossrate', ...name].join('-'), sources };
  return { table, stale, ...(headers && { headers }) };
}
