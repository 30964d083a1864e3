import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { revokeByPrefix } from '#lib/account/keys/api-keys';
import { SECRET_FILE } from '#lib/account/secrets/master-secret';
import { createRoutes } from '#lib/api/routes';
import { restoreBackup } from '#lib/store/backup/restore-backup';
import { withWholeDatabase } from '#lib/store/backup/whole-database';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { backUpHere, ENGINES, locationOf, newDatabase, run, runWell } from '#lib/testing/worlds/backup-bench';
import { openService } from '#lib/testing/worlds/own-service';
import { makeKey, withStore } from '#lib/testing/worlds/own-store';
import { aFixingBatch, servedRate } from '#lib/testing/worlds/empty-store';
import { someOf } from '#lib/testing/long-count';
import type { ScriptVariables } from '#lib/testing/run-script';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const ONE_FIGURE = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } });
const LATER_FIGURE = aFixingBatch({ '2026-04-14': { 'EUR/USD': 1.2 } });

/** Each test starts many processes, perhaps on a machine that has other work to do as well. */
vi.setConfig({ testTimeout: 120_000 });

describe.each(ENGINES)('a restore into an empty database of %s', (engine) => {
  it('signs everybody out, and no version of an answer comes again', async () => {
    const variables = await newDatabase(engine);
    const keys = await withStore(variables, async (store) => {
      await storeFixings(store, ONE_FIGURE);
      const revoked = await makeKey(store, { name: 'revoked' });
      await revokeByPrefix(store, revoked, new Date());
      return [await makeKey(store, { name: 'kept' }), revoked];
    });
    await withStore(variables, signIn);
    const file = await backUpHere(variables);
    const accountId = await withStore(variables, async (store) => {
      await storeFixings(store, LATER_FIGURE);
      return (await store.readAccountByEmail('ada@example.org'))?.id ?? '';
    });
    expect(await sessionsOf(variables, accountId)).toBe(1);
    expect(await feedLinksOf(variables, accountId)).toMatchObject([{ accountId }]);
    const before = await withStore(variables, (store) => store.readRevisions());

    const restored = await newDatabase(engine);
    expect(await runWell('restore', [file], restored)).toMatch(
      /^restored \S+; everybody is signed out\nActive keys: 1\. The backup knows/,
    );
    expect(await rateIn(restored)).toBe(1.1684);
    expect(await sessionsOf(restored, accountId)).toBe(0);
    expect(await feedLinksOf(restored, accountId)).toEqual([]);
    expect(await statusesWith(restored, keys)).toEqual([200, 401]);
    const after = await withStore(restored, (store) => store.readRevisions());
    expect(after.rates).toBeGreaterThan(before.rates);
    expect(after.keys).toBeGreaterThan(before.keys);
  });

  it('says until when it knows what was revoked, unless keys made before a day are revoked', async () => {
    const variables = await newDatabase(engine);
    const startMs = Date.now();
    const key = await withStore(variables, (store) => makeKey(store, { name: 'kept' }));
    const endMs = Date.now();
    const file = await backUpHere(variables);
    await withStore(variables, (store) => revokeByPrefix(store, key, new Date()));
    const unsure = await newDatabase(engine);
    const said = await runWell('restore', [file], unsure);
    const [, instant = ''] =
      /\nActive keys: 1\. The backup knows revocations until (\S+Z): revoke again what you revoked later/.exec(
        said,
      ) ?? [];
    expect(Date.parse(instant)).toBeGreaterThanOrEqual(startMs);
    expect(Date.parse(instant)).toBeLessThanOrEqual(endMs);
    expect(await statusesWith(unsure, [key])).toEqual([200]);
    const safe = await newDatabase(engine);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(await runWell('restore', [file, '--revoke-created-before', tomorrow], safe)).toMatch(
      /\nNone of its keys is active\n$/,
    );
    expect(await statusesWith(safe, [key])).toEqual([401]);
  });
});

describe.each(ENGINES)('a restore on %s', (engine) => {
  it('is refused where there is a database already, and nothing is changed', async () => {
    const variables = await newDatabase(engine);
    await withStore(variables, (store) => storeFixings(store, ONE_FIGURE));
    const file = await backUpHere(variables);
    await withStore(variables, (store) => storeFixings(store, LATER_FIGURE));
    const refused = await run('restore', [file], variables);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^[^\n]+, and a restore replaces no database: move it elsewhere, or name another with [^\n]+\n$/,
    );
    expect(await rateIn(variables)).toBe(1.2);
  });
});

