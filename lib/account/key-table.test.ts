import { describe, expect, it } from 'vitest';
import { TEST_NOW } from '#lib/testing/builders';
import { anApiKeyRow } from '#lib/testing/empty-store';
import { mintKey } from './key-format.ts';
import { createKeyTable } from './key-table.ts';

const nowMs = TEST_NOW.getTime();
const nobody = mintKey();
const known = mintKey();
const knownRow = anApiKeyRow('ada', 'first', { hash: known.hash });

describe('the table of keys', () => {
  it('knows the owner of a key that the database holds', () => {
    const table = createKeyTable([]);
    table.replaceAll([knownRow]);
    expect(table.verify(known.key, nowMs)).toMatchObject({ id: 'first', accountId: 'ada' });
  });

  it.each([
    ['an unknown key', nobody.key, []],
    ['a key that was revoked, and so is no longer read', known.key, []],
    ['a key that expired just now', known.key, [{ ...knownRow, expires_at: nowMs }]],
    ['a mistyped key', `${known.key.slice(0, -1)}!`, [knownRow]],
    ['an empty text', '', [knownRow]],
    ["a key's hash", known.hash, [knownRow]],
    ["a key's visible start", known.prefix, [knownRow]],
  ])('answers null for %s: all refusals look alike', (_name, key, rows) => {
    const table = createKeyTable([]);
    table.replaceAll(rows);
    expect(table.verify(key, nowMs)).toBeNull();
  });

  it('accepts a key until the millisecond before its end', () => {
    const table = createKeyTable([]);
    table.replaceAll([{ ...knownRow, expires_at: nowMs }]);
    expect(table.verify(known.key, nowMs - 1)).not.toBeNull();
  });

  it('forgets at once the keys that the database no longer holds', () => {
    const table = createKeyTable([]);
    table.replaceAll([knownRow]);
    table.replaceAll([]);
    expect(table.verify(known.key, nowMs)).toBeNull();
  });

  it("keeps the process's own keys through every replacement, without an end", () => {
    const own = mintKey();
    const table = createKeyTable([{ hash: own.hash, id: 'pages', accountId: 'pages' }]);
    table.replaceAll([knownRow]);
    table.replaceAll([]);
    expect(table.verify(own.key, Number.MAX_SAFE_INTEGER)).toMatchObject({ id: 'pages' });
  });
});
