import type { ReceivedSeries } from '#lib/client/rates/rates-queries';
import type { RatesRow } from '#lib/format/rates/rates-rows';

/** A row as it is shown: its rate is the newer one of the two that were received. */
export interface TableEntry {
  readonly row: RatesRow;
  readonly rate: number;
  /** Undefined while it is on its way. */
  readonly received: ReceivedSeries | undefined;
}

/** What stands in the table one under the other. */
export type TableItem =
  | { readonly kind: 'group'; readonly key: string; readonly heading: string }
  | { readonly kind: 'row'; readonly key: string; readonly entry: TableEntry }
  | { readonly kind: 'detail'; readonly key: string; readonly entry: TableEntry };

/** Joins a row with what is known of it. */
export function entryOf(
  row: RatesRow,
  received: ReceivedSeries | undefined,
  tableReceivedAtMs: number,
): TableEntry {
  const isNewer = received?.series && received.receivedAtMs >= tableReceivedAtMs;
  return { row, rate: isNewer ? received.series.rate : row.rate, received };
}
