import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { Argument } from 'commander';
import { readMasterSecret, replaceMasterSecret } from '#lib/account/secrets/master-secret';
import { secretRefusal } from '#lib/account/secrets/known-secret';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import {
  type Restored,
  restoreBackup,
  type VerifiedBackup,
  verifyBackup,
} from '#lib/store/backup/restore-backup';
import { contentsLine } from './backup-contents.ts';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { startBar } from './progress-bar.ts';

interface Options {
  readonly replace?: true;
  readonly withSecret?: true;
}

await runCommand(
  defineCommand(
    'restore',
    'Puts a backup into the database of this environment, from SQLite or PostgreSQL into either: all of it or nothing. Stop the service first. Everybody is signed out, and a key that was revoked stays revoked.',
  )
    .addArgument(new Argument('<file>', 'what npm run backup wrote'))
    .option('--replace', 'replace what the database holds')
    .option('--with-secret', 'put its master secret into the data folder too')
    .action(restore),
);

async function restore(file: string, options: Options): Promise<void> {
  const root = process.cwd();
  const environment = readEnvironment(process.env, root);
  const path = resolve(process.env['INIT_CWD'] ?? root, file);
  const { size } = await stat(path).catch((error: unknown) => {
    throw new RefusedCommand(`The file ${path} cannot be read (${codeOf(error)}).`, { cause: error });
  });
  // It is read twice: nothing is touched before it is known to be whole.
  const bar = startBar('restoring', 2 * size);
  try {
    const backup = await verifyBackup(path, bar.add);
    if (options.withSecret) refuseSecret(backup, environment, options);
    const wish = { replaces: options.replace === true, now: new Date(), onBytes: bar.add };
    const restored = await restoreBackup({ ...environment, root }, backup, wish);
    const { masterSecret } = backup.header;
    if (options.withSecret && masterSecret !== null && environment.masterSecret === undefined) {
      replaceMasterSecret(environment.dataDir, masterSecret);
    }
    bar.stop();
    printRestored(backup, restored, environment);
  } finally {
    bar.stop();
  }
}

/** Refuses a wish for the backup's secret that cannot be granted. */
function refuseSecret(
  { path, header }: VerifiedBackup,
  environment: Environment,
  { replace }: Options,
): void {
  const { dataDir, masterSecret: given } = environment;
  if (header.masterSecret === null) {
    throw new RefusedCommand(`${path} holds no master secret; leave --with-secret out.`);
  }
  const present = readMasterSecret(dataDir, given);
  if (present === null || present === header.masterSecret) return;
  if (given !== undefined) {
    throw new RefusedCommand(
      'MASTER_SECRET is set to another secret than that of the backup; unset it, or leave --with-secret out.',
    );
  }
  if (!replace) {
    throw new RefusedCommand(
      `There is another master secret in ${dataDir}; nothing was changed. Add --replace to put that of the backup in its place.`,
    );
  }
}

function printRestored(
  { header, rows }: VerifiedBackup,
  { keysEnded, keysGone, knowsEnds, fingerprint }: Restored,
  environment: Environment,
): void {
  const lines = [`restored ${contentsLine(rows)}, as of ${header.createdAt}`, 'everybody is signed out'];
  if (keysEnded > 0) lines.push(`keys that ended after the backup and stay ended: ${keysEnded}`);
  if (keysGone > 0) lines.push(`keys that were made after the backup and are gone: ${keysGone}`);
  if (!knowsEnds) {
    lines.push(
      'Nothing here tells which keys were revoked after that: those work again. Look through npm run keys -- list, and revoke them once more',
    );
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  const refusal = secretRefusal(fingerprint, environment);
  if (refusal !== null) process.stderr.write(`The service will not start yet. ${refusal}\n`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
