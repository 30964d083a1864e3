import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, type LeftOut, unknownLayout, unreadable } from '#lib/sources/source';
import { type FedRateSeries, readFedSeriesId } from './fed-series.ts';

/** The series of a document; its figures have been handed on. */
export interface ScannedFed {
  /** The daily exchange-rate series that it has, with or without figures. */
  readonly seriesIds: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

/** A column, member or element of a document that is a daily exchange rate; `place` is where the reader found it. */
export interface FedColumn {
  readonly id: string;
  readonly place: number;
  readonly series: FedRateSeries;
}

/** The columns of a document that are served, and those that cannot be. */
interface FedColumns {
  readonly columns: readonly FedColumn[];
  readonly leftOut: readonly LeftOut[];
}

/**
 * The daily exchange-rate series among the ids of a document. A monthly or annual series and a text that is no series id are
 * left out, named; where nothing is left to serve the layout is unknown.
 */
export function chooseFedColumns(ids: readonly string[]): Result<FedColumns, LayoutError> {
  const columns: FedColumn[] = [];
  const leftOut: LeftOut[] = [];
  const passedOver: string[] = [];
  for (const [place, id] of ids.entries()) {
    const series = readFedSeriesId(id);
    if (series?.kind === 'rate') columns.push({ id, place, series });
    else if (series?.kind === 'left-out') passedOver.push(`${id} is ${series.reason}`);
    else
      leftOut.push(
        unreadable(`"${id}"`, series === null ? NO_SERIES : `is ${series.frequency}, ${NOT_DAILY}`),
      );
  }
  if (columns.length > 0) return ok({ columns, leftOut });
  const reasons = [...leftOut.map(({ series, reason }) => `${series} ${reason}`), ...passedOver];
  return unknownLayout(
    `The document has no daily exchange rate that is served${reasons.length > 0 ? `: ${reasons.slice(0, 5).join('; ')}` : ''}.`,
  );
}

const NO_SERIES =
  "is none of the Fed's series, which are called RXI$US_N.B.EU and RXI_N.B.JA, or DEXUSEU and DEXJPUS";
const NOT_DAILY = 'and averages are no fixings';
