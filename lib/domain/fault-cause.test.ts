import { describe, expect, it } from 'vitest';
import { causeOf, causeOfText, isFaultCause } from './fault-cause.ts';
import { type HealthState, UNCHECKED } from './health-machine.ts';

const aState = (part: Partial<HealthState>): HealthState => ({ ...UNCHECKED, status: 'degraded', ...part });
const run = (kind: 'pass' | 'soft' | 'hard') => ({ run: { kind, count: 2, sinceMs: 0 } });
const WELL = { age: 'fresh', isQuarantineLong: false, newestReason: null } as const;

describe('the cause of a fault', () => {
  it('is the gravest alone: checks that fail, then no figure, then late ones, then the door', () => {
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
    expect(causeOfText('http_status')).toBe('unreachable');
    expect(causeOfText('weather')).toBeNull();
    expect(causeOfText(null)).toBeNull();
    expect(isFaultCause('late')).toBe(true);
    expect(isFaultCause('weather')).toBe(false);
  });
});
