import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { RefusedCommand } from '#lib/cli/command-line';

/** What a program wrote and how it ended. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Podman on this machine. */
export interface Podman {
  /** Runs a command of Podman to its end. */
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  /** What it writes; throws where it fails. */
  readonly read: (...args: readonly string[]) => Promise<string>;
}

/** How a container of Crossrate is started everywhere: nothing to write to but what is mounted, no capability, no way to one. */
export const HARDENED = [
  '--read-only',
  '--read-only-tmpfs=false',
  '--tmpfs=/tmp',
  '--cap-drop=all',
  '--security-opt=no-new-privileges',
  '--init=false',
] as const;

/** Runs a program to its end; what it says is shown while it runs, or given. */
export async function runProgram(command: string, args: readonly string[], isShown = false): Promise<Ran> {
  const child = spawn(command, args, {
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
  });
  const ended = once(child, 'close').catch(() => {
    throw new RefusedCommand(`${command} cannot be run: install podman, runc and debootstrap.`);
  });
  const outputs = [child.stdout, child.stderr].map((output) => (output === null ? '' : text(output)));
  await ended;
  const [stdout = '', stderr = ''] = await Promise.all(outputs);
  return { code: child.exitCode, stdout, stderr };
}

/** Podman with runc; where this machine may not raise limits of processes, which Podman always asks for, without that request. */
export async function openPodman(folder: string, image: string): Promise<Podman> {
  for (const options of [[], ['--runtime', writeModestRuntime(folder)]]) {
    const run = (...args: readonly string[]) => runProgram('podman', [...options, ...args]);
    const { code } = await run('run', '--rm', '--network=none', image, 'node', '--version');
    if (code === 0) return { run, read: (...args) => readFrom(run, args) };
  }
  throw new RefusedCommand('Podman cannot run a container here.');
}

async function readFrom(run: Podman['run'], args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  if (code !== 0) throw new Error(`podman ${args.join(' ')} failed: ${stderr}`);
  return stdout.trim();
}

/** runc, asked for containers without limits of their own. */
function writeModestRuntime(folder: string): string {
  const file = join(folder, 'modest-runc');
  writeFileSync(
    file,
    `#!${process.execPath}
const { execve, argv, env } = require('node:process');
const { readFileSync, writeFileSync } = require('node:fs');
const edit = (option, nameOf, edited) => {
  if (!argv.includes(option)) return;
  const file = nameOf(argv[argv.indexOf(option) + 1]);
  const spec = JSON.parse(readFileSync(file, 'utf8'));
  edited(spec);
  writeFileSync(file, JSON.stringify(spec));
};
edit('--bundle', (folder) => folder + '/config.json', ({ process }) => delete process.rlimits);
edit('--process', (file) => file, (process) => delete process.rlimits);
execve('/usr/sbin/runc', ['runc', ...argv.slice(2)], env);
`,
  );
  chmodSync(file, 0o755);
  return file;
}
