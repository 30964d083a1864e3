import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { afterCheck, type HealthCheck, type HealthState, UNCHECKED } from './health-machine.ts';
import { healthStateText, readHealthState } from './health-state-text.ts';
import {
  failuresBefore,
  type Incident,
  incidentAfter,
  incidentId,
  type IncidentStep,
  NO_FAILURES,
  REOPEN_WITHIN_MS,
} from './incident.ts';
import type { Health } from './source-health.ts';
import { MINUTE_MS } from '#lib/domain/durations';

const START_MS = Date.parse('2026-11-19T16:30:00Z');

const aStep = (minute: number, status: Health, part: Partial<IncidentStep> = {}): IncidentStep => ({
  source: 'ecb',
  atMs: START_MS + minute * MINUTE_MS,
  status,
  changedAtMs: START_MS + minute * MINUTE_MS,
  hasFailed: status !== 'operational',
  cause: status === 'operational' ? null : 'unreachable',
  reason: status === 'operational' ? null : 'timeout',
  isOtherState: false,
  isOtherCause: false,
  row: NO_FAILURES,
  ...part,
});

describe('an incident', () => {
  it('opens when a source leaves operational, and closes when it is operational again', () => {
    const [incident, ...others] = incidentsOf([
      aStep(0, 'operational'),
      aStep(10, 'degraded', { row: { firstAtMs: START_MS + 9 * MINUTE_MS, count: 2 } }),
      aStep(11, 'outage', { reason: 'connect' }),
      aStep(12, 'outage', { changedAtMs: START_MS + 11 * MINUTE_MS }),
      aStep(13, 'degraded', { hasFailed: false, cause: 'recovering', reason: null }),
      aStep(15, 'operational'),
      aStep(16, 'operational', { changedAtMs: START_MS + 15 * MINUTE_MS }),
    ]);
    expect(others).toEqual([]);
    expect(incident).toEqual({
      source: 'ecb',
      openedAtMs: START_MS + 10 * MINUTE_MS,
      closedAtMs: START_MS + 15 * MINUTE_MS,
      worst: 'outage',
      cause: 'unreachable',
      reason: 'connect',
      firstFailedAtMs: START_MS + 9 * MINUTE_MS,
      lastFailedAtMs: START_MS + 12 * MINUTE_MS,
      failures: 4,
      updatedAtMs: START_MS + 15 * MINUTE_MS,
    });
  });

  it('has no end while it is open', () => {
    const [incident] = incidentsOf([aStep(0, 'degraded'), aStep(600, 'degraded', { changedAtMs: START_MS })]);
    expect(incident?.closedAtMs).toBeNull();
  });

  it('opens with a first check that fails, and not with one that passes', () => {
    expect(incidentsOf([aStep(0, 'operational')])).toEqual([]);
    expect(incidentsOf([aStep(0, 'outage')])).toHaveLength(1);
  });

  it('goes on when the source falls back within ten minutes, and a later fall is another one', () => {
    const fall = (afterMs: number) =>
      incidentsOf([
        aStep(0, 'degraded'),
        aStep(5, 'operational'),
        aStep(6, 'degraded', { changedAtMs: START_MS + 5 * MINUTE_MS + afterMs }),
      ]);
    expect(fall(REOPEN_WITHIN_MS - 1)).toHaveLength(1);
    expect(fall(REOPEN_WITHIN_MS - 1)[0]?.closedAtMs).toBeNull();
    expect(fall(REOPEN_WITHIN_MS).map(({ closedAtMs }) => closedAtMs === null)).toEqual([false, true]);
  });

  it('is named after its source and the second in which it opened', () => {
    expect(incidentId({ source: 'crypto-exchange', openedAtMs: START_MS + 7 })).toBe(
      'crypto-exchange-20261119T163000Z',
    );
  });
});

