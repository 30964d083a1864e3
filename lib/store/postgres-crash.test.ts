import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { historyFile } from '#lib/testing/builders/history-file';
import { createPostgresServer, type PostgresServer } from '#lib/testing/databases/postgres-server';
import { isLong, someOf } from '#lib/testing/long-count';
import { type RunningScript, runScript, startScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const HISTORY = historyFile(isLong('EVERY_CASE') ? 'whole' : 'part');

/** What the import's connection is doing when the server dies, as `pg_stat_activity` shows it. */
const MOMENTS: readonly (readonly [name: string, database: string, statement: string])[] = [
  ['the first tables are being made', 'tables', '%'],
  ['the figures are being copied', 'copied', 'copy staged_fixing%'],
  ['the figures are being merged', 'merged', '%insert into obs_day%'],
];

/** Two imports and a recovery take 5 s, on a machine that has much else to do many times that. */
const ROUND_MS_MAX = 240_000;

/** Of the lost connection, or of the next one that cannot be opened. */
const ONE_SENTENCE =
  /^(The connection to the database|The database|No PostgreSQL server) [^\n]+; [^\n]+\.\n$/;

describe('an import whose PostgreSQL server is killed', () => {
  const server = createPostgresServer({ durable: true });
  beforeEach(() => server.start());
  afterAll(() => server.dispose());

  it.each(someOf(MOMENTS, 1))(
    'while %s ends with one sentence and leaves all or nothing, and the next one completes it',
    async (_name, database, statement) => {
      const url = await createDatabase(server, database);
      const importing = startImport(url);
      await waitForStatement(server, { database, statement }, importing);
      await server.killAll();
      const { code, stdout, stderr } = await importing.ended;
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(ONE_SENTENCE);
      await server.start();
      const left = await countFigures(url);
      expect([0, HISTORY.figures]).toContain(left);
      await expectImported(url, HISTORY.figures - left);
      expect(await countFigures(url)).toBe(HISTORY.figures);
    },
    ROUND_MS_MAX,
  );

  it(
    'after it said what it imported has lost nothing',
    async () => {
      const url = await createDatabase(server, 'imported');
      const importing = startImport(url);
      await importing.waitForOutput(new RegExp(`^imported ${HISTORY.figures} observations`));
      await server.killAll();
      await server.start();
      expect(await countFigures(url)).toBe(HISTORY.figures);
      await expectImported(url, 0);
    },
    ROUND_MS_MAX,
  );
});

function startImport(databaseUrl: string): RunningScript {
  return startScript(importArguments(), { DATABASE_URL: databaseUrl });
}

function importArguments(): readonly string[] {
  const file = join(throwAwayFolder(), HISTORY.name);
  writeFileSync(file, HISTORY.body);
  return ['lib/cli/import.ts', '--source', 'ecb', '--file', file];
}

async function expectImported(databaseUrl: string, figures: number): Promise<void> {
  const { code, stdout, stderr } = await runScript(importArguments(), { DATABASE_URL: databaseUrl });
  const line = `imported ${figures} observations, 0 revised, 0 rejected\n`;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.startsWith(line)).toBe(true);
}

async function createDatabase(server: PostgresServer, name: string): Promise<string> {
  await query(server.databaseUrl('postgres'), `create database ${name}`);
  return server.databaseUrl(name);
}

/** Looks once a millisecond until the import runs such a statement; looking on and on would take a processor from it. */
async function waitForStatement(
  server: PostgresServer,
  { database, statement }: { readonly database: string; readonly statement: string },
  importing: RunningScript,
): Promise<void> {
  const client = await connect(server.databaseUrl('postgres'));
  for (;;) {
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where datname = $1 and application_name = 'crossrate' and query like $2",
      [database, statement],
    );
    if (rowCount !== 0) break;
    if (importing.hasEnded())
      throw new Error(`The import ended too early: ${JSON.stringify(await importing.ended)}`);
    await setTimeout(1);
  }
  await client.end();
}

async function countFigures(databaseUrl: string): Promise<number> {
  const [found] = await query(databaseUrl, "select to_regclass('obs_day') is not null as is_there");
  if (!found?.['is_there']) return 0;
  const [counted] = await query(databaseUrl, 'select count(*) as n from obs_day');
  return Number(counted?.['n']);
}

async function query(databaseUrl: string, statement: string): Promise<readonly Record<string, unknown>[]> {
  const client = await connect(databaseUrl);
  const { rows } = await client.query<Record<string, unknown>>(statement);
  await client.end();
  return rows;
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return client;
}
