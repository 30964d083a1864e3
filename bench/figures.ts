import process from 'node:process';
import { styleText } from 'node:util';

/** One figure, printed as one JSON line. `bare` is what the bare server did in the same run, and ratios are to it. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly [detail: string]: number | string;
}

/** The columns of a table; whatever else a figure tells is in a last one. */
const COLUMNS = [
  'name',
  'value',
  'unit',
  'bare',
  'ratio',
  'cpuMicros',
  'bareCpuMicros',
  'cpuRatio',
  'p50Ms',
  'p99Ms',
] as const;

/** Prints a figure for programs. */
export function printFigure(figure: Figure): void {
  process.stdout.write(`${JSON.stringify(figure)}\n`);
}

/** Figures for people: columns as wide as they must be. */
export function plainTable(figures: readonly Figure[]): string {
  const rows = [[...COLUMNS, 'besides'], ...figures.map(cellsOf)];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const [head = '', ...rest] = lines;
  return `${[styleText('bold', head, { stream: process.stderr }), ...rest].join('\n')}\n`;
}

/** The same in Markdown, as bench/RESULTS.md has it. */
export function markdownTable(figures: readonly Figure[]): string {
  const head = ['figure', 'value', 'unit', 'bare', 'ratio', 'CPU µs', 'bare CPU µs', 'CPU ratio'];
  const titles = [...head, 'p50 ms', 'p99 ms', 'besides'];
  const rows = [titles, titles.map(() => '---'), ...figures.map(cellsOf)];
  return `${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}

function cellsOf(figure: Figure): readonly string[] {
  const known: readonly string[] = COLUMNS;
  const rest = Object.entries(figure).filter(([name]) => !known.includes(name));
  return [
    ...COLUMNS.map((column) => String(figure[column] ?? '')),
    rest.map(([name, detail]) => `${name} ${detail}`).join(', '),
  ];
}
