import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { revokeByPrefix } from '#lib/account/keys/api-keys';
import { SECRET_FILE } from '#lib/account/secrets/master-secret';
import { copyStore } from '#lib/store/backup/copy-store';
import type { Engine } from '#lib/store/engine/engine';
import { locationOf, newDatabase, runWell } from '#lib/testing/worlds/backup-bench';
import { makeKey, withStore } from '#lib/testing/worlds/own-store';
import { someOf } from '#lib/testing/long-count';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { startListening } from '#lib/testing/worlds/listening-server';
import { type ScriptVariables, startScript } from '#lib/testing/run-script';
import { shortHistory } from '#lib/testing/simulated-upstreams/short-history';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const PATIENCE_MS = 180_000;

/** In `npm test` the first: restored and then copied to the other engine, both of which change no answer. */
const WAYS: readonly (readonly [Engine, Engine])[] = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
];

describe.each(someOf(WAYS, 1))('a backup of %s that is restored and copied to %s', (from, to) => {
  it(
    'gives the same answers to the byte, and revoked keys are refused',
    { timeout: PATIENCE_MS },
    async () => {
      const origin = await newDatabase(from);
      const polledAt = await poll(origin);
      const keys = await withStore(origin, async (store) => {
        const ended = await makeKey(store, { name: 'ended' });
        await revokeByPrefix(store, ended, new Date());
        return { kept: await makeKey(store, { name: 'kept' }), revoked: ended };
      });
      const before = await answersOf(origin, keys, polledAt);
      expect(before.map(({ status }) => status)).toEqual([...PATHS.map(() => 200), 401]);
      const file = join(throwAwayFolder(), 'one.backup');
      expect(await runWell('backup', [file, '--with-secret'], origin)).toMatch(
        /^backed up to \S+, \d+ kB\nThe master secret is in /,
      );
      expect(statSync(file).mode & 0o777).toBe(0o600);

      const restored = await newDatabase(from);
      expect(await runWell('restore', [file, '--with-secret'], restored)).toMatch(/^restored \S+; everybody/);
      expect(readFileSync(join(restored.DATA_DIR, SECRET_FILE))).toEqual(
        readFileSync(join(origin.DATA_DIR, SECRET_FILE)),
      );
      expect(await answersOf(restored, keys, polledAt)).toEqual(before);
      const copied = { ...(await newDatabase(to)), DATA_DIR: restored.DATA_DIR };
      await copyStore(locationOf(restored), locationOf(copied));
      expect(await answersOf(copied, keys, polledAt)).toEqual(before);
      // New rows find numbers that are free.
      await withStore(copied, async (store) => {
        await storeFixings(store, aFixingBatch({ '2001-01-05': { 'USD/GHS': 1.5 } }, { source: 'boe' }));
      });
    },
  );
});

const PATHS = [
  '/v1/rates/pair?from=EUR&to=USD',
  '/v1/rates/pair?from=BTC&to=JPY',
  '/v1/convert?from=USD&to=JPY&amount=123.45&include=provenance',
  '/v1/rates?base=EUR',
  '/v1/rates/sources?from=EUR&to=USD',
  '/v1/historical?from=EUR&to=USD&limit=5000',
  '/v1/historical?from=BTC&to=USD&limit=5000',
  '/v1/status',
];

/** Lets a service poll simulated publishers; gives an instant after that. */
async function poll(variables: ScriptVariables): Promise<string> {
  const upstreams = await startSimulatedUpstreams({ ...shortHistory(), now: () => new Date() });
  onTestFinished(upstreams.close);
  const server = startScript(['server.ts'], {
    ...variables,
    ...upstreams.environment,
    SOURCES: SOURCES,
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
  await server.waitForOutput(/^crypto-exchange: \d+ new figures/m);
  await server.waitForOutput(/^ecb: \d+ new figures/m);
  server.kill('SIGTERM');
  await server.ended;
  return new Date().toISOString();
}

const SOURCES = 'ecb,fixed,crypto-exchange';

/** What a service answers at an instant, last to a revoked key; of the status what it says of sources, and not of itself. */
async function answersOf(
  variables: ScriptVariables,
  { kept, revoked }: { readonly kept: string; readonly revoked: string },
  clock: string,
) {
  const { send, server } = await startListening({ ...variables, SOURCES, CLOCK: clock }, false);
  const answers = [];
  for (const path of PATHS) {
    const { status, body } = await send({ path, headers: { Host: 'localhost', 'X-API-Key': kept } });
    answers.push({ path, status, body: path === '/v1/status' ? body.split('"services"')[0] : body });
  }
  const [path = ''] = PATHS;
  const { status, body } = await send({ path, headers: { Host: 'localhost', 'X-API-Key': revoked } });
  answers.push({ path, status, body });
  server.kill('SIGTERM');
  await server.ended;
  return answers;
}
