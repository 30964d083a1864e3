import { cpSync, existsSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { RefusedCommand } from '#lib/cli/command-line';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { runProgram } from './podman.ts';

/** The image of this checkout. */
export const IMAGE = 'localhost/crossrate-proof';

const BASE = 'localhost/crossrate-proof-base';

/** Debian of the image that `BASE` of the Dockerfile names. */
const DEBIAN = 'bookworm';

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Builds the image as its Dockerfile says, on `base` or on a base made here, where no registry of images need answer. */
export async function buildImage(folder: string, base: string | undefined): Promise<void> {
  const npmrc = join(homedir(), '.npmrc');
  await show('podman', [
    'build',
    // Steps of a build run in a chroot: a machine that is a container itself permits no more.
    '--isolation=chroot',
    // The other format has no health check.
    '--format=docker',
    `--build-arg=BASE=${base ?? (await makeBase(folder))}`,
    ...(existsSync(npmrc) ? [`--secret=id=npmrc,src=${npmrc}`] : []),
    `--tag=${IMAGE}`,
    PROJECT_ROOT,
  ]);
}

/** Debian with the Node and npm of this machine. */
async function makeBase(folder: string): Promise<string> {
  const root = join(folder, 'base');
  const archive = join(folder, 'base.tar');
  await show('debootstrap', ['--variant=minbase', '--include=ca-certificates', DEBIAN, root]);
  cpSync(process.execPath, join(root, 'usr/local/bin/node'));
  cpSync(npmFolder(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'));
  // This machine may trust more than Debian does, such as a proxy on the way to the registry of packages.
  cpSync(CERTIFICATES, join(root, CERTIFICATES), { dereference: true });
  await show('tar', ['--create', `--directory=${root}`, `--file=${archive}`, '.']);
  await show('podman', ['import', '--change', `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, archive, BASE]);
  for (const path of [root, archive]) rmSync(path, { recursive: true, force: true });
  return BASE;
}

/** npm as it stands beside the Node that is first on the path, or in the system's own place. */
function npmFolder(): string {
  const places = [join(dirname(process.execPath), '../lib'), '/usr/local/lib', '/usr/lib', '/usr/share'];
  const found = places
    .flatMap((place) => [join(place, 'node_modules/npm'), join(place, 'nodejs/npm')])
    .find((place) => existsSync(join(place, 'bin/npm-cli.js')));
  if (found === undefined)
    throw new RefusedCommand('npm is not where it usually is; name an image that has it with --base.');
  return found;
}

async function show(command: string, args: readonly string[]): Promise<void> {
  const { code } = await runProgram(command, args, true);
  if (code !== 0) throw new RefusedCommand(`${command} ${args[0] ?? ''} failed with exit code ${code}.`);
}
