import { isShelf, type Shelf } from '#lib/domain/currencies/currency-shelf';
import { isRegion, type Region } from '#lib/domain/currencies/region';
import type { IsoDay } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import {
  type AddressField,
  DATE_FIELD,
  readField,
  SOURCE_FIELD,
  withQuery,
  wordField,
  writeField,
} from './address-fields.ts';
import {
  type CodeBook,
  type IgnoredPart,
  codeNamed,
  notCurrency,
  type ReadAddress,
} from './address-parts.ts';

/** What the table can be sorted by; `code` keeps currencies of a kind together. */
export const SORT_COLUMNS = ['code', 'rate', 'day1', 'day7', 'day30'] as const;

export type SortColumn = (typeof SORT_COLUMNS)[number];

/** The order of the rows. */
export interface RatesSort {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** What the rates page shows: the state that its address carries. */
export interface RatesView {
  readonly base: string;
  /** Null lets the service choose. */
  readonly source: SourceId | null;
  /** The UTC day whose rates are shown; null for now. */
  readonly date: IsoDay | null;
  readonly search: string;
  /** Null shows every kind. */
  readonly shelf: Shelf | null;
  /** Null shows every region. */
  readonly region: Region | null;
  readonly sort: RatesSort;
}

/** What `/rates` shows. */
export const DEFAULT_RATES_VIEW: RatesView = {
  base: 'USD',
  source: null,
  date: null,
  search: '',
  shelf: null,
  region: null,
  sort: { column: 'code', isDescending: false },
};

/** Longer searches find nothing that a shorter one would not. */
const SEARCH_MAX = 60;

/** Before a column's name it says "largest first". */
const DESCENDING = '-';

const KIND_FIELD = wordField('kind', 'a kind of currency', isShelf);
const REGION_FIELD = wordField('region', 'a region', isRegion);

const SORT_FIELD: AddressField<RatesSort> = {
  name: 'sort',
  usual: DEFAULT_RATES_VIEW.sort,
  read: readSort,
  write: sortText,
  what: 'a column',
};

/**
 * Reads `/rates?base=USD&source=ecb&date=2026-04-13&q=krone&kind=fiat&region=europe&sort=-day7`; missing parts are the default view, and a base that is
 * no code is the currency that was most likely meant.
 */
export function readRatesAddress(address: string, book: CodeBook): ReadAddress<RatesView> {
  const query = new URLSearchParams(address.split('?', 2)[1] ?? '');
  const ignored: IgnoredPart[] = [];
  const view: RatesView = {
    base: readBase(query.get('base') ?? '', book, ignored),
    source: readField(SOURCE_FIELD, query, ignored),
    date: readField(DATE_FIELD, query, ignored),
    search: (query.get('q') ?? '').slice(0, SEARCH_MAX),
    shelf: readField(KIND_FIELD, query, ignored),
    region: readField(REGION_FIELD, query, ignored),
    sort: readField(SORT_FIELD, query, ignored),
  };
  return { view, ignored };
}

/** The address of a view, without the server's name; what is as by default is left out. */
export function ratesAddress({ base, source, date, search, shelf, region, sort }: RatesView): string {
  return withQuery('/rates', [
    base === DEFAULT_RATES_VIEW.base ? null : `base=${base}`,
    writeField(SOURCE_FIELD, source),
    writeField(DATE_FIELD, date),
    search === '' ? null : `${new URLSearchParams({ q: search })}`,
    writeField(KIND_FIELD, shelf),
    writeField(REGION_FIELD, region),
    writeField(SORT_FIELD, sort),
  ]);
}

/** An order as an address has it: `-day7` is the largest change of a week first. */
export function sortText({ column, isDescending }: RatesSort): string {
  return `${isDescending ? DESCENDING : ''}${column}`;
}

/** The order after a press on a column's head: its own first direction, then the other one, then the order by code. */
export function nextSort(sort: RatesSort, column: SortColumn): RatesSort {
  const startsDescending = column !== 'code';
  if (sort.column !== column) return { column, isDescending: startsDescending };
  if (sort.isDescending === startsDescending) return { column, isDescending: !startsDescending };
  return DEFAULT_RATES_VIEW.sort;
}

function readBase(text: string, { codes, nearest }: CodeBook, ignored: IgnoredPart[]): string {
  if (text === '') return DEFAULT_RATES_VIEW.base;
  const code = codeNamed(text, codes);
  if (code !== undefined) return code;
  const base = nearest(text) ?? DEFAULT_RATES_VIEW.base;
  ignored.push({
    wrong: notCurrency(text),
    instead: `Rates on ${base} are shown instead.`,
  });
  return base;
}

/** Reads what {@link sortText} wrote; null for what is no order. */
export function readSort(text: string): RatesSort | null {
  const isDescending = text.startsWith(DESCENDING);
  const name = isDescending ? text.slice(DESCENDING.length) : text;
  const column = SORT_COLUMNS.find((known) => known === name);
  return column === undefined ? null : { column, isDescending };
}
