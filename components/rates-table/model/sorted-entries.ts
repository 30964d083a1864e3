import type { RatesSort, SortColumn } from '#lib/client/address/rates-address';
import { SHELVES } from '#lib/domain/currencies/currency-shelf';
import type { TableEntry } from './table-entry.ts';

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
