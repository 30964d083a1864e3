import { resolve } from 'node:path';
import process from 'node:process';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import { type Moved, moveStore } from '#lib/store/backup/move-store';
import type { StoreLocation } from '#lib/store/open-store';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { type ProgressBar, startBar } from './progress-bar.ts';

/** Why a database is not moved into itself. */
const SAME = new RefusedCommand('That is the database of this environment; name another one with --to.');

interface Options {
  readonly to: string;
  readonly replace?: true;
}

await runCommand(
  defineCommand(
    'migrate-store',
    'Makes another database hold all that the database of this environment holds, even while the service runs, and compares every row. Stopped, it can be run again and goes on.',
  )
    .requiredOption(
      '--to <database>',
      'an address such as postgres://user@host/name, or a data folder for SQLite',
    )
    .option('--replace', 'let it change a database that holds something, as after a move that was stopped')
    .action(migrate),
);

async function migrate({ to, replace }: Options): Promise<void> {
  const root = process.cwd();
  const environment = readEnvironment(process.env, root);
  const from: StoreLocation = { ...environment, root };
  const target = targetOf(to, from);
  let bar: ProgressBar | null = null;
  try {
    const moved = await moveStore(from, target, {
      replaces: replace === true,
      start: (rows) => {
        bar = startBar('moving and comparing', rows);
      },
      add: (rows) => bar?.add(rows),
    });
    stop(bar);
    process.stdout.write(`${linesOf(moved, target, environment).join('\n')}\n`);
  } finally {
    stop(bar);
  }
}

function stop(bar: ProgressBar | null): void {
  bar?.stop();
}

function targetOf(to: string, from: StoreLocation): StoreLocation {
  const { root } = from;
  if (/^postgres(?:ql)?:\/\//.test(to)) {
    if (to === from.databaseUrl) throw SAME;
    return { root, databaseUrl: to, dataDir: from.dataDir };
  }
  const dataDir = resolve(process.env['INIT_CWD'] ?? root, to);
  if (from.databaseUrl === null && dataDir === resolve(from.dataDir)) throw SAME;
  return { root, databaseUrl: null, dataDir };
}

function linesOf(
  { tables, rows, written, removed }: Moved,
  { databaseUrl, dataDir }: StoreLocation,
  environment: Environment,
): readonly string[] {
  const lines = [
    `${rows} rows of ${tables} tables are the same in both, compared one by one: ${written} were written, ${removed} removed`,
    'Services that went on meanwhile may have changed the first one since: stop those that poll, and run this once more with --replace',
  ];
  if (databaseUrl !== null)
    return [...lines, 'Then start the service with DATABASE_URL set to the new address'];
  lines.push(`Then start the service without DATABASE_URL and with DATA_DIR=${dataDir}`);
  const keepsSecretHere = environment.masterSecret === undefined && resolve(environment.dataDir) !== dataDir;
  return keepsSecretHere
    ? [...lines, `Copy the file master-secret from ${environment.dataDir} there first`]
    : lines;
}
