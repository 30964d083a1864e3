import type { RatesSort } from '#lib/client/address/rates-address';
import { SHELVES } from '#lib/domain/currencies/currency-shelf';
import { SHELF_HEADINGS } from '#lib/format/rates/rates-words';
import type { SortedEntries } from './sorted-entries.ts';
import type { TableEntry, TableItem } from './table-entry.ts';

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
