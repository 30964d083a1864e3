import { cpSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { RefusedCommand } from '#lib/cli/command-line';
import { PROJECT_ROOT } from '#lib/testing/run-script';
import { runProgram } from './podman.ts';

/** The image that the compose files name, as Podman calls it. */
export const IMAGE = 'localhost/crossrate';

const BASE = 'localhost/crossrate-proof-base';

/** Debian of the image that `BASE` of the Dockerfile names. */
const DEBIAN = 'bookworm';

/** What stands for an official image where no registry of images answers: packages of Debian, started as the official image starts. */
const STAND_INS: Readonly<Record<string, string>> = {
  'docker.io/library/postgres:17-bookworm': `
    RUN apt-get update && apt-get install --yes --no-install-recommends postgresql \\
     && ln --symbolic /usr/lib/postgresql/*/bin /programs \\
     && install --directory --owner=postgres --mode=700 /var/lib/postgresql/data
    ENV PGDATA=/var/lib/postgresql/data PATH=/programs:/usr/bin:/bin
    RUN printf '%s\\n' 'set -e' \\
      'if [ ! -s $PGDATA/PG_VERSION ]; then' \\
      '  echo "$POSTGRES_PASSWORD" > /tmp/password' \\
      '  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth-host=scram-sha-256 --locale=C.UTF-8' \\
      '  echo "host all all all scram-sha-256" >> $PGDATA/pg_hba.conf' \\
      '  echo "CREATE DATABASE $POSTGRES_DB" | postgres --single postgres' \\
      'fi' \\
      'exec postgres -c listen_addresses="*"' > /start.sh
    USER postgres
    STOPSIGNAL SIGINT
    CMD ["sh", "/start.sh"]`,
  'docker.io/library/caddy:2': `
    RUN apt-get update && apt-get install --yes --no-install-recommends caddy
    ENV XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config
    CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]`,
};

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Builds the image as its Dockerfile says, on `base` or on a base made here, where no registry of images need answer. */
export async function buildImage(folder: string, base: string | undefined): Promise<void> {
  const npmrc = join(homedir(), '.npmrc');
  await build(
    IMAGE,
    `--build-arg=BASE=${base ?? (await makeBase(folder))}`,
    ...(existsSync(npmrc) ? [`--secret=id=npmrc,src=${npmrc}`] : []),
    PROJECT_ROOT,
  );
}

/**
 * Makes an image for each official one that the compose files name and this machine does not have, on the base made before.
 * Gives what takes their names off again, so that nobody runs them for the official ones.
 */
export async function buildStandIns(folder: string): Promise<() => Promise<void>> {
  const built: string[] = [];
  for (const [image, steps] of Object.entries(STAND_INS)) {
    if (await isThere(image)) continue;
    if (!(await isThere(BASE))) await makeBase(folder);
    const file = join(folder, 'Dockerfile');
    writeFileSync(file, `FROM ${BASE}\n${steps}\n`);
    await build(image, `--file=${file}`, folder);
    built.push(image);
  }
  return async () => {
    for (const image of built) await runProgram('podman', ['untag', image, image]);
  };
}

async function isThere(image: string): Promise<boolean> {
  return (await runProgram('podman', ['image', 'exists', image])).code === 0;
}

function build(image: string, ...args: readonly string[]): Promise<void> {
  // Steps run in a chroot: a machine that is a container itself permits no more. The other format has no health check.
  return show('podman', ['build', '--isolation=chroot', '--format=docker', `--tag=${image}`, ...args]);
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
  const { code } = await runProgram(command, args, { isShown: true });
  if (code !== 0) throw new RefusedCommand(`${command} ${args[0] ?? ''} failed with exit code ${code}.`);
}
