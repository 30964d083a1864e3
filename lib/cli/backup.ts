import { existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { Argument } from 'commander';
import { readMasterSecret } from '#lib/account/secrets/master-secret';
import { type Environment, readEnvironment } from '#lib/platform/environment';
import { writeBackup } from '#lib/store/backup/backup-file';
import { readConsistently } from '#lib/store/backup/read-consistently';
import { contentsLine } from './backup-contents.ts';
import { defineCommand, RefusedCommand, runCommand } from './command-line.ts';
import { startBar } from './progress-bar.ts';

await runCommand(
  defineCommand(
    'backup',
    'Writes everything in the database, as it is at one instant, to one file, even while the service runs. Sessions are left out.',
  )
    .addArgument(new Argument('<file>', 'a new file, which only its owner can read'))
    .option(
      '--with-secret',
      'put the master secret into it too; anyone who has the file can then sign in as anybody',
    )
    .action(backUp),
);

async function backUp(file: string, { withSecret }: { readonly withSecret?: true }): Promise<void> {
  const root = process.cwd();
  const environment = readEnvironment(process.env, root);
  const path = resolve(process.env['INIT_CWD'] ?? root, file);
  if (existsSync(path)) throw new RefusedCommand(`${path} exists already; name a file that does not.`);
  const masterSecret = withSecret ? secretOf(environment) : null;
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  const rows = await readConsistently({ ...environment, root }, async (read) => {
    const total = read.tables.reduce((sum, table) => sum + table.rows, 0);
    const bar = startBar('backing up', total);
    const facts = { createdAt: new Date(), masterSecret, onRows: bar.add, signal: stopping.signal };
    try {
      await intoPlace(path, (beside) => writeBackup(beside, read, facts));
    } finally {
      bar.stop();
    }
    return Object.fromEntries(read.tables.map((table) => [table.name, table.rows]));
  });
  const { size } = await stat(path);
  process.stdout.write(`backed up ${contentsLine(rows)}\n`);
  process.stdout.write(
    `${path} has ${Math.ceil(size / 1000)} kB and holds ${withSecret ? 'the master secret: keep it as safe as a password' : 'no master secret: keep that elsewhere'}\n`,
  );
}

function secretOf({ dataDir, masterSecret }: Environment): string {
  const secret = readMasterSecret(dataDir, masterSecret);
  if (secret !== null) return secret;
  throw new RefusedCommand(
    `There is no master secret in ${dataDir} and MASTER_SECRET is not set; leave --with-secret out.`,
  );
}

/** A backup that was cut off never bears the name of a whole one. */
async function intoPlace(path: string, write: (beside: string) => Promise<void>): Promise<void> {
  const beside = `${path}.part`;
  if (existsSync(beside)) {
    throw new RefusedCommand(
      `${beside} is left from a backup that was cut off, or another one is being made; remove it and try again.`,
    );
  }
  try {
    await write(beside);
    if (existsSync(path)) throw new RefusedCommand(`${path} was made meanwhile; nothing was overwritten.`);
    await rename(beside, path);
  } catch (error) {
    if (existsSync(beside)) await rm(beside);
    throw explained(path, error);
  }
}

function explained(path: string, error: unknown): unknown {
  if (error instanceof Error && error.name === 'AbortError') {
    return new RefusedCommand('The backup was stopped; nothing is left of it.', { cause: error });
  }
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const reason = error.code === 'ENOSPC' ? 'its disk is full' : String(error.code);
  return new RefusedCommand(`${path} cannot be written (${reason}); nothing is left of it.`, {
    cause: error,
  });
}
