import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { namesDeclaredTwice } from './exported-names.ts';
import { codeFiles, type Kind, kindOf, roomOf } from './house-files.ts';

/**
 * Prints how large the project is and how it is ordered: `node lib/testing/house-table.ts [FOLDER...]`. Each folder is a column,
 * so two checkouts can be compared; without a folder it is this project.
 */

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url));
const KNIP = join(PROJECT_ROOT, 'node_modules', 'knip', 'bin', 'knip.js');
const KNIP_CONFIG = join('lib', 'testing', 'knip.json');
const KNIP_OUTPUT_MAX = 64 * 1024 * 1024;

/** The rows of what knip finds, by its own word for it. */
const KNIP_ROWS = new Map([
  ['files', 'dead files'],
  ['exports', 'dead exports of values'],
  ['types', 'dead exports of types'],
  ['duplicates', 'exported under two names'],
] as const);

const found = z.array(z.unknown());
const KNIP_REPORT = z.object({
  issues: z.array(z.object({ files: found, exports: found, types: found, duplicates: found })),
});

const KINDS = ['product', 'tests', 'helpers'] as const satisfies readonly Kind[];

/** A column of the table: texts by the name of their row. */
type Column = ReadonlyMap<string, string>;

const asked = process.argv.slice(2);
const folders = asked.length === 0 ? [PROJECT_ROOT] : asked.map((folder) => resolve(folder));
process.stdout.write(tableOf(folders, folders.map(measure)));

/** What a column has no row of is `-` in it. */
function tableOf(heads: readonly string[], columns: readonly Column[]): string {
  const all = [...new Set(columns.flatMap((column) => [...column.keys()]))];
  const isOfRoom = (name: string) => name.startsWith(' ');
  const names = [
    ...KINDS,
    ...all.filter(isOfRoom).toSorted(),
    ...all.filter((name) => !isOfRoom(name)).slice(KINDS.length),
  ];
  const rows = [
    ['', ...heads],
    ...names.map((name) => [name, ...columns.map((column) => column.get(name) ?? '-')]),
  ];
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))),
    )
    .map((cells) => `${cells.join('  ').trimEnd()}\n`)
    .join('');
}

function measure(root: string): Column {
  const files = codeFiles(root);
  const lines = new Map(files.map((file) => [file, lineCount(join(root, file))]));
  const product = files.filter((file) => kindOf(file) === 'product');
  const twice = namesDeclaredTwice(root, product);
  return new Map([
    ...KINDS.map(
      (kind) =>
        [
          kind,
          sizeOf(
            files.filter((file) => kindOf(file) === kind),
            lines,
          ),
        ] as const,
    ),
    ...[...Map.groupBy(files, (file) => `  ${kindOf(file)} in ${roomOf(file)}`)].map(
      ([row, of]) => [row, sizeOf(of, lines)] as const,
    ),
    ...folderRows(product),
    ['exported names declared twice', String(twice.size)],
    ...knipRows(root),
  ]);
}

function sizeOf(files: readonly string[], lines: ReadonlyMap<string, number>): string {
  const sum = files.reduce((total, file) => total + (lines.get(file) ?? 0), 0);
  return `${files.length} files, ${sum} lines`;
}

function lineCount(path: string): number {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}

/** How many files of the product a folder holds at its own level. */
function folderRows(product: readonly string[]): readonly (readonly [string, string])[] {
  const folders = [...Map.groupBy(product, (file) => dirname(file))].map(([folder, of]) => ({
    folder,
    count: of.length,
  }));
  const sorted = folders.toSorted((one, other) => one.count - other.count);
  const largest = sorted.at(-1);
  return [
    ['files in a folder, median', String(sorted[Math.floor(sorted.length / 2)]?.count ?? 0)],
    ['files in a folder, most', largest === undefined ? '0' : `${largest.count} (${largest.folder})`],
  ];
}

/** What knip finds with the tree's own settings; nothing for a tree that has none. */
function knipRows(root: string): readonly (readonly [string, string])[] {
  if (!existsSync(join(root, KNIP_CONFIG))) return [];
  const kinds = [...KNIP_ROWS.keys()].join(',');
  const { stdout } = spawnSync(
    process.execPath,
    [KNIP, '--config', KNIP_CONFIG, '--include', kinds, '--reporter', 'json'],
    { cwd: root, encoding: 'utf8', maxBuffer: KNIP_OUTPUT_MAX },
  );
  const { issues } = KNIP_REPORT.parse(JSON.parse(stdout));
  return [...KNIP_ROWS].map(([kind, row]) => [
    row,
    String(issues.reduce((sum, issue) => sum + issue[kind].length, 0)),
  ]);
}
