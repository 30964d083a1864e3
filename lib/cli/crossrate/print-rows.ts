import process from 'node:process';

/** How answers are printed. */
export const OUTPUT_FORMATS = ['table', 'json', 'csv'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** One line of a table by the names of its columns. */
export type OutputRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Prints rows as a table for people or as CSV (RFC 4180), or the answer that they are of as JSON. Figures keep all their digits. */
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
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  if (format === 'csv') return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
  const isFigure = columns.map((column) => rows.some((row) => typeof row[column] === 'number'));
  return aligned(
    lines.map((cells) => cells.map(withoutControls)),
    isFigure,
  );
}

function csvCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
