import { describe, expect, it } from 'vitest';
import { createKeyUsage } from './key-usage.ts';

const NOON_MS = Date.parse('2026-04-14T12:00:30Z');
const MIDNIGHT_MS = Date.parse('2026-04-15T00:00:00Z');

describe('the usage of keys', () => {
  it('is counted by key and UTC day, with the instant of the last request', () => {
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
        lastUsedAtMs: MIDNIGHT_MS - 1,
      },
      { keyId: 'other', day: '2026-04-14', requests: 1, limited: 0, lastUsedAtMs: NOON_MS },
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
      { keyId: 'one', day: '2026-04-14', requests: 1, limited: 1, lastUsedAtMs: NOON_MS + 60_000 },
    ]);
  });

  it('tells the last use also when it was taken, and none of a key that was only refused', () => {
    const usage = createKeyUsage();
    usage.count('one', false, NOON_MS);
    usage.count('one', false, NOON_MS + 5);
    usage.count('other', true, NOON_MS);
    expect([usage.lastUsedAtMs('one'), usage.lastUsedAtMs('other')]).toEqual([NOON_MS + 5, null]);
    usage.takeUsage();
    expect([usage.isWaiting('one'), usage.lastUsedAtMs('one')]).toEqual([false, NOON_MS + 5]);
  });

  it('tells of a first use until it is taken, and of no later one', () => {
    const usage = createKeyUsage();
    expect(usage.hasFirstUse()).toBe(false);
    usage.count('one', false, NOON_MS);
    expect([usage.hasFirstUse(), usage.isWaiting('one')]).toEqual([true, true]);
    usage.takeUsage();
    usage.count('one', false, NOON_MS);
    expect([usage.hasFirstUse(), usage.isWaiting('one')]).toEqual([false, true]);
    usage.count('other', false, NOON_MS);
    expect(usage.hasFirstUse()).toBe(true);
  });
});
