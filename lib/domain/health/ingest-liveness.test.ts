import { describe, expect, it } from 'vitest';
import { ingestHealth, type PollingSeen } from './ingest-liveness.ts';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';

const LEASE_MS = 9_000;

describe('fetching', () => {
  it('is operational while the lease is renewed and no check is overdue', () => {
    expect(healthOf({})).toBe('operational');
    expect(healthOf({ sources: [] })).toBe('operational');
  });

  it.each([
    ['was renewed 18 s ago', 18_000, 'operational'],
    ['was not renewed for longer', 18_001, 'outage'],
    ['was never seen renewed', Number.POSITIVE_INFINITY, 'outage'],
  ])(
    'whose lease %s is in the state that says so, whatever the checks say',
    (_name, renewedAgoMs, health) => {
      expect(healthOf({ renewedAgoMs })).toBe(health);
      expect(healthOf({ renewedAgoMs, sources: [] })).toBe(health);
    },
  );

  it('is in outage where the process that polls can store nothing', () => {
    expect(healthOf({ isPaused: true })).toBe('outage');
  });

  it.each([
    ['an exchange asked every 20 s', 20_000, 102_000],
    ['a page asked every 5 min', 5 * MINUTE_MS, 11.5 * MINUTE_MS],
    ['a bank asked once an hour', HOUR_MS, 127 * MINUTE_MS],
    ['a source that was never checked', 0, MINUTE_MS],
  ])('of %s is overdue after two intervals and a poll', (_name, intervalMs, allowedMs) => {
    const checked = (checkedAgoMs: number) =>
      healthOf({ sources: [{ checkedAgoMs, intervalMs, isFailed: false }] });
    expect([checked(allowedMs), checked(allowedMs + 1)]).toEqual(['operational', 'outage']);
  });

  it('is degraded when some source lacks its check, and in outage when each does', () => {
    const good = { checkedAgoMs: 1_000, intervalMs: 20_000, isFailed: false };
    const overdue = { ...good, checkedAgoMs: 200_000 };
    expect(healthOf({ sources: [good, overdue] })).toBe('degraded');
    expect(healthOf({ sources: [overdue, overdue] })).toBe('outage');
  });

  it('is in outage when the newest check of each of several sources failed', () => {
    const good = { checkedAgoMs: 1_000, intervalMs: 20_000, isFailed: false };
    const failed = { ...good, isFailed: true };
    expect(healthOf({ sources: [failed, failed, good] })).toBe('operational');
    expect(healthOf({ sources: [failed, failed, failed] })).toBe('outage');
    expect(healthOf({ sources: [failed] })).toBe('operational');
  });
});

function healthOf(part: Partial<PollingSeen>) {
  const sources = [{ checkedAgoMs: 1_000, intervalMs: 20_000, isFailed: false }];
  return ingestHealth({ renewedAgoMs: 3_000, leaseMs: LEASE_MS, isPaused: false, sources, ...part });
}
