import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Option } from 'commander';
import { defineCommand, runCommand } from '#lib/cli/command-line';
import { askerOf, makeKey, say, until } from '#lib/testing/long/image/ask-container';
import { buildImage, buildStandIns, IMAGE } from '#lib/testing/long/image/build-image';
import { openPodman, type Podman } from '#lib/testing/long/image/podman';
import { proveFleet } from '#lib/testing/long/image/prove-fleet';

const IMAGE_MB_MAX = 220;

/** Nothing else listens there, as it is no usual port. */
const PORT = 38_217;

/** The image is built, and each compose file is run as it stands. */
await runCommand(
  defineCommand('test:long', 'Builds the image with Podman and runs compose.yaml and compose.fleet.yaml.')
    .option('--base <image>', 'an image to build on, with Node 24 and npm; made by debootstrap unless given')
    .option('--built', `takes the image ${IMAGE} that is there already`)
    .addOption(new Option('--minutes <number>').hideHelp())
    .addOption(new Option('--rate <number>').hideHelp())
    .addOption(new Option('--report <file>').hideHelp())
    .action(proveImage),
);

interface Flags {
  readonly base?: string;
  readonly built?: boolean;
}

async function proveImage({ base, built = false }: Flags): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-image-'));
  let takeNamesOff = () => Promise.resolve();
  try {
    if (!built) await buildImage(folder, base);
    takeNamesOff = await buildStandIns(folder);
    const podman = await openPodman(folder, IMAGE);
    const bytes = Number(await podman.read('image', 'inspect', '--format={{.Size}}', IMAGE));
    say(`the image has ${(bytes / 1e6).toFixed(1)} MB`);
    assert.ok(bytes <= IMAGE_MB_MAX * 1e6, `the image must not have more than ${IMAGE_MB_MAX} MB`);
    await proveOneProcess(podman);
    await proveFleet(podman);
  } finally {
    await takeNamesOff();
    rmSync(folder, { recursive: true, force: true });
  }
}

function proveOneProcess(podman: Podman): Promise<void> {
  const variables = { PORT: String(PORT), SOURCES: 'fixed' };
  return podman.compose({ file: 'compose.yaml', variables }, async ({ containersOf, stop }) => {
    const [name = ''] = containersOf('crossrate');
    const ask = askerOf({ port: PORT });
    const readyMs = await until('ready', async () => (await ask('/readyz')) === 200);
    const key = await makeKey(podman, name);
    assert.equal(await ask('/v1/rates/pair?from=AED&to=USD', { 'X-API-Key': key }), 200);
    await until('a page', async () => (await ask('/')) === 200);
    await podman.read('healthcheck', 'run', name);
    assert.equal(await podman.read('exec', name, 'node', '-p', 'process.getuid()'), '1000');
    const write = (path: string) =>
      podman.run('exec', name, 'node', '-e', `fs.writeFileSync('${path}/proof', '')`);
    assert.equal((await write('/data')).code, 0);
    for (const path of ['', '/app', '/etc', '/usr']) assert.match((await write(path)).stderr, /EROFS/);
    assert.notEqual((await podman.run('exec', name, 'sh', '-c', 'true')).code, 0);
    assert.deepEqual(await stop(), []);
    say(
      `compose.yaml: ready after ${readyMs} ms, makes a key, answers a rate, draws a page, is healthy, writes to /data alone, has no shell, ends by itself`,
    );
  });
}
