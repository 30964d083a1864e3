import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ENGINES, newDatabase } from '#lib/testing/worlds/backup-bench';
import { withStore } from '#lib/testing/worlds/own-store';
import { startServer } from '#lib/testing/worlds/listening-server';
import { openService } from '#lib/testing/worlds/own-service';
import { someOf } from '#lib/testing/long-count';
import { runScript, type ScriptVariables } from '#lib/testing/run-script';
import type { AtEnd } from '#lib/testing/throw-away-folder';
import { fingerprintOf, openMasterSecret, SECRET_FILE } from './master-secret.ts';

/** For a machine that has other work to do as well. */
const POLL = { timeout: 20_000 };

vi.setConfig({ testTimeout: 120_000 });

const [FIRST, SECOND] = ['first', 'second'].map((name) => `the ${name} secret, which is long enough`);

describe.each(someOf(ENGINES, 1))('a service on %s', (engine) => {
  it('refuses to start with another master secret than its database’s, in one sentence', async () => {
    const variables = await newDatabase(engine);
    const first = { ...variables, MASTER_SECRET: FIRST ?? '' };
    await startAndStop(first);
    expect(await fingerprintIn(variables)).toBe(fingerprint(FIRST));
    await startAndStop(first);

    const other = await startServer({ ...variables, MASTER_SECRET: SECOND ?? '' }).ended;
    expect(other).toMatchObject({ code: 1, stdout: '' });
    expect(other.stderr).toBe(
      `MASTER_SECRET (fingerprint ${fingerprint(SECOND)}) is not the master secret of this database (fingerprint ${fingerprint(FIRST)}); give that one, or name it in MASTER_SECRET_PREVIOUS while you change it; if it is lost, run npm run keys -- accept-secret, which signs everybody out and makes second factors void.\n`,
    );
    const missing = await startServer(variables).ended;
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The master secret [^\n]+\n$/) });
    expect(existsSync(join(variables.DATA_DIR, SECRET_FILE))).toBe(false);
    expect(await fingerprintIn(variables)).toBe(fingerprint(FIRST));
  });

  it('goes over to a changed secret when the former one is named, at once where no second factor is', async () => {
    const variables = await newDatabase(engine);
    await startAndStop({ ...variables, MASTER_SECRET: FIRST ?? '' });
    await startAndStop({ ...variables, MASTER_SECRET: SECOND ?? '', MASTER_SECRET_PREVIOUS: FIRST ?? '' });
    await startAndStop({ ...variables, MASTER_SECRET: SECOND ?? '' });
    expect(await fingerprintIn(variables)).toBe(fingerprint(SECOND));
  });
});

it('a lost secret is replaced by a command, after which the service starts', async () => {
  const variables = await newDatabase('sqlite');
  await startAndStop(variables);
  const file = join(variables.DATA_DIR, SECRET_FILE);
  const lost = readFileSync(file, 'utf8');
  writeFileSync(file, SECOND ?? '');
  expect((await startServer(variables).ended).stderr).toContain(`The secret in ${file} (fingerprint `);
  expect(await runScript(['lib/cli/keys.ts', 'accept-secret'], variables)).toMatchObject({
    code: 0,
    stdout: `the database belongs to the master secret with the fingerprint ${fingerprint(SECOND)}\n`,
  });
  await startAndStop(variables);
  expect(fingerprint(lost)).not.toBe(fingerprint(SECOND));
});

/** Starts a service, which must not refuse, and ends it when the database belongs to its secret. */
async function startAndStop(variables: ScriptVariables): Promise<void> {
  const stops: Parameters<AtEnd>[0][] = [];
  await openService(variables, (stop) => stops.push(stop));
  const own = fingerprintOf(openMasterSecret(variables['DATA_DIR'] ?? '', variables['MASTER_SECRET']));
  await withStore(variables, (store) => expect.poll(() => store.readSecretFingerprint(), POLL).toBe(own));
  for (const stop of stops.toReversed()) await stop();
}

function fingerprintIn(variables: ScriptVariables): Promise<string | null> {
  return withStore(variables, (store) => store.readSecretFingerprint());
}

function fingerprint(secret: string | undefined): string {
  return fingerprintOf(openMasterSecret('', secret ?? ''));
}