describe('the cause of an incident', () => {
  it('is that of its worst state, not of what came after', () => {
    const [incident] = incidentsOf([
      aStep(0, 'degraded', { cause: 'refused', reason: 'quarantined' }),
      aStep(1, 'outage', { cause: 'late', reason: null, hasFailed: false }),
      aStep(2, 'degraded', { cause: 'recovering', reason: null, hasFailed: false }),
    ]);
    expect(incident).toMatchObject({ worst: 'outage', cause: 'late', reason: null, failures: 0 });
  });

  it('is the other one that its worst state has later, and not of a better state', () => {
    const refused = { cause: 'refused', reason: 'inverted_quote', isOtherCause: true } as const;
    const steps = [aStep(0, 'degraded'), aStep(2, 'outage'), aStep(9, 'outage', refused)];
    expect(incidentsOf(steps)).toMatchObject([
      { cause: 'refused', reason: 'inverted_quote', updatedAtMs: START_MS + 9 * MINUTE_MS },
    ]);
    const again = aStep(19, 'outage', { cause: 'unreadable', reason: 'layout', isOtherState: true });
    expect(incidentsOf([...steps, again])).toMatchObject([{ cause: 'unreadable', reason: 'layout' }]);
    const better = aStep(20, 'degraded', { cause: 'slow', reason: 'slow', isOtherCause: true });
    expect(incidentsOf([...steps, better])).toMatchObject([
      { cause: 'refused', updatedAtMs: START_MS + 20 * MINUTE_MS },
    ]);
  });
});

describe('an incident between its opening and its end', () => {
  it('that opens again counts every failure that led there, beside its earlier ones', () => {
    const [incident, ...others] = incidentsOf([
      aStep(0, 'degraded', { row: { firstAtMs: START_MS - MINUTE_MS, count: 2 } }),
      aStep(5, 'operational'),
      aStep(9, 'degraded', { row: { firstAtMs: START_MS + 8 * MINUTE_MS, count: 2 } }),
    ]);
    expect(others).toEqual([]);
    expect(incident).toMatchObject({
      closedAtMs: null,
      firstFailedAtMs: START_MS - MINUTE_MS,
      lastFailedAtMs: START_MS + 9 * MINUTE_MS,
      failures: 4,
    });
  });

  it('is updated by each change of state, and not by a further failure', () => {
    const updates = [
      aStep(0, 'degraded'),
      aStep(1, 'degraded', { changedAtMs: START_MS }),
      aStep(2, 'outage'),
      aStep(3, 'outage', { changedAtMs: START_MS + 2 * MINUTE_MS }),
      aStep(4, 'degraded', { hasFailed: false, cause: 'recovering' }),
      aStep(6, 'operational'),
    ].map((_, index, steps) => incidentsOf(steps.slice(0, index + 1))[0]?.updatedAtMs);
    expect(updates.map((atMs) => ((atMs ?? 0) - START_MS) / MINUTE_MS)).toEqual([0, 0, 2, 2, 4, 6]);
  });

  it.each(['recovering', 'unsteady'] as const)(
    'neither opens nor opens again with a source that is %s and whose check passed',
    (cause) => {
      const coming = (minute: number) => aStep(minute, 'degraded', { cause, hasFailed: false, reason: null });
      expect(incidentsOf([aStep(0, 'operational'), coming(60), coming(61)])).toEqual([]);
      const [incident] = incidentsOf([aStep(0, 'outage'), aStep(5, 'operational'), coming(6)]);
      expect(incident?.closedAtMs).toBe(START_MS + 5 * MINUTE_MS);
    },
  );
});

describe('the failures that opened an incident', () => {
  const checks = (kinds: string) =>
    [...kinds].map((kind, index) => ({
      atMs: 100 - index,
      kind: kind === 'p' ? ('pass' as const) : kind === 's' ? ('soft' as const) : ('hard' as const),
    }));

  it('are the unbroken row, without an older one that passed away', () => {
    expect(failuresBefore(checks('hshppphp'))).toEqual({ firstAtMs: 98, count: 3 });
  });

  it('are all of the last ten where the newest stands alone', () => {
    expect(failuresBefore(checks('hpphpsppp'))).toEqual({ firstAtMs: 95, count: 3 });
  });

  it('are none where the newest passed', () => {
    expect(failuresBefore(checks('phh'))).toEqual(NO_FAILURES);
    expect(failuresBefore([])).toEqual(NO_FAILURES);
  });
});

