import type { RatesSort, SortColumn } from '#lib/client/address/rates-address';
import type { ReceivedSeries } from '#lib/client/rates/rates-queries';
import { SHELVES } from '#lib/domain/currencies/currency-shelf';
import type { RatesRow } from '#lib/format/rates/rates-rows';
import { SHELF_HEADINGS } from '#lib/format/rates/rates-words';

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

/** The pinned rows in the order in which they were pinned, and the others in the wanted one; by code they keep to their shelves, behind the most traded. */
export interface SortedEntries {
  readonly pinned: readonly TableEntry[];
  readonly others: readonly TableEntry[];
}

/** Sorts and pins the rows; what is not known stands last whichever way they are sorted, and equals stand by code. */
export function sortedEntries(
  entries: readonly TableEntry[],
  { column, isDescending }: RatesSort,
  pins: readonly string[],
): SortedEntries {
  const direction = isDescending ? -1 : 1;
  const order = (one: TableEntry, other: TableEntry): number => {
    const byCode = one.row.code < other.row.code ? -1 : 1;
    if (column === 'code')
      return (
        shelfIndex(one) - shelfIndex(other) || (one.row.isCommon && !isDescending ? 0 : direction * byCode)
      );
    const a = figureOf(one, column);
    const b = figureOf(other, column);
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byCode;
    return direction * (a - b) || byCode;
  };
  return {
    pinned: pins.flatMap((pin) => entries.filter(({ row }) => row.code === pin)),
    others: entries.filter(({ row }) => !pins.includes(row.code)).toSorted(order),
  };
}

/** The most traded before every shelf; among themselves they are in the order in which they come. */
function shelfIndex({ row }: TableEntry): number {
  return row.isCommon ? -1 : SHELVES.indexOf(row.shelf);
}

function figureOf({ rate, received }: TableEntry, column: Exclude<SortColumn, 'code'>): number | null {
  return column === 'rate' ? rate : (received?.series?.change[column] ?? null);
}

/** Rows under headings: what is pinned, then the most traded and the shelves, or all others where a figure decides the order. */
export function tableItems(
  { pinned, others }: SortedEntries,
  sort: RatesSort,
  openCode: string | null,
): readonly TableItem[] {
  const groups =
    sort.column === 'code'
      ? [
          { heading: 'Most traded', entries: others.filter(({ row }) => row.isCommon) },
          ...SHELVES.map((shelf) => ({
            heading: SHELF_HEADINGS[shelf],
            entries: others.filter(({ row }) => !row.isCommon && row.shelf === shelf),
          })),
        ]
      : [{ heading: pinned.length > 0 ? 'All others' : 'All', entries: others }];
  return [{ heading: 'Pinned', entries: pinned }, ...groups]
    .filter(({ entries }) => entries.length > 0)
    .flatMap(({ heading, entries }): readonly TableItem[] => [
      { kind: 'group', key: heading, heading },
      ...entries.flatMap((entry) => rowItems(entry, openCode)),
    ]);
}

function rowItems(entry: TableEntry, openCode: string | null): readonly TableItem[] {
  const { code } = entry.row;
  const row: TableItem = { kind: 'row', key: code, entry };
  return code === openCode ? [row, { kind: 'detail', key: `${code} detail`, entry }] : [row];
}
