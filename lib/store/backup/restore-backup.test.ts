import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { backUpHere, ENGINES, locationOf, newDatabase, run } from '#lib/testing/worlds/backup-bench';
import { someOf } from '#lib/testing/long-count';
import { withStore } from '#lib/testing/worlds/own-store';
import { aFixingBatch, servedRate } from '#lib/testing/worlds/empty-store';
import { type ScriptVariables, startScript } from '#lib/testing/run-script';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import { restoreBackup, verifyBackup } from './restore-backup.ts';

const FIGURES = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } });
const LATER = aFixingBatch({ '2026-04-14': { 'EUR/USD': 1.2 } });

const NOTHING = () => {};

describe('a backup is verified before anything is done with it', () => {
  it.each<readonly [string, (bytes: Buffer) => Buffer, RegExp]>([
    ['cut short', (bytes) => bytes.subarray(0, bytes.length - 20), /is cut short; nothing can be restored/],
    ['without its end', (bytes) => withoutEnd(bytes), /is cut short; nothing can be restored/],
    ['damaged', (bytes) => withByte(bytes, bytes.length >> 1), /is damaged: its checksum does not fit/],
    ['altered', (bytes) => changed(bytes, '1.1684', '1.1685'), /is damaged: its checksum does not fit/],
    ['something else', () => Buffer.from('{"not":"a backup"}\n'), /is no backup of this program/],
    ['another gzip file', () => gzipSync('{"not":"a backup"}\n'), /is no backup of this program/],
    ['empty', () => Buffer.alloc(0), /is no backup of this program/],
    ['of a newer format', (bytes) => changed(bytes, '"version":1', '"version":2'), /by a newer version/],
    [
      'of a newer database',
      (bytes) => changed(bytes, '"0001-first-tables"', '"0001-first-tables","9999-later"'),
      /by a newer version/,
    ],
  ])('and refused by one sentence when it is %s', async (_name, alter, sentence) => {
    const variables = await newDatabase('sqlite');
    await withStore(variables, (store) => storeFixings(store, FIGURES));
    const file = await backUpHere(variables);
    await verifyBackup(file, NOTHING);
    writeFileSync(file, alter(readFileSync(file)));
    await expect(verifyBackup(file, NOTHING)).rejects.toThrow(sentence);
  });
});

describe.each(ENGINES)('a restore on %s', (engine) => {
  it('changes nothing when the file is damaged after it was verified', async () => {
    const variables = await newDatabase(engine);
    await withStore(variables, (store) => storeFixings(store, FIGURES));
    const file = await backUpHere(variables);
    const backup = await verifyBackup(file, NOTHING);
    writeFileSync(file, changed(readFileSync(file), '1.1684', '1.1685'));
    await withStore(variables, (store) => storeFixings(store, LATER));
    const wish = { replaces: true, now: new Date(), onBytes: NOTHING };
    await expect(restoreBackup(locationOf(variables), backup, wish)).rejects.toThrow('is damaged');
    writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).subarray(0, 1500)));
    await expect(restoreBackup(locationOf(variables), backup, wish)).rejects.toThrow(
      /is (damaged|cut short)/,
    );
    expect(await withStore(variables, (store) => servedRate(store, 'EUR/USD'))).toBe(1.2);
  });

  it('brings a backup of an older version up to date', async () => {
    const variables = await newDatabase(engine);
    await withStore(variables, (store) => storeFixings(store, FIGURES));
    const file = await backUpHere(variables);
    writeFileSync(file, ofOlderVersion(readFileSync(file)));
    const restored = await newDatabase(engine);
    expect((await run('restore', [file], restored)).stderr).toBe('');
    expect(await withStore(restored, (store) => servedRate(store, 'EUR/USD'))).toBe(1.1684);
  });

  it('that is killed in the middle leaves the former database whole', { timeout: 120_000 }, async () => {
    const variables = await newDatabase(engine);
    await withStore(variables, (store) => storeFixings(store, manyFigures()));
    const file = await backUpHere(variables);
    await withStore(variables, (store) => storeFixings(store, LATER));
    const before = await countIn(variables);
    for (const moment of someOf([0.5, 0.2, 0.9], 1)) {
      const running = startScript(
        ['lib/testing/databases/restore-until.ts', file, String(moment)],
        variables,
      );
      await running.waitForOutput(/^reached/m);
      running.kill('SIGKILL');
      await running.ended;
      expect(await countIn(variables)).toEqual(before);
    }
    expect(await run('restore', [file, '--replace'], variables)).toMatchObject({ code: 0 });
    expect((await countIn(variables)).figures).toBe(before.figures - 1);
  });
});

describe('a restore on postgres', () => {
  it('is refused while somebody holds a transaction there', async () => {
    const variables = await newDatabase('postgres');
    await withStore(variables, (store) => storeFixings(store, FIGURES));
    const file = await backUpHere(variables);
    const { plainDb, close } = connectForWriting(variables['DATABASE_URL'] ?? '', 'rates');
    try {
      await plainDb.transaction().execute(async (transaction) => {
        await sql`select 1 from obs_day`.execute(transaction);
        const wish = { replaces: true, now: new Date(), onBytes: NOTHING };
        const backup = await verifyBackup(file, NOTHING);
        await expect(restoreBackup(locationOf(variables), backup, wish)).rejects.toThrow(
          'is using the database at',
        );
      });
    } finally {
      await close();
    }
  });
});

function countIn(variables: ScriptVariables) {
  return withStore(variables, async (store) => {
    const { instantsMs } = await store.readSeries({
      source: 'ecb',
      base: 'EUR',
      quote: 'USD',
      fromMs: 0,
      toMs: Number.MAX_SAFE_INTEGER,
      limit: 100_000,
    });
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

function withByte(bytes: Buffer, index: number): Buffer {
  const altered = Buffer.from(bytes);
  altered[index] = (altered[index] ?? 0) ^ 0xff;
  return altered;
}

function withoutEnd(bytes: Buffer): Buffer {
  const lines = gunzipSync(bytes).toString('utf8').trimEnd().split('\n');
  return gzipSync(`${lines.slice(0, -1).join('\n')}\n`);
}

function changed(bytes: Buffer, text: string, other: string): Buffer {
  const whole = gunzipSync(bytes).toString('utf8');
  expect(whole).toContain(text);
  return gzipSync(whole.replace(text, other));
}

/** The same without the two newest migrations and their tables. */
function ofOlderVersion(bytes: Buffer): Buffer {
  const lines = gunzipSync(bytes).toString('utf8').trimEnd().split('\n');
  const older = withoutTables(lines, /^(?:log_\w+|ended_key|secret_fingerprint)$/)
    .slice(0, -1)
    .map((line) => line.replace(',"0008-secret-and-ended-keys","0009-figure-log"', ''));
  const text = `${older.join('\n')}\n`;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return gzipSync(`${text}${JSON.stringify({ rows: {}, sha256 })}\n`);
}

/** Without the lines of some tables: each has one that names it, and lines of rows, which are arrays. */
function withoutTables(lines: readonly string[], names: RegExp): readonly string[] {
  let isLeftOut = false;
  return lines.filter((line) => {
    const [, name] = /^\{"table":"(\w+)"/.exec(line) ?? [];
    if (name !== undefined) isLeftOut = names.test(name);
    else if (!line.startsWith('[')) isLeftOut = false;
    return !isLeftOut;
  });
}