describe.each(ENGINES)('a backup of %s', (engine) => {
  it('that is made while figures are written holds one instant', async () => {
    const variables = await newDatabase(engine);
    const file = join(throwAwayFolder(), 'one.backup');
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    await withStore(variables, async (store) => {
      let written = 0;
      const writing = (async () => {
        for (; !stop.signal.aborted; written += 1) {
          await storeFixings(store, documentOf(written));
          await setImmediate();
        }
      })();
      await expect.poll(() => written, { timeout: 30_000 }).toBeGreaterThan(5);
      const writtenBefore = written;
      await runWell('backup', [file], variables);
      const writtenAfter = written;
      stop.abort();
      await writing;
      expect(writtenAfter).toBeGreaterThan(writtenBefore);
      const restored = await newDatabase(engine);
      await restoreBackup(locationOf(restored), file);
      const counts = await countsIn(restored);
      expect(counts.documents).toBeGreaterThanOrEqual(writtenBefore);
      expect(counts.documents).toBeLessThanOrEqual(writtenAfter + 1);
      expect(counts.figures).toBe(2 * counts.documents);
    });
  });
});

describe('npm run restore refuses before it touches anything', () => {
  it('a file that is no whole backup, with one sentence', async () => {
    const variables = await newDatabase('sqlite');
    const file = join(throwAwayFolder(), 'other');
    writeFileSync(file, 'not a backup');
    expect(await run('restore', [file], variables)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `${file} is no whole backup of SQLite; name another that npm run backup made of this kind of database.\n`,
    });
    expect(readdirSync(variables.DATA_DIR)).toEqual([]);
  });

  it('the log of a database that is gone, which may hold what that one lacked', async () => {
    const variables = await newDatabase('sqlite');
    await withStore(variables, (store) => storeFixings(store, ONE_FIGURE));
    const file = await backUpHere(variables);
    const other = await newDatabase('sqlite');
    const log = join(other.DATA_DIR, `${SQLITE_FILE}-wal`);
    writeFileSync(log, 'a log');
    expect((await run('restore', [file], other)).stderr).toMatch(
      /crossrate\.sqlite-wal is there, and a restore/,
    );
    expect(readFileSync(log, 'utf8')).toBe('a log');
  });

  it('a secret that the backup does not hold, or that would take the place of another', async () => {
    const variables = await newDatabase('sqlite');
    const folder = throwAwayFolder();
    await withStore(variables, (store) => storeFixings(store, ONE_FIGURE));
    expect((await run('backup', [join(folder, 'no'), '--with-secret'], variables)).stderr).toMatch(
      /^There is no master secret in /,
    );
    const restoreWith = (file: string, more: ScriptVariables) =>
      run('restore', [file, '--with-secret'], more);
    const without = await backUpHere(variables);
    expect((await restoreWith(without, await newDatabase('sqlite'))).stderr).toBe(
      `There is no ${without}.secret; leave --with-secret out.\n`,
    );
    const secret = 'the secret of the backup, long enough';
    const file = join(folder, 'with');
    await runWell('backup', [file, '--with-secret'], { ...variables, MASTER_SECRET: secret });
    for (const name of [file, `${file}.secret`]) expect(statSync(name).mode & 0o777).toBe(0o600);
    const other = await newDatabase('sqlite');
    expect((await restoreWith(file, { ...other, MASTER_SECRET: secret.toUpperCase() })).stderr).toMatch(
      /^MASTER_SECRET is another one than that of/,
    );
    writeFileSync(join(other.DATA_DIR, SECRET_FILE), secret.toUpperCase());
    expect((await restoreWith(file, other)).stderr).toMatch(/^The master secret in \S+ is another one than/);
    rmSync(join(other.DATA_DIR, SECRET_FILE));
    await runWell('restore', [file, '--with-secret'], other);
    expect(readFileSync(join(other.DATA_DIR, SECRET_FILE), 'utf8')).toBe(secret);
  });
});

