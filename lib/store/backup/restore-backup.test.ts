import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { postgresBinaries } from '#lib/testing/databases/postgres-binaries';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { type ScriptVariables, startScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { backUpHere, ENGINES, locationOf, newDatabase, run } from '#lib/testing/worlds/backup-bench';
import { aFixingBatch, servedRate } from '#lib/testing/worlds/empty-store';
import { withStore } from '#lib/testing/worlds/own-store';
import { readPostgresState, runPostgresTool } from './postgres-tools.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const FIGURES = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } });

describe.each(ENGINES)('a restore on %s', (engine) => {
  it.each<readonly [string, (bytes: Buffer) => Buffer]>([
    ['is cut short', (bytes) => bytes.subarray(0, bytes.length - 5000)],
    ['is damaged', scribbled],
    ['is something else', () => Buffer.from('{"not":"a backup"}\n')],
    ['is empty', () => Buffer.alloc(0)],
  ])('changes nothing when the file %s', async (_name, alter) => {
    const variables = await newDatabase(engine);
    await withStore(variables, (store) => storeFixings(store, manyFigures()));
    const file = await backUpHere(variables);
    writeFileSync(file, alter(readFileSync(file)));
    const empty = await newDatabase(engine);
    await expect(restoreBackup(locationOf(empty), file)).rejects.toThrow(
      /is no whole backup of \w+; name another that npm run backup made of this kind of database\.$/,
    );
    expect(await isEmpty(empty)).toBe(true);
  });

  it('says which file it cannot find', async () => {
    const refused = restoreBackup(locationOf(await newDatabase(engine)), '/nowhere/one.backup');
    await expect(refused).rejects.toThrow(
      '/nowhere/one.backup cannot be restored (ENOENT); nothing was changed.',
    );
  });

  it.each([
    ["insert into kysely_migration (name, timestamp) values ('9999-later', '')", 'a newer'],
    ["update kysely_migration set name = '0001-first-tables'", 'an older'],
  ])('refuses by name what another version made (%s)', async (statement, which) => {
    const variables = await newDatabase(engine);
    await withStore(variables, (store) => storeFixings(store, FIGURES));
    const file = await backupAfter(variables, statement);
    const refused = restoreBackup(locationOf(await newDatabase(engine)), file);
    await expect(refused).rejects.toThrow(`was made by ${which} version of this program; use that version.`);
  });

  it('refuses the backup of another engine', async () => {
    const other = await newDatabase(engine === 'sqlite' ? 'postgres' : 'sqlite');
    await withStore(other, (store) => storeFixings(store, FIGURES));
    const refused = restoreBackup(locationOf(await newDatabase(engine)), await backUpHere(other));
    await expect(refused).rejects.toThrow(' made of this kind of database.');
  });

  it('that is killed in the middle leaves the database empty', { timeout: 120_000 }, async () => {
    const variables = await newDatabase(engine);
    await withStore(variables, (store) => storeFixings(store, manyFigures()));
    const file = await backUpHere(variables);
    const target = await newDatabase(engine);
    const reached = join(throwAwayFolder(), 'reached');
    const running = startScript(['lib/cli/restore.ts', file], {
      ...target,
      POSTGRES_BIN: stallingRestore(reached),
    });
    const signs = [reached, join(target.DATA_DIR, `${SQLITE_FILE}.restoring`)];
    await expect.poll(() => signs.some(existsSync), { timeout: 60_000, interval: 1 }).toBe(true);
    running.kill('SIGKILL');
    await running.ended;
    expect(await isEmpty(target)).toBe(true);
    expect(await run('restore', [file], target)).toMatchObject({ code: 0, stderr: '' });
    expect(await countIn(target)).toEqual(await countIn(variables));
    expect(readdirSync(target.DATA_DIR).filter((name) => name.includes('restoring'))).toEqual([]);
  });
});

describe('a restore on postgres', () => {
  it('says what is missing where there are no programs of PostgreSQL', async () => {
    const variables = await newDatabase('postgres');
    await withStore(variables, async () => {});
    const file = join(throwAwayFolder(), 'one.backup');
    expect(await run('backup', [file], { ...variables, PATH: '/nowhere' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^pg_dump is missing: install PostgreSQL's client programs[^\n]+\n$/),
    });
    expect(existsSync(file)).toBe(false);
  });
});

/** A backup that was made after a statement changed what the database says of itself. */
async function backupAfter(variables: ScriptVariables, statement: string): Promise<string> {
  const url = variables['DATABASE_URL'];
  const file = join(throwAwayFolder(), 'other.backup');
  if (url === undefined) {
    await writeBackup(locationOf(variables), file);
    const copy = new BetterSqlite3(file);
    copy.exec(statement);
    copy.close();
    return file;
  }
  const { plainDb, close } = connectForWriting(url, 'rates');
  await sql.raw(statement).execute(plainDb).finally(close);
  await runPostgresTool('pg_dump', ['--format=custom', `--file=${file}`], url);
  return file;
}

/** A folder with a pg_restore that gives half of the script, says so by a file, and stands still. */
function stallingRestore(reached: string): string {
  const folder = throwAwayFolder();
  const whole = join(postgresBinaries(), 'pg_restore');
  const script = `#!/bin/sh
case "$*" in *--file=-*) case "$*" in *--data-only*) ;; *) "${whole}" "$@" | head -c 400000; : > "${reached}"; exec sleep 600;; esac;; esac
exec "${whole}" "$@"
`;
  writeFileSync(join(folder, 'pg_restore'), script);
  chmodSync(join(folder, 'pg_restore'), 0o755);
  return folder;
}

/** Whether no restore has put anything there that a service would read. */
async function isEmpty(variables: ScriptVariables & { readonly DATA_DIR: string }): Promise<boolean> {
  const url = variables['DATABASE_URL'];
  if (url === undefined) return !existsSync(join(variables.DATA_DIR, SQLITE_FILE));
  return (await readPostgresState(url)) === 'none';
}

function countIn(variables: ScriptVariables) {
  const span = {
    source: 'ecb',
    base: 'EUR',
    quote: 'USD',
    fromMs: 0,
    toMs: Number.MAX_SAFE_INTEGER,
    limit: 100_000,
  };
  return withStore(variables, async (store) => {
    const { instantsMs } = await store.readSeries(span);
    return { figures: instantsMs.length, rate: await servedRate(store, 'EUR/USD') };
  });
}

function manyFigures() {
  const days = Array.from({ length: 9000 }, (_, index) => {
    const day = new Date(Date.UTC(2000, 0, 1) + index * 86_400_000).toISOString().slice(0, 10);
    return [day, { 'EUR/USD': 1 + index / 10_000, 'EUR/JPY': 100 + index / 100 }] as const;
  });
  return aFixingBatch(Object.fromEntries(days));
}

/** With some bytes in the middle changed. */
function scribbled(bytes: Buffer): Buffer {
  const altered = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  for (let at = middle; at < middle + 8192 && at < bytes.length; at += 1) altered[at] = 0xa5;
  return altered;
}
