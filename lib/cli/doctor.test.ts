import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { SECRET_FILE } from '#lib/account/secrets/master-secret';
import { readEnvironment } from '#lib/platform/environment';
import { MADE_FILE, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { openSqliteForWriting } from '#lib/store/engine/sqlite/sqlite-database';
import { backUpHere, ENGINES, newDatabase, run, runWell } from '#lib/testing/worlds/backup-bench';
import { withStore } from '#lib/testing/worlds/own-store';
import { alter, scribbleOver } from '#lib/testing/databases/damaged-databases';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { startListening } from '#lib/testing/worlds/listening-server';
import { makeCertificate, writeCertificate } from '#lib/testing/wire/own-certificate';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { PROJECT_ROOT, type ScriptVariables } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { examine, type Finding } from './doctor-checks.ts';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** Each test starts many processes, perhaps on a machine that has other work to do as well. */
vi.setConfig({ testTimeout: 120_000 });

describe.each(ENGINES)('npm run doctor on %s', (engine) => {
  it('finds all well beside a service that runs', async () => {
    const upstreams = await startSimulatedUpstreams({ now: () => new Date() });
    onTestFinished(upstreams.close);
    const variables = { ...(await newDatabase(engine)), ...upstreams.environment, SOURCES: 'ecb,fixed' };
    await startListening(variables, false);
    await withStore(variables, (store) =>
      expect.poll(() => store.readSecretFingerprint(), { timeout: 20_000 }).toMatch(/^[\da-f]{16}$/),
    );
    const lines = (await runWell('doctor', [], variables)).trimEnd().split('\n');
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      'ok      environment',
      'ok      database',
      'ok      master secret',
      expect.stringMatching(/^(ok {6}|warning )disk$/),
      'ok      upstream ecb',
      'ok      clock',
    ]);
  });

  it('makes nothing where there is nothing yet, and only warns of a publisher that is away', async () => {
    const variables = { ...(await newDatabase(engine)), SOURCES: 'ecb', UPSTREAM_ECB: NOWHERE };
    const found = await findings(variables);
    expect(found.filter(({ kind }) => kind === 'wrong')).toEqual([]);
    expect(sentenceOf(found, 'ok', 'database')).toMatch(/^\w+ has no tables yet/);
    expect(sentenceOf(found, 'warning', 'upstream ecb')).toContain('127.0.0.1:9');
    expect(readdirSync(variables.DATA_DIR)).toEqual([]);
  });

  it('names a master secret that is not the database’s', async () => {
    const variables = { ...(await newDatabase(engine)), SOURCES: 'fixed' };
    await withStore(variables, (store) =>
      store.write.noteSecretFingerprint({ fingerprint: '0123456789abcdef', expected: null }),
    );
    const found = await run('doctor', [], variables);
    expect(found).toMatchObject({ code: 1, stderr: '' });
    expect(found.stdout).toMatch(
      /^wrong {3}master secret: The master secret of this database is missing \(fingerprint 0123456789abcdef\)/m,
    );
    expect(existsSync(join(variables.DATA_DIR, SECRET_FILE))).toBe(false);
  });
});

describe('the doctor', () => {
  it('names a damaged, a newer and a foreign database', async () => {
    const variables = { ...(await newDatabase('sqlite')), SOURCES: 'fixed' };
    await withStore(variables, async () => {});
    const path = join(variables.DATA_DIR, SQLITE_FILE);
    const sound = await backUpHere(variables);
    const ofDatabase = async () => sentenceOf(await findings(variables), 'wrong', 'database');
    const { plain } = openSqliteForWriting(path);
    plain.exec("insert into kysely_migration (name, timestamp) values ('9999-later', '')");
    plain.close();
    expect(await ofDatabase()).toMatch(/^a newer version of this program has changed it/);
    rmSync(path);
    expect(await ofDatabase()).toMatch(/^The database that was made in \S+ is missing: put/);
    const other = openSqliteForWriting(path).plain;
    other.exec('create table song (title text)');
    other.close();
    expect(await ofDatabase()).toMatch(/^The database in \S+ is damaged \(its tables are missing\); stop/);
    rmSync(join(variables.DATA_DIR, MADE_FILE));
    expect(await ofDatabase()).toMatch(/^The database \S+ is another program's; move it/);
    for (const [command, sentence] of [
      ['backup', /^The database \S+ is another program's; move it/],
      ['restore', /is there, and a restore replaces no database: move it elsewhere/],
    ] as const) {
      const refused = await run(command, [command === 'backup' ? `${path}.backup` : sound], variables);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toMatch(sentence);
    }
    writeFileSync(path, 'Not a database. '.repeat(1000));
    expect(await ofDatabase()).toMatch(/^The database in \S+ is damaged \(file is not a database\)/);
  });

  it('names a file that fails the quick check, and figures that are impossible', async () => {
    const variables = { ...(await newDatabase('sqlite')), SOURCES: 'fixed' };
    await withStore(variables, (store) =>
      storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } })),
    );
    expect(sentenceOf(await findings(variables), 'ok', 'database')).toMatch(/^SQLite opens/);
    alter(variables.DATA_DIR, 'update obs_day set rate = 1e13');
    expect(sentenceOf(await findings(variables), 'wrong', 'database')).toBe(
      '1 stored figure is impossible and not served; npm run check names them',
    );
    scribbleOver(variables.DATA_DIR, 'incident');
    expect(sentenceOf(await findings(variables), 'wrong', 'database')).toMatch(
      /^The database in \S+ is damaged \(.+\); stop the service, move/,
    );
  });
});

describe('the doctor, beside the database', () => {
  it('names TLS files that do not fit, and warns of a clock that is not the publishers’', async () => {
    const ahead = createServer((_request, response) => {
      response.sendDate = false;
      response.setHeader('Date', new Date(Date.now() + 3_600_000).toUTCString());
      response.end('Date,USD,\n2026-04-13,1.1684,\n');
    });
    await new Promise<void>((resolve) => ahead.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void ahead.close());
    const address = ahead.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const one = writeCertificate(throwAwayFolder(), await makeCertificate());
    const other = writeCertificate(throwAwayFolder(), await makeCertificate());
    const found = await findings({
      DATA_DIR: throwAwayFolder(),
      SOURCES: 'ecb',
      UPSTREAM_ECB: `http://127.0.0.1:${port}`,
      TLS_CERT_FILE: one.certFile,
      TLS_KEY_FILE: other.keyFile,
    });
    expect(sentenceOf(found, 'wrong', 'TLS')).toMatch(/^TLS_KEY_FILE \S+ is not the key of TLS_CERT_FILE/);
    expect(sentenceOf(found, 'warning', 'clock')).toMatch(/^it is 3[56]\d\d s behind that of the publishers/);
  });
});

describe('npm run doctor', () => {
  it('says a wrong variable in one sentence, and a wrong argument with exit code 2', async () => {
    expect(await run('doctor', [], { PORT: 'x' })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^PORT [^\n]+\n$/),
    });
    expect(await run('doctor', ['--fix'], {})).toMatchObject({ code: 2, stdout: '' });
  });
});

/** What the command prints, a line for each, looked for without a process. */
async function findings(variables: ScriptVariables): Promise<readonly Finding[]> {
  return Array.fromAsync(examine(readEnvironment(variables, PROJECT_ROOT), PROJECT_ROOT));
}

/** What was found of a subject, of that kind; empty where nothing was. */
function sentenceOf(found: readonly Finding[], kind: Finding['kind'], subject: string): string {
  return found.find((one) => one.kind === kind && one.subject === subject)?.sentence ?? '';
}