describe('npm run backup', () => {
  it('refuses a database that is damaged', async () => {
    const variables = await newDatabase('sqlite');
    await withStore(variables, (store) => storeFixings(store, ONE_FIGURE));
    writeFileSync(join(variables.DATA_DIR, SQLITE_FILE), 'Not a database. '.repeat(1000));
    const stderr = expect.stringContaining(`The database in ${variables.DATA_DIR} is damaged (`);
    const file = join(throwAwayFolder(), 'one.backup');
    expect(await run('backup', [file], variables)).toMatchObject({ code: 1, stderr });
  });

  it('overwrites nothing and makes no database', async () => {
    const variables = await newDatabase('sqlite');
    const file = join(throwAwayFolder(), 'one.backup');
    expect(await run('backup', [file], variables)).toMatchObject({
      code: 1,
      stderr: `There is no database in ${variables.DATA_DIR}.\n`,
    });
    expect(existsSync(join(variables.DATA_DIR, 'crossrate.sqlite'))).toBe(false);
    writeFileSync(file, 'mine');
    expect(await run('backup', [file], variables)).toMatchObject({
      code: 1,
      stderr: `${file} exists already; name a file that does not.\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('leaves nothing behind when it cannot write', async () => {
    const variables = await newDatabase('sqlite');
    await withStore(variables, (store) => storeFixings(store, ONE_FIGURE));
    const refused = await run('backup', ['/dev/null/one.backup'], variables);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^\/dev\/null\/one\.backup cannot be written \(\w+\); nothing was changed\.\n$/,
    );
  });

  it.each(
    someOf<readonly ['backup' | 'restore', readonly string[]]>(
      [
        ['backup', []],
        ['backup', ['one', 'two']],
        ['backup', ['one', '--all']],
        ['restore', []],
        ['restore', ['one', '--force']],
      ],
      2,
    ),
  )('and restore: a wrong argument is one sentence and exit code 2 (%s %j)', async (name, args) => {
    const refused = await run(name, args, {});
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toMatch(/^[^\n]+\n$/);
  });
});

function documentOf(index: number) {
  const day = new Date(Date.UTC(2000, 0, 1) + index * 86_400_000).toISOString().slice(0, 10);
  return aFixingBatch(
    { [day]: { 'EUR/USD': 1 + index / 1000, 'EUR/JPY': 100 + index } },
    { url: `file:${index}` },
  );
}

/** What a service on the database answers each key. */
async function statusesWith(variables: ScriptVariables, keys: readonly string[]): Promise<readonly number[]> {
  const service = await openService(variables);
  const { GET } = createRoutes(() => service)('/v1/rates');
  const headersOf = (key: string) => ({ headers: { 'X-API-Key': key } });
  const answers = keys.map((key) => GET(new Request('http://localhost/v1/rates', headersOf(key))));
  return (await Promise.all(answers)).map(({ status }) => status);
}

function rateIn(variables: ScriptVariables): Promise<unknown> {
  return withStore(variables, (store) => servedRate(store, 'EUR/USD'));
}

async function signIn(store: Parameters<Parameters<typeof withStore>[1]>[0]): Promise<void> {
  const ada = await store.readAccountByEmail('ada@example.org');
  const nowMs = Date.now();
  const times = { created_at: nowMs, updated_at: nowMs };
  const accountId = ada?.id ?? '';
  await store.write.createAuthRecord({
    table: 'auth_user',
    record: { id: accountId, name: 'ada', email: 'ada@example.org', email_verified: 0, ...times },
  });
  await store.write.createAuthRecord({
    table: 'auth_session',
    record: { id: 'one', token: 'one', user_id: accountId, expires_at: nowMs + 86_400_000, ...times },
  });
  const entry = { accountId, atMs: nowMs, keyId: null, keyName: null, address: null, detail: null };
  const link = { id: 'one', accountId, question: '/v1/rates?format=csv', createdAtMs: nowMs };
  const event = { ...entry, kind: 'feed-link-made' } as const;
  await store.write.addFeedLink({ link, hash: 'b'.repeat(64), ofAccountMax: 1, event });
}

function feedLinksOf(variables: ScriptVariables, accountId: string) {
  return withStore(variables, (store) => store.readFeedLinks(accountId));
}

async function sessionsOf(variables: ScriptVariables, accountId: string): Promise<number> {
  const sessions = await withStore(variables, (store) =>
    store.readSessions({ accountId, nowMs: Date.now() }),
  );
  return sessions.length;
}

function countsIn(variables: ScriptVariables) {
  return withWholeDatabase(locationOf(variables), async ({ db }) => {
    const count = async (table: 'body' | 'obs_day') => {
      const { n } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    };
    return { documents: await count('body'), figures: await count('obs_day') };
  });
}
