import type { PublishedFixing } from '#lib/domain/rates/observation';
import { ok, type Result } from '#lib/domain/result';
import { type LayoutError, unknownLayout } from '#lib/sources/source';

import { type FedRateSeries, readFedSeriesId } from './fed-series.ts';

/** What a document of the Fed holds; no figures at all when it covers only days without a release. */
export interface FedTable {
  /** The daily exchange-rate series that the document has, with or without figures. */
  readonly seriesIds: readonly string[];
  readonly fixings: readonly PublishedFixing[];
}

/** A document's series as in {@link FedTable}; its figures have been handed on. */
export type ScannedFed = Result<readonly string[], LayoutError>;

/** A column, member or element of a document that is a daily exchange rate; `place` is where the reader found it. */
export interface FedColumn {
  readonly id: string;
  readonly place: number;
  readonly series: FedRateSeries;
}

/**
 * The daily exchange-rate series among the ids of a document, others left out. A monthly or annual series, a text that
 * is no series id, and nothing to serve are unknown layouts, named.
 */
export function chooseFedColumns(ids: readonly string[]): Result<readonly FedColumn[], LayoutError> {
  const chosen: FedColumn[] = [];
  const leftOut: string[] = [];
  for (const [place, id] of ids.entries()) {
    const series = readFedSeriesId(id);
    if (series === null) {
      return unknownLayout(
        `The id "${id.slice(0, 60)}" is none of the Fed's exchange-rate series; expected ids as RXI$US_N.B.EU and RXI_N.B.JA, or DEXUSEU and DEXJPUS.`,
      );
    }
    switch (series.kind) {
      case 'rate':
        chosen.push({ id, place, series });
        break;
      case 'left-out':
        leftOut.push(`${id} is ${series.reason}`);
        break;
      case 'not-daily':
        return unknownLayout(
          `The series ${id} is ${series.frequency}; expected the daily series only (RXI$US_N.B.EU, DEXUSEU), because averages are no fixings.`,
        );
      default:
        return series satisfies never;
    }
  }
  if (chosen.length > 0) return ok(chosen);
  return unknownLayout(
    `The document has no daily exchange rate that is served${leftOut.length > 0 ? `: ${leftOut.join('; ')}` : ''}.`,
  );
}
