import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isWellFormedKey, KEY_START, SHOWN_PREFIX_LENGTH } from '#lib/account/keys/key-format';
import { openSqliteStore } from '#lib/store/open-store';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import { someOf } from '#lib/testing/long-count';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { startListening } from '#lib/testing/worlds/listening-server';
import { PROJECT_ROOT, runScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const CREATE = ['create', '--email', 'ada@example.org', '--name', 'first'];

describe('npm run keys', () => {
  it('create prints the key alone on the last line, and the advice elsewhere', async () => {
    const made = await keys(throwAwayFolder(), CREATE);
    expect(made.code).toBe(0);
    expect(made.stdout).toMatch(/^xr_live_[0-9A-Za-z]{49}\n$/);
    expect(isWellFormedKey(made.stdout.trim())).toBe(true);
    expect(made.stderr).toBe('This key is shown once. Send it in the X-API-Key header.\n');
  });

  it('create and rotate end when servers that run know the key, so that the next command can ask with it', async () => {
    const dataDir = throwAwayFolder();
    const { send } = await startListening({ DATA_DIR: dataDir }, false);
    const statusWith = async (key: string) =>
      (await send({ path: '/v1/rates', headers: { Host: 'localhost', 'X-API-Key': key } })).status;
    const key = (await keys(dataDir, CREATE)).stdout.trim();
    expect(await statusWith(key)).toBe(200);
    const rotated = await keys(dataDir, ['rotate', key.slice(0, SHOWN_PREFIX_LENGTH), '--overlap', 'now']);
    expect([await statusWith(rotated.stdout.trim()), await statusWith(key)]).toEqual([200, 401]);
  });

  it('rotate prints the new key alone on the last line', async () => {
    const dataDir = throwAwayFolder();
    const old = await makeKeyIn({ DATA_DIR: dataDir });
    const rotated = await keys(dataDir, ['rotate', old.slice(0, SHOWN_PREFIX_LENGTH), '--overlap', '1h']);
    expect(rotated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^xr_live_[0-9A-Za-z]{49}\n$/),
      stderr: 'The old key ends in 1h. The new one is shown once.\n',
    });
    expect(rotated.stdout.trim()).not.toBe(old);
  });

  it('revoke names the key that it ended', async () => {
    const dataDir = throwAwayFolder();
    const key = await makeKeyIn({ DATA_DIR: dataDir });
    const prefix = key.slice(0, SHOWN_PREFIX_LENGTH);
    expect(await keys(dataDir, ['revoke', prefix])).toMatchObject({
      code: 0,
      stdout: `revoked ${prefix}...${key.slice(-4)} (first)\n`,
      stderr: '',
    });
  });
});

describe('npm run keys rename and trail', () => {
  it('give a key another name and say what happened', async () => {
    const dataDir = throwAwayFolder();
    const prefix = (await makeKeyIn({ DATA_DIR: dataDir })).slice(0, SHOWN_PREFIX_LENGTH);
    const renamed = await keys(dataDir, ['rename', prefix, '--name', 'second']);
    expect(renamed).toMatchObject({ code: 0, stderr: '' });
    expect(renamed.stdout).toMatch(/^renamed xr_live_\w{6}\.\.\.\w{4} \(first\) to second\n$/);
    const trail = await keys(dataDir, ['trail', 'Ada@example.org']);
    const lines = trail.stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/).slice(1))).toEqual([
      ['what', 'from', 'about'],
      ['renamed', 'operator', 'second, It was called first.'],
      ['created', 'operator', 'first'],
    ]);
    expect(await keys(dataDir, ['trail', 'bea@example.org'])).toMatchObject({
      code: 1,
      stderr: 'There is no account with the address bea@example.org.\n',
    });
  });
});

