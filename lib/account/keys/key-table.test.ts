import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ApiKeyRow } from '#lib/store/engine/schema';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { anApiKeyRow } from '#lib/testing/worlds/empty-store';
import { mintKey } from './key-format.ts';
import { createKeyTable } from './key-table.ts';

const nowMs = TEST_NOW.getTime();
const nobody = mintKey();
const known = mintKey();
const knownRow = anApiKeyRow('ada', 'first', { hash: known.hash });

const MAX_AGE_MS = 900_000;

function aTable(rows: readonly ApiKeyRow[] = []) {
  let monotonicMs = 0;
  const table = createKeyTable({ maxAgeMs: MAX_AGE_MS, monotonicMs: () => monotonicMs });
  table.replaceAll(rows);
  return { table, pass: (ms: number) => (monotonicMs += ms) };
}

describe('the table of keys', () => {
  it('knows the owner, the limit and the sources of a key that the database holds', () => {
    const row = { ...knownRow, limit_per_minute: 60, allowed_sources: 'fixed, ecb' };
    expect(aTable([row]).table.find(known.key, nowMs)).toMatchObject({
      id: 'first',
      accountId: 'ada',
      limitPerMinute: 60,
      allowedSources: new Set(['ecb', 'fixed']),
    });
    expect(aTable([knownRow]).table.find(known.key, nowMs)).toMatchObject({
      limitPerMinute: null,
      allowedSources: null,
    });
  });

  it('gives keys with equal lists of sources the same set', () => {
    const other = mintKey();
    const { table } = aTable([
      { ...knownRow, allowed_sources: 'ecb,fixed' },
      anApiKeyRow('bob', 'second', { hash: other.hash }),
      { ...anApiKeyRow('bob', 'third', { hash: nobody.hash }), allowed_sources: 'fixed, ecb' },
    ]);
    const setOf = (key: string) => {
      const found = table.find(key, nowMs);
      return typeof found === 'string' ? found : found.allowedSources;
    };
    expect(setOf(known.key)).toBe(setOf(nobody.key));
    expect(setOf(other.key)).toBeNull();
  });

  it.each([
    ['an unknown key', nobody.key, []],
    ['a key that was revoked, and so is no longer read', known.key, []],
    ['a key that expired just now', known.key, [{ ...knownRow, expires_at: nowMs }]],
    ['a mistyped key', `${known.key.slice(0, -1)}!`, [knownRow]],
    ['two keys', `${known.key}, ${known.key}`, [knownRow]],
    ['an empty text', '', [knownRow]],
    ["a key's hash", known.hash, [knownRow]],
    ["a key's visible start", known.prefix, [knownRow]],
  ])('does not know %s: all refusals look alike', (_name, key, rows) => {
    expect(aTable(rows).table.find(key, nowMs)).toBe('unknown');
  });

  it('accepts a key until the millisecond before its end', () => {
    const { table } = aTable([{ ...knownRow, expires_at: nowMs }]);
    expect(table.find(known.key, nowMs - 1)).toMatchObject({ id: 'first' });
  });

  it('refuses a key before the database does, until that is taken back', () => {
    const { table } = aTable([knownRow]);
    const takeBack = table.refuse('first');
    expect(table.find(known.key, nowMs)).toBe('unknown');
    table.replaceAll([knownRow]);
    expect(table.find(known.key, nowMs), 'what was read meanwhile does not know it yet').toBe('unknown');
    takeBack();
    expect(table.find(known.key, nowMs)).toMatchObject({ id: 'first' });
  });

  it('forgets at once the keys that the database no longer holds', () => {
    const { table } = aTable([knownRow]);
    table.replaceAll([]);
    expect(table.find(known.key, nowMs)).toBe('unknown');
  });
});

describe('a table whose database is away', () => {
  it('holds for as long as it may, then is unsure of every key, also of those that it does not know', () => {
    const { table, pass } = aTable([knownRow]);
    pass(MAX_AGE_MS);
    expect(table.find(known.key, nowMs)).toMatchObject({ id: 'first' });
    expect(table.find(nobody.key, nowMs)).toBe('unknown');
    pass(1);
    expect(table.find(known.key, nowMs)).toBe('unsure');
    expect(table.find(nobody.key, nowMs)).toBe('unsure');
    expect(table.find('sk_test_123', nowMs)).toBe('unknown');
  });

  it('is sure again after one reading', () => {
    const { table, pass } = aTable([knownRow]);
    pass(MAX_AGE_MS + 1);
    table.noteRead();
    expect(table.find(known.key, nowMs)).toMatchObject({ id: 'first' });
    pass(MAX_AGE_MS);
    expect(table.find(known.key, nowMs)).toMatchObject({ id: 'first' });
  });
});

describe('a table of 100,000 keys', () => {
  it('takes at most 60 MB', () => {
    const { table } = aTable();
    const before = heapBytes();
    table.replaceAll(
      Array.from({ length: 100_000 }, (_, n) =>
        // Each text flat and of its own, as a database driver makes them.
        anApiKeyRow(hexOf(`account ${n}`, 36), hexOf(`key ${n}`, 36), { hash: hexOf(`hash ${n}`, 64) }),
      ),
    );
    expect(heapBytes() - before).toBeLessThan(60_000_000);
    expect(table.find(known.key, nowMs)).toBe('unknown');
  });
});

function hexOf(text: string, length: number): string {
  return createHash('sha256')
    .update(text)
    .digest()
    .toString('hex', 0, length / 2);
}

/** What is still referenced, strings included. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
}
