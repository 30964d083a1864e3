import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';

/** What a copy of the project does not hold: what is installed, built and kept. */
const LEFT_OUT = ['.git', '.next', 'data', 'node_modules', 'playwright-report', 'test-results'];

/** What it shares with the project instead. The build is of nine sources: what pages know of a tenth comes to them as a value. */
const SHARED = ['node_modules', '.next', 'lib/setup/runtime/node_modules'];

/** The registry, of which a new source needs one line. */
const REGISTRY = 'lib/domain/source-id.ts';

/** A copy of the project in a folder of its own. */
export interface Copy {
  /** Runs `node ARGS` there; rejects with the output when it fails. */
  readonly run: (args: readonly string[], variables?: Readonly<Record<string, string>>) => Promise<string>;
  readonly root: string;
  /** What was changed since it was made, as `git diff --stat` says it. */
  readonly diffStat: () => Promise<string>;
  readonly remove: () => Promise<void>;
}

/** Copies the project of the working directory. */
export async function copyProject(): Promise<Copy> {
  const project = process.cwd();
  const root = await mkdtemp(join(tmpdir(), 'crossrate-tenth-'));
  await cp(project, root, {
    recursive: true,
    filter: (from) => !LEFT_OUT.includes(basename(from)),
  });
  for (const path of SHARED) await symlink(join(project, path), join(root, path));
  const call = async (file: string, args: readonly string[], variables = {}) => {
    const env = { ...process.env, ...variables };
    const { stdout } = await promisify(execFile)(file, [...args], { cwd: root, env, maxBuffer: 2 ** 26 });
    return stdout;
  };
  const git = (...args: readonly string[]) =>
    call('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args]);
  await git('init', '--quiet');
  await git('add', '--all');
  await git('commit', '--quiet', '--message', 'Start');
  return {
    root,
    run: (args, variables) => call(process.execPath, args, variables),
    diffStat: async () => {
      await git('add', '--all', '--intent-to-add');
      return git('diff', '--stat');
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}

/** Adds the folder of a made-up tenth bank. */
export async function addFolder({ root }: Copy): Promise<void> {
  const template = join(import.meta.dirname, 'tenth-bank');
  const folder = join(root, 'lib/sources/tenth-bank');
  for (const name of await readdir(template)) {
    await cp(join(template, name), join(folder, name.replace(/\.txt$/, '')));
  }
}

/** Adds its line to the registry, behind the banks. */
export async function addRegistryLine({ root }: Copy): Promise<void> {
  const text = await readFile(join(root, REGISTRY), 'utf8');
  await writeFile(join(root, REGISTRY), text.replace("  'boj',\n", "  'boj',\n  'tenth-bank',\n"));
}
