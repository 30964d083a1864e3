import { describe, expect, it } from 'vitest';

import type { CheckKind } from './check-kind.ts';
import { type HealthState, UNCHECKED } from './health-machine.ts';
import { complaintOf, type HealthCircumstances, reasonOf } from './health-reason.ts';

const WELL: HealthCircumstances = { age: 'fresh', isQuarantineLong: false, newestReason: null };

describe('the words about a source’s state', () => {
  it('are none while it is operational', () => {
    expect(reasonOf({ ...UNCHECKED, status: 'operational' }, WELL)).toBeNull();
  });

  it.each<readonly [HealthState, Partial<HealthCircumstances>, string]>([
    [UNCHECKED, {}, 'It has not been checked yet.'],
    [
      stateOf('outage', 'hard', 5),
      { newestReason: 'timeout', age: 'none' },
      'The newest 5 checks failed; the last one: no answer in time.',
    ],
    [stateOf('outage', 'pass', 5), { age: 'none' }, 'It has published nothing that could be stored.'],
    [stateOf('outage', 'pass', 5), { age: 'expired' }, 'Its newest figure is too old to be served.'],
    [stateOf('outage', 'pass', 5), { age: 'stale' }, 'Its newest figure is stale.'],
    [
      stateOf('degraded', 'hard', 1),
      { newestReason: 'http_status' },
      'The newest check failed: its host answered with an error.',
    ],
    [
      { ...stateOf('degraded', 'pass', 3), heldSinceMs: 0 },
      { age: 'late' },
      'It changed too often and has not yet been well for ten minutes.',
    ],
    [stateOf('degraded', 'pass', 3), { age: 'late' }, 'Its newest figure is late.'],
    [
      stateOf('degraded', 'soft', 2),
      { isQuarantineLong: true, newestReason: 'quarantined' },
      'A figure has been held for more than three checks.',
    ],
    [
      stateOf('degraded', 'soft', 2),
      { newestReason: 'slow' },
      'The newest 2 checks fell short; the last one: the answer was slow.',
    ],
    [stateOf('degraded', 'pass', 2), {}, 'It is recovering: the newest 2 checks passed.'],
    [stateOf('degraded', 'pass', 1), {}, 'It is recovering: the newest check passed.'],
  ])('name the gravest cause (%#)', (state, part, sentence) => {
    expect(reasonOf(state, { ...WELL, ...part })).toBe(sentence);
  });
});

function stateOf(status: HealthState['status'], kind: CheckKind, count: number): HealthState {
  return { ...UNCHECKED, status, run: { kind, count, sinceMs: 0 } };
}

describe('what a single check complained of', () => {
  it('is said while the source is operational, and nothing of a pass', () => {
    expect(complaintOf('hard', 'timeout')).toBe('The newest check failed: no answer in time.');
    expect(complaintOf('soft', 'slow')).toBe('The newest check fell short: the answer was slow.');
    expect(complaintOf('hard', null)).toBe('The newest check failed.');
    expect(complaintOf('pass', null)).toBeNull();
  });
});
