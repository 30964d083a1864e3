import { describe, expect, it } from 'vitest';

import type { CheckKind } from './check-kind.ts';
import {
  afterAge,
  afterCheck,
  type HealthCheck,
  type HealthMoment,
  type HealthState,
  UNCHECKED,
} from './health-machine.ts';
import type { Health } from './source-health.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#lib/domain/durations';

const START_MS = Date.UTC(2026, 10, 16, 9);

/** A way to write traces: each letter is a check at the interval, `p`ass, `s`oft or `h`ard. */
const KINDS: Readonly<Record<string, CheckKind>> = { p: 'pass', s: 'soft', h: 'hard' };

describe('a source without history', () => {
  it.each([
    ['fresh', 'degraded'],
    ['late', 'degraded'],
    ['stale', 'outage'],
    ['expired', 'outage'],
    ['none', 'outage'],
  ] as const)('is, until its first check, while its stored figures are %s: %s', (age, status) => {
    const seen = afterAge(UNCHECKED, { ...momentAt(START_MS), age });
    expect(seen).toEqual({ ...UNCHECKED, status });
    expect(afterAge(seen, momentAt(START_MS)).status).toBe('degraded');
  });

  it.each<readonly [string, Partial<HealthCheck>, Health]>([
    ['passes', {}, 'operational'],
    ['falls short', { kind: 'soft' }, 'degraded'],
    ['fails', { kind: 'hard' }, 'degraded'],
    ['fails without any figure', { kind: 'hard', age: 'none' }, 'outage'],
    ['passes with a late figure', { age: 'late' }, 'degraded'],
    ['passes with a stale figure', { age: 'stale' }, 'outage'],
    ['passes without any figure', { age: 'none' }, 'outage'],
    ['passes with a figure long in quarantine', { isQuarantineLong: true }, 'degraded'],
  ])('whose first check %s is told by it', (_name, part, status) => {
    expect(afterCheck(UNCHECKED, { ...checkAt(START_MS, 'pass'), ...part }).status).toBe(status);
  });

  it('is operational with its first pass, however many checks failed before', () => {
    expect(statusesOf('hp', 20 * SECOND_MS)).toEqual(['degraded', 'operational']);
    expect(statusesOf(`${'h'.repeat(20)}p`, 20 * SECOND_MS).slice(-2)).toEqual(['outage', 'operational']);
    expect(statusesOf('sp', 20 * SECOND_MS)).toEqual(['degraded', 'degraded']);
  });

  it('counts the first failed check as one of the five that make an outage', () => {
    const statuses = statusesOf('hhhhh', 30 * SECOND_MS);
    expect(statuses).toEqual(['degraded', 'degraded', 'degraded', 'degraded', 'outage']);
  });

  it('is degraded by the next failed check once it has figures to serve', () => {
    const empty = afterCheck(UNCHECKED, { ...checkAt(START_MS, 'hard'), age: 'none' });
    expect(empty).toMatchObject({ status: 'outage', changedAtMs: START_MS });
    expect(afterCheck(empty, checkAt(START_MS + MINUTE_MS, 'hard')).status).toBe('degraded');
  });
});

describe('an operational source', () => {
  it.each([
    ['ps', 'operational', 'one soft check'],
    ['ph', 'operational', 'one hard check'],
    ['pss', 'degraded', 'two soft checks in a row'],
    ['psh', 'degraded', 'a soft and a hard check in a row'],
    ['pspsp', 'operational', 'two faults among ten'],
    ['pspsps', 'degraded', 'three faults among ten'],
    ['pspppsppppps', 'operational', 'three faults among eleven'],
    ['psppppspppps', 'operational', 'three faults of which the oldest is the eleventh'],
    ['psppppspphppp', 'degraded', 'three faults among ten, and passes that have not lasted 60 s'],
  ])('after %s is %s: %s', (trace, status) => {
    expect(statusesOf(trace, 20 * SECOND_MS).at(-1)).toBe(status);
  });

  it('is degraded by lateness alone, without a check', () => {
    const well = stateAfter('ppp', 20 * SECOND_MS);
    expect(afterAge(well, { ...momentAt(START_MS + HOUR_MS), age: 'late' }).status).toBe('degraded');
  });

  it('is degraded by a figure long in quarantine though the check passed', () => {
    const check = { ...checkAt(START_MS + HOUR_MS, 'pass'), isQuarantineLong: true };
    expect(afterCheck(stateAfter('ppp', 20 * SECOND_MS), check).status).toBe('degraded');
  });
});

