import { writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { Argument } from 'commander';
import { readMasterSecret } from '#lib/account/secrets/master-secret';
import { readEnvironment } from '#lib/platform/environment';
import { writeBackup } from '#lib/store/backup/write-backup';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';

await runCommand(
  defineCommand(
    'backup',
    'Copies the whole database, as it is at one instant, to a new file, even while the service runs: by SQLite itself, or by pg_dump.',
  )
    .addArgument(new Argument('<file>', 'a new file, which only its owner can read'))
    .option(
      '--with-secret',
      'write the master secret to FILE.secret; anyone who has both files can sign in as anybody',
    )
    .action(backUp),
);

async function backUp(file: string, { withSecret }: { readonly withSecret?: true }): Promise<void> {
  const root = process.cwd();
  const environment = readEnvironment(process.env, root);
  const path = resolve(process.env['INIT_CWD'] ?? root, file);
  const { dataDir, masterSecret } = environment;
  const secret = withSecret ? readMasterSecret(dataDir, masterSecret) : null;
  if (withSecret && secret === null) {
    throw new RefusedCommand(
      `There is no master secret in ${dataDir} and MASTER_SECRET is not set; leave --with-secret out.`,
    );
  }
  await writeBackup({ ...environment, root }, path);
  if (secret !== null)
    writeFileSync(`${path}.secret`, `${secret}\n`, { flag: 'wx', mode: 0o600, flush: true });
  const { size } = await stat(path);
  const kept =
    secret === null
      ? 'It holds no master secret: keep that elsewhere'
      : `The master secret is in ${path}.secret: keep it as safe as a password`;
  process.stdout.write(`backed up to ${path}, ${Math.ceil(size / 1000)} kB\n${kept}\n`);
}
