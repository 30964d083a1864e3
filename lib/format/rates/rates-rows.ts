import { type Shelf, SHELVES, shelfOf } from '#lib/domain/currencies/currency-shelf';
import { type Region, REGIONS } from '#lib/domain/currencies/region';
import { COMMON_CODES } from '#lib/format/currencies/common-currencies';
import type { CurrencyOption } from '#lib/format/currencies/currency-list';
import { isNamedBy } from '#lib/format/currencies/currency-search';

/** A currency of a table: one unit of the table's base costs `rate` units of it. */
export interface RatesRow {
  readonly code: string;
  readonly currency: CurrencyOption;
  readonly shelf: Shelf;
  readonly regions: readonly Region[];
  readonly rate: number;
  /** Whether it is one of the most traded ones. */
  readonly isCommon: boolean;
}

/** A currency with what the table adds to it. */
export interface ListedOption {
  readonly currency: CurrencyOption;
  readonly shelf: Shelf;
  readonly regions: readonly Region[];
}

/** What the rows are chosen by. */
export interface RowFilter {
  readonly search: string;
  readonly shelf: Shelf | null;
  readonly region: Region | null;
  /** What is pinned stands there even where it is no longer in use. */
  readonly pins: readonly string[];
}

/** Between two currencies in a packed list of regions. */
const SEPARATOR = ',';

/** Codes of one answer of GET /v1/rates/series at most. */
const CHUNK_CODES = 60;

/** The regions of currencies as one text, a digit each, in the order of the list. */
export function packRegions(regions: readonly (readonly Region[])[]): string {
  return regions.map((ones) => ones.map((region) => REGIONS.indexOf(region)).join('')).join(SEPARATOR);
}

/** Every currency with its shelf and the regions that {@link packRegions} wrote for the same list. */
export function listOptions(
  currencies: readonly CurrencyOption[],
  packedRegions: string,
): readonly ListedOption[] {
  const regions = packedRegions.split(SEPARATOR);
  return currencies.map((currency, index) => ({
    currency,
    shelf: shelfOf(currency, currency.shape === 'foot'),
    regions: [...(regions[index] ?? '')].flatMap((digit) => REGIONS[Number(digit)] ?? []),
  }));
}

/** The rows of a table in a lasting order: the common ones, then by shelf and code. The base itself is no row. */
export function rateRows(
  rates: Readonly<Record<string, number>>,
  base: string,
  options: readonly ListedOption[],
): readonly RatesRow[] {
  const rows = options.flatMap((option) => {
    const { code } = option.currency;
    const rate = rates[code];
    if (rate === undefined || code === base) return [];
    return [{ ...option, code, rate, isCommon: COMMON_CODES.includes(code) }];
  });
  const common = rows.filter(({ isCommon }) => isCommon);
  const others = rows.filter(({ isCommon }) => !isCommon);
  return [...common, ...SHELVES.flatMap((shelf) => others.filter((row) => row.shelf === shelf))];
}

/** Cuts the rows into codes of one question each; what stands first on the page is in the first. */
export function codeChunks(rows: readonly RatesRow[]): readonly (readonly string[])[] {
  const count = Math.ceil(rows.length / CHUNK_CODES);
  return Array.from({ length: count }, (_, index) =>
    rows.slice(index * CHUNK_CODES, (index + 1) * CHUNK_CODES).map(({ code }) => code),
  );
}

/** Whether a row is among the chosen. What is no longer in use is shown by its own shelf, found by a search, or pinned. */
export function isChosenRow(row: ListedOption, { search, shelf, region, pins }: RowFilter): boolean {
  if (shelf !== null && row.shelf !== shelf) return false;
  const isAsked = shelf !== null || search !== '' || pins.includes(row.currency.code);
  if (row.shelf === 'ended' && !isAsked) return false;
  if (region !== null && !row.regions.includes(region)) return false;
  return isNamedBy(row.currency, search);
}

/** How many rows a table has before anything is asked of it: all but what has ended. */
export function countInUse(rows: readonly ListedOption[]): number {
  return rows.filter(({ shelf }) => shelf !== 'ended').length;
}

/** How many rows stand on each shelf. */
export function shelfCounts(rows: readonly ListedOption[]): ReadonlyMap<Shelf, number> {
  return new Map(SHELVES.map((shelf) => [shelf, rows.filter((row) => row.shelf === shelf).length]));
}

/** Rows that fill a first screen, however high. */
const FIRST_SCREEN_ROWS = 40;

/** The codes that stand on the first screen while the rows are in their lasting order. */
export function firstCodes(rows: readonly RatesRow[], filter: RowFilter): readonly string[] {
  const chosen = rows.filter((row) => isChosenRow(row, filter)).map(({ code }) => code);
  return [...filter.pins.filter((code) => chosen.includes(code)), ...chosen.slice(0, FIRST_SCREEN_ROWS)];
}

/** Which of the chunks hold some of the codes, ascending. */
export function chunksWith(
  chunks: readonly (readonly string[])[],
  codes: readonly string[],
): readonly number[] {
  const sought = new Set(codes);
  return chunks.flatMap((chunk, index) => (chunk.some((code) => sought.has(code)) ? [index] : []));
}
