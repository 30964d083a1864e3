import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { StoredKeyUse } from '#lib/store/accounts/key-usage';
import type { KeyEvent } from '#lib/store/accounts/audit-log';
import { createKeyRecords } from './key-records.ts';
import { createKeyUsage } from './key-usage.ts';
import { HOUR_MS } from '#lib/domain/durations';

const NOW_MS = Date.parse('2026-04-14T08:00:30Z');

/** A database that can be away, and a clock that the test moves. */
function aDatabase() {
  const state = {
    isAway: false,
    /** Writes begin once this has ended. */
    isFree: Promise.resolve(),
    nowMs: NOW_MS,
    writes: 0,
    failures: 0,
    uses: [] as StoredKeyUse[],
    events: [] as KeyEvent[],
  };
  const usage = createKeyUsage();
  const records = createKeyRecords({
    usage,
    now: () => new Date(state.nowMs),
    onFailure: () => {
      state.failures += 1;
    },
    write: {
      addKeyUses: async (uses) => {
        await state.isFree;
        if (state.isAway) throw new Error('away');
        state.writes += 1;
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
    expect(state.uses).toEqual([{ keyId: 'a', day: '2026-04-14', n: 2, lastUsedAtMs: NOW_MS + 1 }]);
    const detail = '1 request was refused within the hour.';
    expect(state.events).toEqual([{ keyId: 'b', atMs: NOW_MS, kind: 'limited', address: null, detail }]);
  });

  it('is kept while the database is away, and nothing is counted twice', async () => {
    const { state, usage, records } = aDatabase();
    state.isAway = true;
    for (let index = 0; index < 3; index += 1) {
      usage.count('a', false, NOW_MS);
      usage.count('a', true, NOW_MS);
      records.noteSeenInClear('a', '203.0.113.24', NOW_MS);
      await expect(records.flush()).rejects.toThrow('away');
    }
    state.isAway = false;
    await records.flush();
    await records.flush();
    expect(state.uses).toMatchObject([{ keyId: 'a', n: 3 }]);
    expect(state.events).toMatchObject([
      { kind: 'seen-in-clear', address: '203.0.113.24' },
      { kind: 'limited', detail: '3 requests were refused within the hour.' },
    ]);
  });

  it('counts every refusal: the first are told at once, those of the hour after together', async () => {
    const { state, usage, records } = aDatabase();
    for (let minute = 0; minute < 125; minute += 1) {
      if (minute < 100) usage.count('a', true, state.nowMs);
      await records.flush();
      state.nowMs += 60_000;
    }
    expect(state.events.map(({ atMs, detail }) => [(atMs - NOW_MS) / HOUR_MS, detail])).toEqual([
      [0, '1 request was refused within the hour.'],
      [1, '60 requests were refused within the hour.'],
      [2, '39 requests were refused within the hour.'],
    ]);
  });
});

describe('the flush', () => {
  it('comes when the process ends, with the refusals of this hour', async () => {
    const { state, usage, records } = aDatabase();
    usage.count('a', false, NOW_MS);
    usage.count('a', true, NOW_MS);
    await records.flush();
    usage.count('a', true, NOW_MS);
    usage.count('a', false, NOW_MS);
    await records.close();
    expect(state.uses).toHaveLength(2);
    expect(state.events).toHaveLength(2);
  });

  it('writes in parts, so that other writes come in between', async () => {
    const { state, usage, records } = aDatabase();
    for (let key = 0; key < 5000; key += 1) usage.count(`key ${key}`, false, NOW_MS);
    await records.flush();
    expect([state.writes, new Set(state.uses.map(({ keyId }) => keyId)).size]).toEqual([3, 5000]);
  });

  it('comes within half a second of the first use of a key, so that every process of the database can show it', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { state, usage } = aDatabase();
    for (const key of ['a', 'b']) {
      usage.count(key, false, NOW_MS);
      await vi.advanceTimersByTimeAsync(500);
      expect(state.uses.at(-1)).toMatchObject({ keyId: key, n: 1 });
    }
    usage.count('a', false, NOW_MS + 1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(state.uses).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(state.uses).toHaveLength(3);
  });

  it('comes by itself within 20 seconds, and tells of one failure in a row', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { state, usage } = aDatabase();
    usage.count('a', false, NOW_MS);
    state.isAway = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect([state.uses, state.failures]).toEqual([[], 1]);
    state.isAway = false;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(state.uses).toMatchObject([{ keyId: 'a', n: 1 }]);
  });
});

describe('who reads the counts of keys', () => {
  it('waits until they are written, and writes nothing for keys without new ones', async () => {
    const { state, usage, records } = aDatabase();
    usage.count('a', false, NOW_MS);
    await records.written(['b']);
    expect(state.writes).toBe(0);
    await records.written(['b', 'a']);
    expect(state.uses).toMatchObject([{ keyId: 'a', n: 1 }]);
  });

  it('waits for those that are being written', async () => {
    const { state, usage, records } = aDatabase();
    const written = Promise.withResolvers<void>();
    state.isFree = written.promise;
    usage.count('a', false, NOW_MS);
    const flushed = records.flush();
    const read = records.written(['a']).then(() => state.uses.length);
    written.resolve();
    await flushed;
    expect(await read).toBe(1);
  });

  it('does not wait for a database that cannot take them, however long it takes', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { state, usage, records } = aDatabase();
    const written = Promise.withResolvers<void>();
    state.isFree = written.promise;
    usage.count('a', false, NOW_MS);
    const read = records.written(['a']);
    await vi.advanceTimersByTimeAsync(500);
    await read;
    expect(state.uses).toEqual([]);
    written.resolve();
    await records.flush();
    state.isAway = true;
    usage.count('a', false, NOW_MS);
    await records.written(['a']);
    expect(state.failures).toBe(1);
  });
});
