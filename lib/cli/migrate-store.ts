import { resolve } from 'node:path';
import process from 'node:process';
import { readEnvironment } from '#lib/platform/environment';
import { copyStore } from '#lib/store/backup/copy-store';
import type { StoreLocation } from '#lib/store/open-store';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';

await runCommand(
  defineCommand(
    'migrate-store',
    'Copies all that the database of this environment holds into another one, which must be empty, and compares every table. Stop the service first.',
  )
    .requiredOption(
      '--to <database>',
      'an address such as postgres://user@host/name, or a data folder for SQLite',
    )
    .action(migrate),
);

async function migrate({ to }: { readonly to: string }): Promise<void> {
  const root = process.cwd();
  const from: StoreLocation = { ...readEnvironment(process.env, root), root };
  const target = targetOf(to, from);
  const { tables, rows } = await copyStore(from, target);
  const settings =
    target.databaseUrl === null
      ? `DATA_DIR=${target.dataDir} and without DATABASE_URL; its master-secret belongs in that folder too`
      : 'DATABASE_URL set to the new address';
  process.stdout.write(
    `${rows} rows of ${tables} tables are the same in both, counted and compared\nStart the service with ${settings}\n`,
  );
}

function targetOf(to: string, from: StoreLocation): StoreLocation {
  const isAddress = /^postgres(?:ql)?:\/\//.test(to);
  const target = isAddress
    ? { ...from, databaseUrl: to }
    : { ...from, databaseUrl: null, dataDir: resolve(process.env['INIT_CWD'] ?? from.root, to) };
  const isSame = isAddress
    ? to === from.databaseUrl
    : from.databaseUrl === null && target.dataDir === resolve(from.dataDir);
  if (isSame)
    throw new RefusedCommand('That is the database of this environment; name another one with --to.');
  return target;
}