describe('incidents of the health machine', () => {
  it(
    seeded('hold every time in degraded or outage exactly once, across restarts'),
    () => {
      const seen = { incidents: 0, reopened: 0, open: 0 };
      fc.assert(
        fc.property(fc.array(checkArbitrary, { minLength: 1, maxLength: 250, size: 'max' }), (checks) => {
          const steps = stepsOf(checks);
          const incidents = incidentsOf(steps);
          const times = faultTimesOf(steps);
          for (const [fromMs, toMs] of times) {
            const holding = incidents.filter(
              ({ openedAtMs, closedAtMs }) =>
                openedAtMs <= fromMs && (toMs ?? Infinity) <= (closedAtMs ?? Infinity),
            );
            expect(holding).toHaveLength(1);
          }
          for (const [index, incident] of incidents.entries()) {
            const next = incidents[index + 1];
            if (next)
              expect(next.openedAtMs - (incident.closedAtMs ?? Infinity)).toBeGreaterThanOrEqual(
                REOPEN_WITHIN_MS,
              );
            expect(times.some(([fromMs]) => fromMs === incident.openedAtMs)).toBe(true);
          }
          const isOpen = steps.at(-1)?.status !== 'operational';
          expect(incidents.filter(({ closedAtMs }) => closedAtMs === null)).toHaveLength(isOpen ? 1 : 0);
          seen.incidents += incidents.length;
          seen.reopened += times.length - incidents.length;
          seen.open += isOpen ? 1 : 0;
        }),
        propertyRuns(200, 200),
      );
      // Cases that never fell, flapped or stayed down would prove nothing.
      for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(20);
    },
    30_000,
  );
});

interface RandomCheck extends Omit<HealthCheck, 'atMs'> {
  readonly pauseMs: number;
  readonly isRestarted: boolean;
}

/** Runs of good and bad checks, so that sources recover, flap and stay down. */
const checkArbitrary: fc.Arbitrary<RandomCheck> = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('pass' as const) },
    { weight: 3, arbitrary: fc.constantFrom('soft' as const, 'hard' as const) },
  ),
  age: fc.oneof(
    { weight: 30, arbitrary: fc.constant('fresh' as const) },
    { weight: 1, arbitrary: fc.constantFrom('late' as const, 'stale' as const) },
  ),
  isQuarantineLong: fc.constant(false),
  intervalMs: fc.constant(20_000),
  pauseMs: fc.integer({ min: 20_000, max: 200_000 }),
  isRestarted: fc.boolean(),
});

function stepsOf(checks: readonly RandomCheck[]): readonly IncidentStep[] {
  let state: HealthState = UNCHECKED;
  let atMs = START_MS;
  return checks.map(({ pauseMs, isRestarted, ...check }) => {
    atMs += pauseMs;
    if (isRestarted) state = readHealthState(healthStateText(state)) ?? UNCHECKED;
    state = afterCheck(state, { ...check, atMs });
    return {
      source: 'ecb',
      atMs,
      status: state.status,
      changedAtMs: state.changedAtMs ?? atMs,
      hasFailed: check.kind !== 'pass',
      cause: null,
      reason: null,
      isOtherState: false,
      isOtherCause: false,
      row: NO_FAILURES,
    };
  });
}

/** The incidents that a store would hold after these checks, oldest first. */
function incidentsOf(steps: readonly IncidentStep[]): readonly Incident[] {
  const stored = new Map<number, Incident>();
  let newest: Incident | null = null;
  for (const step of steps) {
    const written: Incident | null = incidentAfter(newest, step);
    newest = written ?? newest;
    if (written) stored.set(written.openedAtMs, written);
  }
  return [...stored.values()];
}

/** The times in degraded or outage, found without the incidents' rule; null is no end. */
function faultTimesOf(steps: readonly IncidentStep[]): readonly (readonly [number, number | null])[] {
  const times: [number, number | null][] = [];
  let before: Health = 'operational';
  for (const { status, atMs, changedAtMs } of steps) {
    const last = times.at(-1);
    if (before === 'operational' && status !== 'operational') times.push([changedAtMs, null]);
    if (before !== 'operational' && status === 'operational' && last) last[1] = atMs;
    before = status;
  }
  return times;
}
