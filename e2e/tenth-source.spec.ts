import { spawn } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

import {
  addFolder,
  addRegistryLine,
  type Copy,
  copyProject,
} from '#lib/testing/tenth-source/plant-tenth-source';
import { isLong } from '#lib/testing/long-count';
import { expect, test } from './guarded-test.ts';

/** A Tuesday afternoon on which the made-up bank has published. */
const CLOCK = '2026-11-17T15:30:00Z';

const ID = 'tenth-bank';
const FOLDER = `lib/sources/${ID}`;

const FLAGS = ['--disable-warning=ExperimentalWarning'];
const VITEST = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'lib/testing/vitest.config.ts'];
const REGISTRY_TEST = 'lib/sources/registry.test.ts';

/** Of the tests that only compute all in the long run; in `npm test`, which has just run them without the bank, its own and the registry's. */
const TESTS = isLong('EVERY_CASE') ? [] : [FOLDER, REGISTRY_TEST];

/** These tests only compute: nobody shall start the database for them that other tests take. */
const NO_DATABASE = { POSTGRES_BIN: '/nowhere' } as const;

/** What every change has to pass, in the order of what takes longer. */
const CHECKS: readonly (readonly string[])[] = [
  ['node_modules/oxfmt/bin/oxfmt', '--check'],
  ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  ['node_modules/typescript/bin/tsc', '--noEmit'],
  [...VITEST, '--project', 'pure', ...TESTS],
];

/** What loads a file of the folder by the name of the source. */
const LOADED_BY = {
  'facts.ts': '#lib/sources/registry',
  'source.ts': '#lib/sources/create-sources',
  'simulated.ts': '#lib/testing/simulated-upstreams/publishers',
} as const;

const ENDPOINTS = [
  '/v1/rates/sources?from=CHF&to=EUR',
  `/v1/rates?base=CHF&source=${ID}`,
  `/v1/rates/pair?from=EUR&to=CHF&source=${ID}`,
  '/v1/rates/compare?from=CHF&to=EUR',
  `/v1/convert?from=CHF&to=JPY&amount=12.5&source=${ID}`,
  `/v1/historical?from=CHF&to=EUR&source=${ID}`,
  '/v1/status',
  '/openapi.json',
];

const PAGES = ['/', '/rates', '/charts/CHF/EUR', '/status', '/docs/sources'];

/** It runs half of the checks of a project, on a copy of it. */
const ALL_CHECKS_MS = 1_200_000;

test('a tenth source is one folder and one line, and nothing that is forgotten stays unseen', async () => {
  test.setTimeout(ALL_CHECKS_MS);
  const copy = await copyProject();
  try {
    await addFolder(copy);
    const forgotten = copy.run([...VITEST, REGISTRY_TEST, '-t', 'lists every folder'], NO_DATABASE);
    expect(await failureOf(forgotten), 'a folder that no line names').toContain(ID);
    await addRegistryLine(copy);
    const changed = await copy.diffStat();
    process.stdout.write(`\nA tenth source:\n${changed}`);
    const elsewhere = changed.split('\n').filter((line) => line.includes('|') && !line.includes(FOLDER));
    expect(elsewhere).toEqual([expect.stringMatching(/^ lib\/domain\/source-id\.ts +\| +1 \+$/)]);
    for (const check of CHECKS) await copy.run(check, NO_DATABASE);
    await askDemo(copy);
    for (const [file, module] of Object.entries(LOADED_BY)) {
      const path = join(copy.root, FOLDER, file);
      await rename(path, `${path}.away`);
      const without = copy.run(['--input-type=module', '-e', `await import('${module}')`]);
      expect(await failureOf(without), `a folder without ${file}`).toContain(`${FOLDER}/${file}`);
      await rename(`${path}.away`, path);
    }
  } finally {
    await copy.remove();
  }
});

/** Everything that a command wrote which must fail. */
async function failureOf(run: Promise<string>): Promise<string> {
  const failure: unknown = await run.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(failure instanceof Error)) throw new Error('it did not fail');
  return `${failure.message}${'stdout' in failure ? String(failure.stdout) : ''}`;
}

/** Asks the demo, which polls its simulated publishers, on every endpoint and page. */
async function askDemo(copy: Copy): Promise<void> {
  const variables = {
    CLOCK,
    LOG_LEVEL: 'error',
    PORT: '0',
    DATA_DIR: join(copy.root, 'data'),
    NODE_ENV: 'production',
  } as const;
  const demo = spawn(process.execPath, [...FLAGS, 'lib/cli/demo.ts'], {
    cwd: copy.root,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => demo.once('close', resolve));
  try {
    const origin = await addressOf(demo.stdout);
    const owner = ['--email', 'owner@example.org', '--name', 'tenth'];
    const key = (await copy.run([...FLAGS, 'lib/cli/keys.ts', 'create', ...owner], variables)).trim();
    const ask = async (path: string) =>
      (await fetch(`${origin}${path}`, { headers: { 'X-API-Key': key } })).text();
    const pair = `/v1/rates/pair?from=CHF&to=EUR&source=${ID}`;
    await expect.poll(() => ask(pair), { timeout: 60_000 }).toContain('"rate"');
    for (const path of [...ENDPOINTS, ...PAGES]) expect(await ask(path), path).toContain(ID);
  } finally {
    demo.kill('SIGTERM');
    await ended;
  }
}

async function addressOf(stdout: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stdout })) {
    const [, address] = /listens on (http:\/\/localhost:\d+)/.exec(line) ?? [];
    if (address === undefined) continue;
    stdout.resume();
    return address;
  }
  throw new Error('the demo ended before it listened');
}
