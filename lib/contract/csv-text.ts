import { plainDecimal } from '#lib/domain/rates/exact-number';

/** What a cell of a CSV may hold; null is an empty one. */
export type CsvCell = string | number | boolean | null;

/** What has to stand in quotes (RFC 4180, section 2). */
const SPECIAL = /[",\r\n]/;

/** A row of a CSV, without its end. Numbers have the digits that they have in JSON, and no exponent. */
export function csvLine(cells: readonly CsvCell[]): string {
  let line = '';
  let separator = '';
  for (const cell of cells) {
    line += separator;
    separator = ',';
    if (typeof cell === 'string') line += SPECIAL.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
    else if (cell !== null) line += typeof cell === 'number' ? plainDecimal(cell) : String(cell);
  }
  return line;
}

/** Rows as a CSV (RFC 4180): each ends with CR and LF, the last one too. */
export function csvText(lines: readonly string[]): string {
  return `${lines.join('\r\n')}\r\n`;
}
