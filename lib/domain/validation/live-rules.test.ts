import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { propertyRuns, seeded } from '#lib/testing/property-runs';

import {
  isConfirmed,
  isDrifting,
  isDisagreeing,
  isInverted,
  isOtherUnit,
  isRepetition,
  jumpLimit,
  logDistance,
} from './live-rules.ts';

const RATE = fc.double({ min: 1e-9, max: 1e9, noNaN: true });

describe('the limit of a jump', () => {
  it.each([
    ['peg', 1, 0.01],
    ['peg', 9, 0.01],
    ['major', 1, 0.1],
    ['major', 4, 0.2],
    ['major', 0.003, 0.1],
    ['other', 1, 0.25],
    ['other', 9, 0.75],
    ['crypto', 20 / 86_400, 0.2],
    ['crypto', 9 / 1440, 0.6],
  ] as const)('of a %s over %d days is %d', (kind, days, limit) => {
    expect(jumpLimit(kind, days)).toBeCloseTo(limit, 12);
  });

  it(seeded('measures a move and its way back alike'), () => {
    fc.assert(
      fc.property(RATE, RATE, (one, other) => {
        expect(logDistance(one, other)).toBeCloseTo(logDistance(other, one), 9);
      }),
      propertyRuns(500),
    );
  });
});

describe('an inverted quote', () => {
  it.each([
    [1 / 183, 183, true],
    [1 / 183 / 1.019, 183, true],
    [1 / 183 / 1.021, 183, false],
    [0.8, 1.25, true],
    [1 / 1.22, 1.22, false],
    [1 / 1.23, 1.23, true],
    [183, 183, false],
  ])('%d against %d: %s', (rate, reference, expected) => {
    expect(isInverted(rate, reference)).toBe(expected);
  });

  it(seeded('is told of every rate whose square is beyond 1.5, and of no sound one'), () => {
    fc.assert(
      fc.property(RATE, fc.double({ min: -0.4, max: 0.4, noNaN: true }), (reference, move) => {
        expect(isInverted(1 / reference, reference)).toBe(2 * Math.abs(Math.log(reference)) > Math.log(1.5));
        expect(isInverted(reference * Math.exp(move), reference)).toBe(false);
      }),
      propertyRuns(500),
    );
  });
});

describe('another unit', () => {
  it.each([100, 0.01, 1000, 0.001, 1e4, 1e-4, 1e6, 1e-6])('is %d times the reference', (scale) => {
    expect([0.9901, 1, 1.0099].map((noise) => isOtherUnit(1.1684 * scale * noise, 1.1684))).toEqual([
      true,
      true,
      true,
    ]);
    expect([0.9899, 1.0101].map((noise) => isOtherUnit(1.1684 * scale * noise, 1.1684))).toEqual([
      false,
      false,
    ]);
  });

  it('is not told of ten or a hundred thousand times, nor of the figure itself', () => {
    expect([1, 10, 0.1, 1e5].map((scale) => isOtherUnit(1.1684 * scale, 1.1684))).toEqual(
      Array(4).fill(false),
    );
  });
});

describe('disagreement with the other sources', () => {
  const others = [1.0, 1.001, 0.999, 1.0];
  it('begins beyond 5 % of the median', () => {
    expect([1.0499, 1.0501, 0.9501, 0.9499].map((rate) => isDisagreeing(rate, others))).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('begins beyond ten median deviations where the others are far apart', () => {
    const spread = [0.98, 0.99, 1.01, 1.02];
    expect([1.149, 1.151].map((rate) => isDisagreeing(rate, spread))).toEqual([false, true]);
  });

  it('needs four others', () => {
    expect(isDisagreeing(100, others.slice(1))).toBe(false);
  });
});

describe('confirmation', () => {
  it('needs two other sources within 5 %', () => {
    expect(isConfirmed(1.3, [1.29, 1.0], 'other')).toBe(false);
    expect(isConfirmed(1.3, [1.29, 1.24], 'other')).toBe(true);
    expect(isConfirmed(1.3, [1.29, 1.24], 'peg')).toBe(false);
    expect(isConfirmed(1.3, [1.29, 1.23], 'other')).toBe(false);
  });

  it('takes a figure within 1 % for a repetition', () => {
    expect([1.01, 1.0102].map((rate) => isRepetition(rate, 1))).toEqual([true, false]);
  });
});

describe('isDrifting', () => {
  const beside = [1.1684, 1.169, 1.168];

  it('needs two others of the same hours that agree with each other', () => {
    expect(isDrifting(1.21, beside, 'major')).toBe(true);
    expect(isDrifting(1.1684 / 1.04, beside.slice(1), 'peg')).toBe(true);
    expect(isDrifting(1.21, beside.slice(2), 'major')).toBe(false);
    expect(isDrifting(1.21, [], 'major')).toBe(false);
    expect(isDrifting(1.21, [1.1684, 1.1684, 1.22], 'major')).toBe(false);
    expect(isDrifting(1.21, [1.1684, 1.22, 1.22], 'major')).toBe(false);
  });

  it('is seen beside one more that drifts', () => {
    expect(isDrifting(1.21, [1.1684, 1.168, 1.169, 1.22], 'major')).toBe(true);
  });

  it('bears what fixings of different hours differ by on wild days', () => {
    expect(isDrifting(1.1684 * 1.029, beside, 'major')).toBe(false);
    expect(isDrifting(1.1684 * 1.032, beside, 'major')).toBe(true);
  });

  it('tells nothing of currencies that may have several rates, and of coins', () => {
    expect(isDrifting(2, beside, 'other')).toBe(false);
    expect(isDrifting(2, beside, 'crypto')).toBe(false);
  });
});