describe('an outage', () => {
  it('needs five hard checks, the first two minutes ago', () => {
    expect(statusesOf('phhhhhhh', 20 * SECOND_MS).slice(4)).toEqual([
      'degraded',
      'degraded',
      'degraded',
      'outage',
    ]);
    expect(statusesOf('phhhhh', 5 * MINUTE_MS).slice(4)).toEqual(['degraded', 'outage']);
  });

  it('needs three where the interval is ten minutes or more', () => {
    expect(statusesOf('phhh', 10 * MINUTE_MS)).toEqual(['operational', 'operational', 'degraded', 'outage']);
    expect(statusesOf('phhh', 10 * MINUTE_MS - 1).at(-1)).toBe('degraded');
  });

  it('comes two minutes after the first of five hard checks though no further check is made', () => {
    const pausing = stateAfter('phhhhh', 20 * SECOND_MS);
    const firstHardMs = START_MS + 20 * SECOND_MS;
    expect(afterAge(pausing, momentAt(firstHardMs + 2 * MINUTE_MS - 1)).status).toBe('degraded');
    expect(afterAge(pausing, momentAt(firstHardMs + 2 * MINUTE_MS)).status).toBe('outage');
  });

  it.each(['stale', 'expired', 'none'] as const)('is at once where the newest figure is %s', (age) => {
    const well = stateAfter('ppp', 20 * SECOND_MS);
    expect(afterAge(well, { ...momentAt(START_MS + HOUR_MS), age }).status).toBe('outage');
    expect(afterCheck(well, { ...checkAt(START_MS + HOUR_MS, 'pass'), age }).status).toBe('outage');
  });

  it.each([
    ['p', 'degraded'],
    ['s', 'degraded'],
    ['h', 'outage'],
  ])('is lifted by one check %s to %s', (letter, status) => {
    expect(statusesOf(`phhhhh${letter}`, 5 * MINUTE_MS).at(-1)).toBe(status);
  });

  it('is not lifted by passes while the figure is stale', () => {
    let state = stateAfter('ppp', 20 * SECOND_MS);
    for (let count = 1; count <= 20; count += 1) {
      state = afterCheck(state, { ...checkAt(START_MS + count * HOUR_MS, 'pass'), age: 'stale' });
      expect(state.status).toBe('outage');
    }
  });
});

describe('recovery', () => {
  it('needs three passes over 60 s and 60 s since the last change', () => {
    expect(statusesOf('psspppp', 20 * SECOND_MS).slice(2)).toEqual([
      'degraded',
      'degraded',
      'degraded',
      'degraded',
      'operational',
    ]);
    expect(statusesOf('pssppp', 30 * SECOND_MS).at(-1)).toBe('operational');
    expect(statusesOf('pssppp', 29 * SECOND_MS).at(-1)).toBe('degraded');
  });

  it('needs two passes where the interval is ten minutes or more', () => {
    expect(statusesOf('psspp', 15 * MINUTE_MS).slice(2)).toEqual(['degraded', 'degraded', 'operational']);
  });

  it('is not undone by the older faults among the last ten checks while checks pass', () => {
    expect(statusesOf('psspppppppp', 30 * SECOND_MS).slice(5)).toEqual(Array(6).fill('operational'));
  });

  it('waits until the late figure is replaced, and then comes with that check', () => {
    let state = afterAge(stateAfter('ppp', 15 * MINUTE_MS), { ...momentAt(START_MS + HOUR_MS), age: 'late' });
    for (let quarter = 5; quarter < 12; quarter += 1) {
      state = afterCheck(state, { ...checkAt(START_MS + quarter * 15 * MINUTE_MS, 'pass'), age: 'late' });
      expect(state.status).toBe('degraded');
    }
    expect(afterCheck(state, checkAt(START_MS + 3 * HOUR_MS, 'pass')).status).toBe('operational');
  });

  it('is never the work of time alone', () => {
    const degraded = stateAfter('pss', 20 * SECOND_MS);
    const outage = stateAfter('phhhhhhh', 20 * SECOND_MS);
    expect(afterAge(degraded, momentAt(START_MS + 24 * HOUR_MS))).toMatchObject({ status: 'degraded' });
    expect(afterAge(outage, momentAt(START_MS + 24 * HOUR_MS))).toMatchObject({ status: 'outage' });
  });
});

