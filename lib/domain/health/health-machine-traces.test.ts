import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { createHealthReference, type HealthReference } from '#lib/testing/oracles/health-reference';
import { PROPERTY_SEED, propertyRuns, seeded } from '#lib/testing/property-runs';

import type { CheckKind } from './check-kind.ts';
import {
  afterAge,
  afterCheck,
  type HealthCheck,
  type HealthMoment,
  type HealthState,
  UNCHECKED,
} from './health-machine.ts';
import { healthStateText, readHealthState } from './health-state-text.ts';
import type { Health } from './source-health.ts';

const TRACES = propertyRuns(12, 4);
/** A trace takes a fifth of a second on an idle machine. */
const TRACE_TIMEOUT_MS = 10_000;

describe('the machine on random traces of 10,000 events with restarts', () => {
  it(
    seeded('is where the naive reference is, and never operational while no figure is servable'),
    () => {
      const seen = new Map<string, number>();
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          compareOnTrace(seed, seen);
        }),
        TRACES,
      );
      // A trace that never reaches a state would prove nothing about it.
      for (const turn of TURNS) expect(seen.get(turn) ?? 0, turn).toBeGreaterThan(20);
    },
    TRACES.numRuns * TRACE_TIMEOUT_MS,
  );
});

const TURNS = [
  'outage-degraded',
  'outage-operational',
  'degraded-operational',
  'operational-degraded',
  'operational-outage',
  'degraded-outage',
  'held',
  'freed',
  'restarted',
  'set back',
];

/** Walks both machines through 10,000 events; moods that last a while make long runs, flapping and dead times likely. */
function compareOnTrace(seed: number, seen: Map<string, number>): void {
  const random = randomFrom(seed ^ PROPERTY_SEED);
  const count = (turn: string) => seen.set(turn, (seen.get(turn) ?? 0) + 1);
  let state = UNCHECKED;
  let reference = createHealthReference();
  let atMs = Date.UTC(2026, 10, 16, 9);
  let [mood, intervalMs] = [WELL, 20_000];
  for (let step = 0; step < 10_000; step += 1) {
    if (random() < 0.02) [mood, intervalMs] = [pick(MOODS, random), pick(INTERVALS_MS, random)];
    if (random() < 0.003) [state, reference] = [UNCHECKED, createHealthReference()];
    const isSetBack = random() < 0.002;
    if (isSetBack) count('set back');
    atMs += isSetBack ? -Math.floor(random() * 3_600_000) : Math.floor(intervalMs * (0.5 + random()));
    const before = state;
    const moment: HealthMoment = { atMs, intervalMs, age: pickAge(mood, random) };
    const check: HealthCheck | null =
      random() < 0.2
        ? null
        : { ...moment, kind: pickKind(mood, random), isQuarantineLong: random() < mood.quarantined };
    state = check ? afterCheck(state, check) : afterAge(state, moment);
    const expected = check ? reference.check(check) : reference.age(moment);
    expectSame(state, expected, reference, `seed ${seed}, step ${step}`);
    if (state.status === 'operational') expect(moment.age).toBe('fresh');
    for (const turn of turnsBetween(before, state)) count(turn);
    if (random() >= 0.05) continue;
    const restored = readHealthState(healthStateText(state));
    expect(restored).toEqual(state);
    state = restored ?? UNCHECKED;
    count('restarted');
  }
}

function expectSame(state: HealthState, status: Health, reference: HealthReference, where: string): void {
  expect(state.status, where).toBe(status);
  expect(state.changedAtMs, where).toBe(reference.changedAtMs());
  expect(state.heldSinceMs !== null, where).toBe(reference.isHeld());
}

function turnsBetween(before: HealthState, after: HealthState): readonly string[] {
  const wasHeld = before.heldSinceMs !== null;
  const isHeld = after.heldSinceMs !== null;
  return [
    ...(before.status === after.status ? [] : [`${before.status}-${after.status}`]),
    ...(isHeld && !wasHeld ? ['held'] : []),
    ...(wasHeld && !isHeld ? ['freed'] : []),
  ];
}

/** How a source does for a while: the parts of its checks and moments that are of each sort. */
interface Mood {
  readonly pass: number;
  /** Of the checks that do not pass. */
  readonly soft: number;
  readonly fresh: number;
  /** Of the moments that are not fresh. */
  readonly late: number;
  readonly quarantined: number;
}

const WELL: Mood = { pass: 0.99, soft: 0.5, fresh: 1, late: 0, quarantined: 0 };
const MOODS: readonly Mood[] = [
  WELL,
  { pass: 0.98, soft: 0.5, fresh: 0.99, late: 0.5, quarantined: 0.005 },
  { pass: 0.5, soft: 0.5, fresh: 1, late: 0, quarantined: 0 },
  { pass: 0.03, soft: 0.1, fresh: 1, late: 0, quarantined: 0 },
  { pass: 0.7, soft: 0.2, fresh: 0.7, late: 0.6, quarantined: 0.02 },
  { pass: 0.9, soft: 0.9, fresh: 0.1, late: 0.1, quarantined: 0 },
];

/** Either side of ten minutes, where the rules of long intervals begin. */
const INTERVALS_MS = [5_000, 20_000, 30_000, 60_000, 300_000, 599_999, 600_000, 900_000, 3_600_000];

function pickKind(mood: Mood, random: () => number): CheckKind {
  if (random() < mood.pass) return 'pass';
  return random() < mood.soft ? 'soft' : 'hard';
}

function pickAge(mood: Mood, random: () => number): HealthMoment['age'] {
  if (random() < mood.fresh) return 'fresh';
  if (random() < mood.late) return 'late';
  return pick(['stale', 'expired', 'none'] as const, random);
}

function pick<T>(choices: readonly T[], random: () => number): T {
  const choice = choices[Math.floor(random() * choices.length)];
  if (choice === undefined) throw new Error('There is nothing to pick from.');
  return choice;
}

/** Mulberry32: the same numbers in [0, 1) for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