describe('npm run keys for accounts', () => {
  it('reset-link prints a link under the public address, and none for an unknown address', async () => {
    const dataDir = throwAwayFolder();
    await makeKeyIn({ DATA_DIR: dataDir });
    const local = await keys(dataDir, ['reset-link', 'Ada@example.org']);
    expect(local).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^http:\/\/localhost:3000\/account\/reset#token=[\w-]{43}\n$/),
      stderr: 'Anyone who opens this link can sign in. It works once, within 30 minutes.\n',
    });
    const variables = { DATA_DIR: dataDir, PUBLIC_URL: 'http://localhost:8080' };
    const named = await runScript(['lib/cli/keys.ts', 'reset-link', 'ada@example.org'], variables);
    expect(named.stdout).toMatch(/^http:\/\/localhost:8080\/account\/reset#token=/);
    expect(await keys(dataDir, ['reset-link', 'bea@example.org'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no account with the address bea@example.org.\n',
    });
  });

  it('setup-token names the file of the token, which its owner alone can read', async () => {
    const dataDir = throwAwayFolder();
    const made = await keys(dataDir, ['setup-token']);
    const file = join(dataDir, 'setup-token');
    expect(made).toMatchObject({ code: 0, stdout: `${file}\n` });
    expect(readFileSync(file, 'utf8')).toMatch(/^[\w-]{43}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(made.stderr).not.toContain(readFileSync(file, 'utf8').trim());
  });

  it('create keeps limit, lifetime and sources, which the list shows', async () => {
    const dataDir = throwAwayFolder();
    const wish = ['--limit', '60', '--expires', '30d', '--sources', 'fed,ecb'];
    expect((await keys(dataDir, [...CREATE, ...wish])).code).toBe(0);
    expect((await keys(dataDir, ['list'])).stdout).toMatch(/ 60 +ecb,fed +ada@example\.org +first\n$/);
  });
});

describe('the key itself', () => {
  it('is in no file of the data folder', async () => {
    const dataDir = throwAwayFolder();
    const key = (await keys(dataDir, CREATE)).stdout.trim();
    const rotated = (await keys(dataDir, ['rotate', key])).stdout.trim();
    const secrets = [key, rotated].map((text) => text.slice(SHOWN_PREFIX_LENGTH, -4));
    const files = readdirSync(dataDir);
    expect(files).toContain(SQLITE_FILE);
    for (const name of files) {
      const bytes = readFileSync(join(dataDir, name));
      expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
    }
  });

  it('is not in the list, which shows state, owner and name', async () => {
    const dataDir = throwAwayFolder();
    const key = await makeKeyIn({ DATA_DIR: dataDir });
    await keys(dataDir, ['revoke', key]);
    const { code, stdout, stderr } = await keys(dataDir, ['list']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const shown = `${key.slice(0, SHOWN_PREFIX_LENGTH)}...${key.slice(-4)}`;
    const [header = '', row = '', ...more] = stdout.split('\n');
    expect(header.split(/ {2,}/)).toEqual([
      'key',
      'state',
      'created',
      'expires',
      'last used',
      'requests',
      'limit',
      'sources',
      'account',
      'name',
    ]);
    expect(row.split(/ {2,}/)).toEqual([
      shown,
      'revoked',
      expect.any(String),
      'never',
      'never',
      '0',
      '-',
      'all',
      'ada@example.org',
      'first',
    ]);
    expect(more).toEqual(['']);
    expect(stdout).not.toContain(key.slice(SHOWN_PREFIX_LENGTH, -4));
  });
});

describe('the list of keys', () => {
  it('says when each was last used and how often within 30 days', async () => {
    const dataDir = throwAwayFolder();
    await makeKeyIn({ DATA_DIR: dataDir });
    const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here');
    const [key] = await store.listApiKeys();
    if (!key) throw new Error('there is no key');
    const use = { keyId: key.id, lastUsedAtMs: Date.parse('2026-04-14T08:05:00Z') };
    await store.write.addKeyUses([
      { ...use, day: new Date().toISOString().slice(0, 10), n: 40 },
      { ...use, day: '2020-01-01', n: 1000 },
    ]);
    await store.close();
    expect((await keys(dataDir, ['list'])).stdout).toMatch(/ never +2026-04-14 08:05 +40 +- /);
  });

  it.each([['list'], ['trail', 'ada@example.org'], ['revoke', 'xr_live_ZZZZZZ']])(
    'and %s: makes no database where there is none, and say so',
    async (...args) => {
      const dataDir = join(throwAwayFolder(), 'gone');
      expect(await keys(dataDir, args)).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(
          /^There is no database in \S+gone; check DATA_DIR, or make one [^\n]*\n$/,
        ),
      });
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  it('says how to make one where there is none', async () => {
    const dataDir = throwAwayFolder();
    await (await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here')).close();
    const { code, stdout } = await keys(dataDir, ['list']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'There are no keys yet. Create one with: npm run keys -- create --email E --name N\n',
    );
  });
});

/** Databases that no command can write to, and the sentence that says so. */
const UNUSABLE_DATABASES = [
  [
    'a file that is no database',
    writeGarbage,
    /^The database in \S+ is damaged \(file is not a database\); stop the service, move the database's files elsewhere and restore a backup into the empty folder\.\n$/,
  ],
  [
    'the database of a newer version',
    writeNewerDatabase,
    /^A newer version of this program has changed the database in \S+, and it alone may write there; start that version\.\n$/,
  ],
] as const;

describe('npm run keys refuses', () => {
  it('the start of no key with one sentence and exit code 1', async () => {
    const dataDir = throwAwayFolder();
    await makeKeyIn({ DATA_DIR: dataDir });
    const refused = await keys(dataDir, ['revoke', 'xr_live_ZZZZZZ']);
    const stderr = 'No active key begins with "xr_live_ZZZZZZ"; list shows them.\n';
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr });
  });

  it('what all keys begin with, even where there is only one, and it goes on', async () => {
    const dataDir = throwAwayFolder();
    await makeKeyIn({ DATA_DIR: dataDir });
    const refused = await keys(dataDir, ['revoke', KEY_START]);
    const stderr = `Give the beginning of the key as list shows it, such as ${KEY_START}Ab12Cd.\n`;
    expect(refused).toMatchObject({ code: 1, stdout: '', stderr });
    expect((await keys(dataDir, ['list'])).stdout.match(/ active /g)).toHaveLength(1);
  });

  it('a data folder that cannot be made with one sentence and exit code 1', async () => {
    const refused = await keys('/dev/null/data', CREATE);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^The database in \/dev\/null\/data could not be opened \(.*\)\.\n$/);
  });

  it.each(UNUSABLE_DATABASES)('%s with one sentence and exit code 1', async (_name, write, sentence) => {
    const dataDir = throwAwayFolder();
    await write(dataDir);
    const refused = await keys(dataDir, CREATE);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(sentence);
  });

  it.each(
    someOf<readonly [string, readonly string[]]>(
      [
        ['no command', []],
        ['an unknown command', ['remove']],
        ['an unknown option', ['list', '--all']],
        ['a word too many', ['list', 'mine']],
        ['no address', ['create', '--name', 'first']],
        ['a wrong address', ['create', '--email', 'ada', '--name', 'first']],
        ['an empty name', ['create', '--email', 'ada@example.org', '--name', ' ']],
        ['a name of 101 characters', ['create', '--email', 'ada@example.org', '--name', 'x'.repeat(101)]],
        ['a limit that is no number', [...CREATE, '--limit', '1.5']],
        ['a limit that is too high', [...CREATE, '--limit', '1000001']],
        ['an unknown source', [...CREATE, '--sources', 'ecb,moon']],
        ['no address for a link', ['reset-link']],
        ['a wrong address for a link', ['reset-link', 'ada']],
        ['an unknown lifetime', [...CREATE, '--expires', '2d']],
        ['no key to revoke', ['revoke']],
        ['no name to give', ['rename', 'xr_live_Ab12Cd']],
        ['no account to tell of', ['trail']],
        ['an unknown overlap', ['rotate', 'xr_live_', '--overlap', '3d']],
      ],
      3,
    ),
  )('%s with one sentence and exit code 2', async (_name, args) => {
    const refused = await keys(throwAwayFolder(), args);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^[^\n]+\n$/);
  });
});

function keys(dataDir: string, args: readonly string[]) {
  return runScript(['lib/cli/keys.ts', ...args], { DATA_DIR: dataDir });
}

function writeGarbage(dataDir: string): void {
  writeFileSync(join(dataDir, SQLITE_FILE), 'Not a database. '.repeat(1000));
}

async function writeNewerDatabase(dataDir: string): Promise<void> {
  await (await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here')).close();
  const { plain } = openSqliteForWriting(join(dataDir, SQLITE_FILE));
  plain.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')");
  plain.close();
}
