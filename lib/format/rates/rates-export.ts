import { csvLine, csvText } from '#lib/contract/csv-text';
import type { RateSeries } from '#lib/contract/responses';
import { plainDecimal } from '#lib/domain/rates/exact-number';
import type { IsoDay } from '#lib/domain/iso-day';
import { plainFigure } from '#lib/format/numbers/figures';
import type { RatesRow } from './rates-rows.ts';

/** A row with what is known of its rate beside the figure. */
export interface ExportedRow {
  readonly row: RatesRow;
  /** Null where it could not be had. */
  readonly series: RateSeries | null;
}

/** What the rows are rates of, and when they were received. */
export interface ExportHead {
  readonly base: string;
  /** `default` where the service chose. */
  readonly source: string;
  /** The UTC day whose rates they are; null for those of `receivedAt`. */
  readonly date: IsoDay | null;
  readonly receivedAt: Date;
  /** The credit that each publisher asks for, by source. */
  readonly credits: Readonly<Record<string, string>>;
  /** Whether every figure is made up. */
  readonly isSimulated: boolean;
}

const HEADINGS = [
  'code',
  'name',
  'kind',
  'base',
  'rate',
  'source',
  'timestamp',
  'change_1_day_percent',
  'change_7_days_percent',
  'change_30_days_percent',
] as const;

/** Spreadsheets take a text that begins so for a formula. */
const FORMULA_START = /^[=+\-@\t\r]/;

/** The rows as a spreadsheet reads them (RFC 4180): all digits, plain, with a point. */
export function ratesCsv(rows: readonly ExportedRow[], head: ExportHead): string {
  return csvText(tableOf(rows, head).map((cells) => csvLine(cells.map(plainCell))));
}

/** The rows as a program reads them. */
export function ratesJson(
  rows: readonly ExportedRow[],
  { base, source, date, receivedAt, credits, isSimulated }: ExportHead,
): string {
  const used = new Set<string>(rows.flatMap(({ series }) => series?.source ?? []));
  const body = {
    ...(isSimulated && { simulated: true }),
    base,
    source,
    ...(date !== null && { date }),
    receivedAt: receivedAt.toISOString(),
    credits: Object.fromEntries(Object.entries(credits).filter(([id]) => used.has(id))),
    rates: rows.map(({ row, series }) => ({
      code: row.code,
      name: row.currency.name,
      kind: row.shelf,
      rate: row.rate,
      source: series?.source ?? null,
      timestamp: series?.timestamp ?? null,
      change: series?.change ?? null,
      since: series?.since ?? null,
    })),
  };
  return `${JSON.stringify(body, null, 2)}\n`;
}

/** The rows as text with tabs, which spreadsheets take from the clipboard. */
export function ratesTabs(rows: readonly ExportedRow[], head: ExportHead): string {
  return tableOf(rows, head)
    .map((cells) => cells.map(plainCell).join('\t'))
    .join('\n');
}

/** The rows as a table that text editors and mail take from the clipboard. */
export function ratesHtml(rows: readonly ExportedRow[], head: ExportHead): string {
  const line = (cells: readonly string[], name: 'th' | 'td') =>
    `<tr>${cells.map((cell) => `<${name}>${escaped(cell)}</${name}>`).join('')}</tr>`;
  const [headings = [], ...lines] = tableOf(rows, head);
  return `<table><thead>${line(headings, 'th')}</thead><tbody>${lines.map((cells) => line(cells, 'td')).join('')}</tbody></table>`;
}

/** The headings and the rows; of made-up figures each row says that it is. */
function tableOf(
  rows: readonly ExportedRow[],
  { base, isSimulated }: ExportHead,
): readonly (readonly string[])[] {
  const table = [HEADINGS, ...rows.map((row) => cellsOf(row, base))];
  return isSimulated ? table.map((cells, index) => [...cells, index === 0 ? 'note' : 'SIMULATED']) : table;
}

function cellsOf({ row, series }: ExportedRow, base: string): readonly string[] {
  const changes = [series?.change.day1, series?.change.day7, series?.change.day30];
  return [
    row.code,
    row.currency.name,
    row.shelf,
    base,
    plainFigure(row.rate),
    series?.source ?? '',
    series?.timestamp ?? '',
    ...changes.map((change) => (change === undefined || change === null ? '' : plainDecimal(change))),
  ];
}

/** A negative change is a number and stays one. */
function plainCell(text: string): string {
  return FORMULA_START.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