describe('a source that changes more than four times in 30 minutes', () => {
  // From START_MS at 30 s: degraded, which is no change; operational at 1:30, degraded at 2:30, both again at 4:00 and 5:00.
  const FOUR_CHANGES = 'spppsspppss';

  it('is held at degraded at the fifth change until it has passed for ten minutes', () => {
    const [held, interval] = [`${FOUR_CHANGES}${'p'.repeat(25)}`, 30 * SECOND_MS];
    const statuses = statusesOf(held, interval);
    expect(statuses.filter((status, index) => status !== (statuses[index - 1] ?? 'outage'))).toEqual([
      'degraded',
      'operational',
      'degraded',
      'operational',
      'degraded',
      'operational',
    ]);
    const firstPass = FOUR_CHANGES.length;
    expect(statuses.lastIndexOf('degraded')).toBe(firstPass + 19);
    expect(stateAfter(held, interval)).toMatchObject({ heldSinceMs: null });
  });

  it('does not count the first check of all: a fault soon after a start is over when it is over', () => {
    const statuses = statusesOf(`p${'h'.repeat(6)}pppp`, 30 * SECOND_MS);
    expect(statuses.slice(-6)).toEqual([
      'outage',
      'outage',
      'degraded',
      'degraded',
      'operational',
      'operational',
    ]);
  });

  it('begins the ten minutes anew with every check that is no pass', () => {
    const trace = `${FOUR_CHANGES}${'p'.repeat(15)}s${'p'.repeat(19)}`;
    expect(statusesOf(trace, 30 * SECOND_MS).slice(FOUR_CHANGES.length)).toEqual(Array(35).fill('degraded'));
  });

  it('is called dead, held or not, after ten minutes of hard checks', () => {
    const statuses = statusesOf(`${FOUR_CHANGES}ppp${'h'.repeat(22)}`, 30 * SECOND_MS).slice(-22);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill('degraded'));
    expect(statuses.slice(20)).toEqual(['outage', 'outage']);
  });

  it('is in outage, held or not, while its figure is stale', () => {
    const held = stateAfter(`${FOUR_CHANGES}ppp`, 30 * SECOND_MS);
    expect(held.heldSinceMs).not.toBeNull();
    const stale = afterAge(held, { ...momentAt(START_MS + 8 * MINUTE_MS), age: 'stale' });
    expect(stale.status).toBe('outage');
    expect(afterCheck(stale, checkAt(START_MS + 9 * MINUTE_MS, 'pass')).status).toBe('degraded');
  });

  it('is not held for changes that are more than 30 minutes old', () => {
    const slow = stateAfter(FOUR_CHANGES, 30 * SECOND_MS);
    const later = ['p', 'p', 'p'].reduce(
      (state, _letter, index) =>
        afterCheck(state, checkAt(START_MS + 34 * MINUTE_MS + index * 30 * SECOND_MS, 'pass')),
      slow,
    );
    expect(later).toMatchObject({ status: 'operational', heldSinceMs: null });
  });
});

describe('a clock that is set back', () => {
  it('delays a recovery by no more than it takes anyway', () => {
    const degraded = stateAfter('pss', 20 * SECOND_MS);
    const yearBeforeMs = START_MS - 365 * 24 * HOUR_MS;
    const statuses = [0, 1, 2, 3].reduce<readonly HealthState[]>(
      (states, index) => [
        ...states,
        afterCheck(states.at(-1) ?? degraded, checkAt(yearBeforeMs + index * 20 * SECOND_MS, 'pass')),
      ],
      [],
    );
    expect(statuses.at(-1)?.status).toBe('operational');
  });
});

function stateAfter(trace: string, intervalMs: number): HealthState {
  return statesOf(trace, intervalMs).at(-1) ?? UNCHECKED;
}

function statusesOf(trace: string, intervalMs: number): readonly Health[] {
  return statesOf(trace, intervalMs).map(({ status }) => status);
}

function statesOf(trace: string, intervalMs: number): readonly HealthState[] {
  const states: HealthState[] = [];
  for (const [index, letter] of [...trace].entries()) {
    const kind = KINDS[letter];
    if (kind === undefined) throw new Error(`"${letter}" is no check.`);
    const check = { ...checkAt(START_MS + index * intervalMs, kind), intervalMs };
    states.push(afterCheck(states.at(-1) ?? UNCHECKED, check));
  }
  return states;
}

function momentAt(atMs: number): HealthMoment {
  return { atMs, intervalMs: 20 * SECOND_MS, age: 'fresh' };
}

function checkAt(atMs: number, kind: CheckKind): HealthCheck {
  return { ...momentAt(atMs), kind, isQuarantineLong: false };
}
