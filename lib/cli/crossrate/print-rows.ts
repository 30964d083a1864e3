import process from 'node:process';
import { type CsvCell, csvLine, csvText } from '#lib/contract/csv-text';
import { plainDecimal } from '#lib/domain/rates/exact-number';

/** How answers are printed. */
export const OUTPUT_FORMATS = ['table', 'json', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** One line of a table by the names of its columns. */
export type OutputRow = Readonly<Record<string, CsvCell | undefined>>;

/** Prints rows as a table for people or as CSV (RFC 4180), or the answer that they are of as JSON. Figures keep all their digits, written plainly. */
export function printRows<Row extends OutputRow>(
  format: OutputFormat,
  answer: unknown,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): void {
  process.stdout.write(textOf(format, answer, columns, rows));
}

function textOf<Row extends OutputRow>(
  format: OutputFormat,
  answer: unknown,
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  if (format === 'json') return `${JSON.stringify(answer, null, 2)}\n`;
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))];
  if (format === 'csv') return csvText(lines.map(csvLine));
  const isFigure = columns.map((column) => rows.some((row) => typeof row[column] === 'number'));
  return aligned(
    lines.map((cells) => cells.map((cell) => withoutControls(textIn(cell)))),
    isFigure,
  );
}

function textIn(cell: CsvCell): string {
  return typeof cell === 'number' ? plainDecimal(cell) : String(cell ?? '');
}

/** Figures are flush right. */
function aligned(lines: readonly (readonly string[])[], isFigure: readonly boolean[]): string {
  const widths = isFigure.map((_, place) => Math.max(...lines.map((cells) => cells[place]?.length ?? 0)));
  const padded = (text: string, place: number) => {
    const width = widths[place] ?? 0;
    return isFigure[place] === true ? text.padStart(width) : text.padEnd(width);
  };
  return lines.map((cells) => `${cells.map(padded).join('  ').trimEnd()}\n`).join('');
}

/** What a server says must not steer the terminal. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}
