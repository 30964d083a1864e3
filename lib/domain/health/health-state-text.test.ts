import { describe, expect, it } from 'vitest';

import { type HealthState, UNCHECKED } from './health-machine.ts';
import { healthStateText, readHealthState } from './health-state-text.ts';

const STATE: HealthState = {
  status: 'degraded',
  isStarting: false,
  changedAtMs: 1_700_000_000_000,
  checks: ['pass', 'soft', 'hard'],
  run: { kind: 'hard', count: 1, sinceMs: 1_700_000_000_000 },
  recentChangesMs: [1_600_000_000_000, 1_700_000_000_000],
  heldSinceMs: null,
};

describe('a health state as text', () => {
  it.each([STATE, UNCHECKED, { ...STATE, heldSinceMs: 0, run: null }])(
    'is read as it was written',
    (state) => {
      expect(readHealthState(healthStateText(state))).toEqual(state);
    },
  );

  it.each<readonly [string, string]>([
    ['no JSON', 'operational'],
    ['cut', healthStateText(STATE).slice(0, -1)],
    ['another shape', '{}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['an unknown status', healthStateText(STATE).replace('degraded', 'well')],
    ['an unknown check', healthStateText(STATE).replace('"soft"', '"good"')],
    ['eleven checks', JSON.stringify({ ...STATE, checks: Array(11).fill('pass') })],
    ['a run without a count', JSON.stringify({ ...STATE, run: { kind: 'pass', sinceMs: 0 } })],
    ['an instant as text', JSON.stringify({ ...STATE, changedAtMs: '2026-11-16' })],
    ['a change that is no instant', JSON.stringify({ ...STATE, recentChangesMs: [null] })],
  ])('that is %s is refused, so that the state begins anew', (_name, text) => {
    expect(readHealthState(text)).toBeNull();
  });
});
