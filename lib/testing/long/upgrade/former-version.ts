import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { RefusedCommand } from '#lib/cli/command-line';
import { newestMigration } from '#lib/store/migrations/migrate';
import { SERVER_ROOT } from '#lib/testing/long/server-process';

/** The version before the newest migration, as it was. */
export interface FormerVersion {
  /** Its project folder, with the packages of this version. */
  readonly root: string;
  readonly commit: string;
  /** The migration that it does not know. */
  readonly lacks: string;
}

/** Lays out the newest commit that lacks today's newest migration. Throws one sentence where there is no history of this project. */
export async function layFormerVersionOut(folder: string): Promise<FormerVersion> {
  const lacks = newestMigration('postgres') ?? '';
  const file = `lib/store/migrations/${lacks}.ts`;
  const added = await git(['log', '-1', '--diff-filter=A', '--format=%H', '--', file]);
  const commit = added === '' ? '' : await git(['rev-parse', '--verify', '--quiet', `${added}^`]);
  if (commit === '') {
    throw new RefusedCommand(
      'The former version is taken from the history of this project, which is not here: run this in a whole clone made with git.',
    );
  }
  const root = join(folder, 'former');
  mkdirSync(root);
  const archive = join(folder, 'former.tar');
  await git(['archive', `--output=${archive}`, commit]);
  await promisify(execFile)('tar', ['-xf', archive, '-C', root]);
  symlinkSync(join(SERVER_ROOT, 'node_modules'), join(root, 'node_modules'));
  return { root, commit: commit.slice(0, 8), lacks };
}

/** What git says about this project; nothing where it fails or is not there. */
async function git(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('git', args, {
    cwd: SERVER_ROOT,
    env: { NODE_ENV: 'production', PATH: process.env['PATH'] },
  }).catch(() => ({ stdout: '' }));
  return stdout.trim();
}
