import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { historyCsv } from '#lib/testing/builders/history-csv';
import { countStoredFigures, readDatabase } from '#lib/testing/databases/read-database';
import { longCount } from '#lib/testing/long-count';
import { runScript, startScript } from '#lib/testing/run-script';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { listApiKeys } from '#lib/store/accounts/api-keys';

/** So many that the two imports go on beside each other. */
const DAYS = longCount('IMPORTED_DAYS', 700);

const CREATE = ['lib/cli/keys.ts', 'create', '--email', 'ada@example.org', '--name', 'first'];

/**
 * A revocation, and a new key, hold in every process within two seconds. Here two processes start beside others, on a machine that
 * may be several times slower than usual; the test of many revocations under load holds the service to the two seconds.
 */
const NOTICED_WITHIN_MS = 20_000;

/** Between two questions: asking on and on would take a processor from the server. */
const LOOK_MS = 5;

describe('processes that start at once on an empty data folder', () => {
  it('all find a database, and none loses a row', async () => {
    const dataDir = throwAwayFolder();
    const made = await Promise.all([1, 2, 3, 4].map(() => runScript(CREATE, { DATA_DIR: dataDir })));
    expect(made.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      made.map(() => ({ code: 0, stderr: 'This key is shown once. Send it in the X-API-Key header.\n' })),
    );
    const kept = await readDatabase(dataDir, listApiKeys);
    expect(kept).toHaveLength(made.length);
    expect(new Set(kept.map(({ account_id }) => account_id)).size).toBe(1);
  });

  it('and import different files lose no figure', async () => {
    const dataDir = throwAwayFolder();
    const early = historyCsv({ firstDay: '2001-01-01', days: DAYS, currencies: 30 });
    const late = historyCsv({ firstDay: '2011-01-01', days: DAYS, currencies: 30 });
    const ended = await Promise.all([early, late].map(({ text }) => importText(dataDir, text)));
    const stdout = `imported ${early.figures} observations, 0 revised, 0 rejected\n`;
    expect(ended).toMatchObject([1, 2].map(() => ({ code: 0, stdout })));
    // The one that came second says so.
    for (const { stderr } of ended) {
      expect(stderr.trim()).toMatch(
        /^(Other figures of ecb were stored meanwhile; this file is checked again\.)?$/,
      );
    }
    expect(await countStoredFigures(dataDir)).toBe(early.figures + late.figures);
  });

  it('and import the same file import each figure once', async () => {
    const dataDir = throwAwayFolder();
    const { text, figures } = historyCsv({ firstDay: '2001-01-01', days: 500, currencies: 30 });
    const ended = await Promise.all([importText(dataDir, text), importText(dataDir, text)]);
    const printed = [0, figures].map((count) => `imported ${count} observations, 0 revised, 0 rejected\n`);
    expect(ended.map(({ stdout }) => stdout).toSorted()).toEqual(printed.toSorted());
    expect(await countStoredFigures(dataDir)).toBe(figures);
  });
});

describe('a running server', () => {
  it('accepts a key that another process made, soon and without a restart', async () => {
    const dataDir = throwAwayFolder();
    const server = await startServer(dataDir);
    // The command itself ends later, when servers know the key.
    const [key] = await startScript(CREATE, { DATA_DIR: dataDir }).waitForOutput(/xr_live_\w+(?=\n)/);
    const madeAtMs = (await onlyKey(dataDir)).created_at;
    const acceptedAtMs = await pollUntil(server, key, (status) => status !== 401);
    expect(acceptedAtMs - madeAtMs).toBeLessThan(NOTICED_WITHIN_MS);
  });

  it('refuses a key that another process revoked, soon and without a restart', async () => {
    const dataDir = throwAwayFolder();
    const key = await makeKeyIn({ DATA_DIR: dataDir });
    const server = await startServer(dataDir);
    expect(await statusOf(server, key)).not.toBe(401);
    const revoked = await runScript(['lib/cli/keys.ts', 'revoke', key], { DATA_DIR: dataDir });
    expect(revoked).toMatchObject({ code: 0, stderr: '' });
    const revokedAtMs = Number((await onlyKey(dataDir)).revoked_at);
    const refusedAtMs = await pollUntil(server, key, (status) => status === 401);
    expect(refusedAtMs - revokedAtMs).toBeLessThan(NOTICED_WITHIN_MS);
  });
});

function importText(dataDir: string, text: string) {
  const file = join(throwAwayFolder(), 'history.csv');
  writeFileSync(file, text);
  const args = ['lib/cli/import.ts', '--source', 'ecb', '--file', file];
  return runScript(args, { DATA_DIR: dataDir });
}

/** The one key of a database; its instants are those just before the other process committed them. */
async function onlyKey(dataDir: string) {
  const [key] = await readDatabase(dataDir, listApiKeys);
  if (!key) throw new Error('The database has no key.');
  return key;
}

/** Starts a server on a free port and gives the address that it prints. */
async function startServer(dataDir: string): Promise<string> {
  const server = startScript(['server.ts'], { DATA_DIR: dataDir, PORT: '0', ROLE: 'web' });
  const [, address = ''] = await server.waitForOutput(/^Crossrate listens on (\S+)$/m);
  return address;
}

async function statusOf(server: string, key: string): Promise<number> {
  const answer = await fetch(`${server}/v1/rates`, { headers: { 'X-API-Key': key } });
  await answer.arrayBuffer();
  return answer.status;
}

/** Asks until a status fits; the instant of that answer in epoch milliseconds. The test's time-out ends it. */
async function pollUntil(server: string, key: string, fits: (status: number) => boolean): Promise<number> {
  while (!fits(await statusOf(server, key))) await pause(LOOK_MS);
  return Date.now();
}
