import { describe, expect, it, onTestFinished } from 'vitest';
import type { KeyUse as StoredUse } from '#lib/store/key-usage';
import type { KeyEvent } from '#lib/store/trail';
import { createKeyRecords } from './key-records.ts';
import { createKeyUsage } from './key-usage.ts';

const NOW_MS = Date.parse('2026-04-14T08:00:30Z');

/** A database that can be away. */
function aDatabase() {
  const state = { isAway: false, uses: [] as StoredUse[], events: [] as KeyEvent[] };
  const usage = createKeyUsage();
  const records = createKeyRecords({
    usage,
    now: () => new Date(NOW_MS),
    onFailure: () => {},
    write: {
      addKeyUses: async (uses) => {
        if (state.isAway) throw new Error('away');
        state.uses.push(...uses);
      },
      appendKeyEvents: async (events) => {
        if (state.isAway) throw new Error('away');
        state.events.push(...events);
      },
    },
  });
  onTestFinished(() => records.close());
  return { state, usage, records };
}

describe('what happened to keys', () => {
  it('is written once, by key and day', async () => {
    const { state, usage, records } = aDatabase();
    usage.count('a', false, NOW_MS);
    usage.count('a', false, NOW_MS + 1);
    usage.count('b', true, NOW_MS);
    await records.flush();
    await records.flush();
    const lastUsedAtMs = NOW_MS - 30_000;
    expect(state.uses).toEqual([{ keyId: 'a', day: '2026-04-14', n: 2, lastUsedAtMs }]);
    const detail = '1 request was refused within a minute.';
    expect(state.events).toEqual([{ keyId: 'b', atMs: NOW_MS, kind: 'limited', address: null, detail }]);
  });

  it('is kept while the database is away, and nothing is counted twice', async () => {
    const { state, usage, records } = aDatabase();
    state.isAway = true;
    for (let index = 0; index < 3; index += 1) {
      usage.count('a', false, NOW_MS);
      usage.count('a', true, NOW_MS);
      records.noteSeenInClear('a', null, NOW_MS);
      await expect(records.flush()).rejects.toThrow('away');
    }
    state.isAway = false;
    await records.flush();
    await records.flush();
    expect(state.uses).toMatchObject([{ keyId: 'a', n: 3 }]);
    expect(state.events.map(({ kind }) => kind)).toEqual(['seen-in-clear', 'limited']);
  });

  it('is written when the process ends', async () => {
    const { state, usage, records } = aDatabase();
    usage.count('a', false, NOW_MS);
    await records.close();
    expect(state.uses).toHaveLength(1);
  });
});
