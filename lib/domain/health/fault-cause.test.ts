import { describe, expect, it } from 'vitest';
import {
  causeOf,
  causeOfText,
  isFaultCause,
  type CauseChange,
  type FaultCause,
  isOtherCause,
} from './fault-cause.ts';
import { type HealthState, UNCHECKED } from './health-machine.ts';
import { MINUTE_MS } from '#lib/domain/durations';

const aState = (part: Partial<HealthState>): HealthState => ({ ...UNCHECKED, status: 'degraded', ...part });
const run = (kind: 'pass' | 'soft' | 'hard') => ({ run: { kind, count: 2, sinceMs: 0 } });
const WELL = { age: 'fresh', isQuarantineLong: false, newestReason: null } as const;

describe('the cause of a fault', () => {
  it('is the gravest alone: checks that fail, then no figure, then late ones, then the validation', () => {
    expect(causeOf(aState({ ...run('pass'), status: 'operational' }), WELL)).toBeNull();
    expect(causeOf(UNCHECKED, { ...WELL, age: 'none' })).toBe('unchecked');
    expect(causeOf(aState(run('hard')), { ...WELL, age: 'stale', newestReason: 'dns' })).toBe('unreachable');
    expect(causeOf(aState(run('hard')), { ...WELL, newestReason: 'layout' })).toBe('unreadable');
    expect(causeOf(aState(run('pass')), { ...WELL, age: 'none' })).toBe('unpublished');
    expect(causeOf(aState(run('soft')), { ...WELL, age: 'stale', newestReason: 'slow' })).toBe('late');
    expect(causeOf(aState({ ...run('pass'), heldSinceMs: 1 }), WELL)).toBe('unsteady');
    expect(causeOf(aState(run('pass')), { ...WELL, age: 'late' })).toBe('late');
    expect(causeOf(aState(run('pass')), { ...WELL, isQuarantineLong: true })).toBe('refused');
    expect(causeOf(aState(run('soft')), { ...WELL, newestReason: 'few_pairs' })).toBe('refused');
    expect(causeOf(aState(run('pass')), WELL)).toBe('recovering');
  });

  it('is none for what another version stored', () => {
    expect(causeOfText('http_status')).toBe('failing');
    expect(causeOfText('weather')).toBeNull();
    expect(causeOfText(null)).toBeNull();
    expect(isFaultCause('late')).toBe(true);
    expect(isFaultCause('weather')).toBe(false);
  });
});

describe('another cause of the same state', () => {
  const told = (...causes: readonly [minute: number, cause: FaultCause][]) =>
    causes.map(([minute, cause]) => ({ atMs: minute * MINUTE_MS, cause }));
  const isOther = (changes: readonly CauseChange[], minute: number, cause: FaultCause | null) =>
    isOtherCause(changes, { atMs: minute * MINUTE_MS, cause });

  it('counts at once where the state never had it', () => {
    expect(isOther(told([0, 'unreachable']), 1, 'refused')).toBe(true);
    expect(isOther(told([0, 'unreachable']), 1, 'unreachable')).toBe(false);
  });

  it('counts again after ten minutes where it alternates', () => {
    const changes = told([5, 'refused'], [0, 'unreachable']);
    expect(isOther(changes, 14, 'unreachable')).toBe(false);
    expect(isOther(changes, 15, 'unreachable')).toBe(true);
  });

  it('is none without a cause, on the way back, or where nothing was told of the state', () => {
    expect(isOther(told([0, 'unreachable']), 60, 'recovering')).toBe(false);
    expect(isOther(told([0, 'unreachable']), 60, null)).toBe(false);
    expect(isOther([], 60, 'refused')).toBe(false);
  });
});
