import { describe, expect, it, vi } from 'vitest';
import { createKeyUsage, type KeyUse } from './key-usage.ts';
import { startUsageFlush } from './usage-flush.ts';

const NOON_MS = Date.parse('2026-04-14T12:00:30Z');
const MIDNIGHT_MS = Date.parse('2026-04-15T00:00:00Z');
const NOON_MINUTE_MS = Date.parse('2026-04-14T12:00:00Z');

describe('the usage of keys', () => {
  it('is counted by key and UTC day, with the minute of the last request', () => {
    const usage = createKeyUsage();
    usage.count('one', false, NOON_MS);
    usage.count('one', false, MIDNIGHT_MS - 1);
    usage.count('one', true, MIDNIGHT_MS);
    usage.count('other', false, NOON_MS);
    expect(usage.takeUsage()).toEqual([
      {
        keyId: 'one',
        day: '2026-04-14',
        requests: 2,
        limited: 0,
        lastUsedAtMs: Date.parse('2026-04-14T23:59:00Z'),
      },
      { keyId: 'other', day: '2026-04-14', requests: 1, limited: 0, lastUsedAtMs: NOON_MINUTE_MS },
      { keyId: 'one', day: '2026-04-15', requests: 0, limited: 1, lastUsedAtMs: MIDNIGHT_MS },
    ]);
    expect(usage.takeUsage()).toEqual([]);
  });

  it('that could not be kept is counted on, not twice and not less', () => {
    const usage = createKeyUsage();
    usage.count('one', false, NOON_MS);
    const taken = usage.takeUsage();
    usage.count('one', true, NOON_MS + 60_000);
    usage.putBack(taken);
    expect(usage.takeUsage()).toEqual([
      { keyId: 'one', day: '2026-04-14', requests: 1, limited: 1, lastUsedAtMs: NOON_MINUTE_MS + 60_000 },
    ]);
  });
});

describe('the flush of usage', () => {
  it('carries every count once, through failures of the sink, and says once that it fails', async () => {
    const usage = createKeyUsage();
    const kept: KeyUse[] = [];
    const sink = { isDown: true };
    const failures: unknown[] = [];
    const saveUsage = async (uses: readonly KeyUse[]) => {
      if (sink.isDown) throw new Error('the database is away');
      kept.push(...uses);
    };
    const flushing = startUsageFlush(usage, { saveUsage }, (error) => failures.push(error));
    for (let round = 0; round < 3; round += 1) {
      usage.count('one', false, NOON_MS);
      await flushing.flush();
    }
    expect([kept, failures.length]).toEqual([[], 1]);
    sink.isDown = false;
    await flushing.flush();
    usage.count('one', false, NOON_MS);
    await flushing.stop();
    expect(kept.map(({ requests }) => requests)).toEqual([3, 1]);
  });

  it('happens by itself within a minute', async () => {
    vi.useFakeTimers();
    try {
      const usage = createKeyUsage();
      const kept: KeyUse[] = [];
      const flushing = startUsageFlush(
        usage,
        { saveUsage: async (uses) => void kept.push(...uses) },
        () => {},
      );
      usage.count('one', false, NOON_MS);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(kept).toHaveLength(1);
      await flushing.stop();
    } finally {
      vi.useRealTimers();
    }
  });
});
