import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import process from 'node:process';
import { Argument, InvalidArgumentError } from 'commander';
import { secretRefusal } from '#lib/account/secrets/known-secret';
import { putMasterSecret, readMasterSecret } from '#lib/account/secrets/master-secret';
import { parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import { type Restored, restoreBackup } from '#lib/store/backup/restore-backup';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';

interface Options {
  readonly replace?: true;
  readonly withSecret?: true;
  readonly revokeCreatedBefore?: Date;
}

await runCommand(
  defineCommand(
    'restore',
    'Puts a backup into the database of this environment, all of it or nothing. Stop the service first. Everybody is signed out.',
  )
    .addArgument(new Argument('<file>', 'what npm run backup wrote, of the same kind of database'))
    .option('--replace', 'replace what the database holds; keys that have ended there stay ended')
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
  const restored = await restoreBackup({ ...environment, root }, path, {
    replaces: options.replace === true,
    revokesBefore: options.revokeCreatedBefore ?? null,
    now: new Date(),
  });
  if (secret !== null && environment.masterSecret === undefined) putMasterSecret(environment.dataDir, secret);
  process.stdout.write(`restored ${path}; everybody is signed out\n${sentenceOfKeys(restored)}\n`);
  const refusal = secretRefusal(restored.fingerprint, environment);
  if (refusal !== null) process.stderr.write(`The service will not start yet. ${refusal}\n`);
}

function secretBeside(path: string, { dataDir, masterSecret }: Environment): string {
  if (!existsSync(`${path}.secret`)) {
    throw new RefusedCommand(`There is no ${path}.secret; leave --with-secret out.`);
  }
  const secret = readFileSync(`${path}.secret`, 'utf8').trim();
  const present = readMasterSecret(dataDir, masterSecret);
  if (present === null || present === secret) return secret;
  throw new RefusedCommand(
    masterSecret === undefined
      ? `There is another master secret in ${dataDir}; move it elsewhere, or leave --with-secret out.`
      : 'MASTER_SECRET is set to another secret than that of the backup; unset it, or leave --with-secret out.',
  );
}

function sentenceOfKeys({ knowsEnds, keysRevoked, keysActive }: Restored): string {
  const counts = `${keysActive} of its keys are active, and ${keysRevoked} were revoked by the restore`;
  return knowsEnds
    ? `${counts}: those that no longer worked in the replaced database`
    : `${counts}: revoke again those that you revoked since the backup (npm run keys), or all older ones with --revoke-created-before`;
}
