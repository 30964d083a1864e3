import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { Argument, InvalidArgumentError } from 'commander';
import { putMasterSecret, readMasterSecret } from '#lib/account/secrets/master-secret';
import { parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import { restoreBackup } from '#lib/store/backup/restore-backup';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';

interface Options {
  readonly withSecret?: true;
  readonly revokeCreatedBefore?: Date;
}

await runCommand(
  defineCommand(
    'restore',
    'Puts a backup into the database of this environment, which must be empty, all of it or nothing. Everybody is signed out.',
  )
    .addArgument(new Argument('<file>', 'what npm run backup wrote, of the same kind of database'))
    .option('--with-secret', 'put the master secret in FILE.secret into the data folder too')
    .option(
      '--revoke-created-before <date>',
      'revoke all keys that were made before, such as 2026-04-13',
      asDay,
    )
    .action(restore),
);

function asDay(text: string): Date {
  const day = parseIsoDay(text);
  if (day !== null) return startOfDay(day);
  throw new InvalidArgumentError('Name a day such as 2026-04-13.');
}

async function restore(file: string, options: Options): Promise<void> {
  const root = process.cwd();
  const environment = readEnvironment(process.env, root);
  const path = resolve(process.env['INIT_CWD'] ?? root, file);
  const secret = options.withSecret ? secretBeside(path, environment) : null;
  const { keysActive, knowsUntil } = await restoreBackup(
    { ...environment, root },
    path,
    options.revokeCreatedBefore,
  );
  if (secret !== null && environment.masterSecret === undefined) putMasterSecret(environment.dataDir, secret);
  const sentence =
    keysActive === 0
      ? 'None of its keys is active'
      : `Active keys: ${keysActive}. The backup knows revocations until ${knowsUntil.toISOString()}: revoke again what you revoked later (npm run keys), or restore once more, into an empty database, with --revoke-created-before`;
  process.stdout.write(`restored ${path}; everybody is signed out\n${sentence}\n`);
}

function secretBeside(path: string, { dataDir, masterSecret }: Environment): string {
  if (!existsSync(`${path}.secret`)) {
    throw new RefusedCommand(`There is no ${path}.secret; leave --with-secret out.`);
  }
  const secret = readFileSync(`${path}.secret`, 'utf8').trim();
  const present = readMasterSecret(dataDir, masterSecret);
  if (present === null || present === secret) return secret;
  throw new RefusedCommand(
    `${masterSecret === undefined ? `The master secret in ${dataDir}` : 'MASTER_SECRET'} is another one than that of the backup; take it away, or leave --with-secret out.`,
  );
}
