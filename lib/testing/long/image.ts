import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option } from 'commander';
import { defineCommand, runCommand } from '#lib/cli/command-line';
import { askerOf, makeKey, say, until } from '#lib/testing/long/image/ask-container';
import { buildImage, IMAGE } from '#lib/testing/long/image/build-image';
import { HARDENED, openPodman, type Podman } from '#lib/testing/long/image/podman';
import { proveFleet } from '#lib/testing/long/image/prove-fleet';

const IMAGE_MB_MAX = 220;

/** Nothing else listens there, as it is no usual port. */
const PORT = 38_217;

/** The image is built, and runs twice: as one process, and as several on one PostgreSQL, each in a container of its own. */
await runCommand(
  defineCommand('test:long', 'Builds the image with Podman and runs it, as one process and as a fleet.')
    .option('--base <image>', 'an image to build on, with Node 24 and npm; made by debootstrap unless given')
    .option('--image <image>', 'an image of Crossrate that is there already; else it is built')
    .addOption(new Option('--minutes <number>').hideHelp())
    .addOption(new Option('--rate <number>').hideHelp())
    .addOption(new Option('--report <file>').hideHelp())
    .action(proveImage),
);

interface Flags {
  readonly base?: string;
  readonly image?: string;
}

async function proveImage({ base, image = IMAGE }: Flags): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-image-'));
  try {
    if (image === IMAGE) await buildImage(folder, base);
    const podman = await openPodman(folder, image);
    const bytes = Number(await podman.read('image', 'inspect', '--format={{.Size}}', image));
    say(`the image has ${(bytes / 1e6).toFixed(1)} MB`);
    assert.ok(bytes <= IMAGE_MB_MAX * 1e6, `the image must not have more than ${IMAGE_MB_MAX} MB`);
    await proveOneProcess(podman, image);
    await proveFleet(podman, image);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function proveOneProcess(podman: Podman, image: string): Promise<void> {
  const settings = ['--network=host', '--volume=/data', `--env=PORT=${PORT}`, '--env=SOURCES=fixed'];
  const name = await podman.read('run', '--detach', ...HARDENED, ...settings, image);
  try {
    const ask = askerOf(`http://127.0.0.1:${PORT}`);
    const readyMs = await until(async () => (await ask('/readyz')).status === 200);
    const key = await makeKey(podman, name);
    assert.equal((await ask('/v1/rates/pair?from=AED&to=USD', { 'X-API-Key': key })).status, 200);
    await until(async () => (await ask('/')).status === 200);
    await podman.read('healthcheck', 'run', name);
    assert.equal(await podman.read('exec', name, 'node', '-p', 'process.getuid()'), '1000');
    assert.notEqual((await podman.run('exec', name, 'node', '-e', "fs.writeFileSync('/app/x', '')")).code, 0);
    assert.notEqual((await podman.run('exec', name, 'sh', '-c', 'true')).code, 0);
    await podman.read('stop', '--time=20', name);
    assert.equal(await podman.read('inspect', '--format={{.State.ExitCode}}', name), '0');
    say(
      `one process: ready after ${readyMs} ms, answers, draws pages, is healthy, cannot write, has no shell, ends by itself`,
    );
  } finally {
    await podman.run('rm', '--force', '--volumes', name);
  }
}
