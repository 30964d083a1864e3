import { describe, expect, it } from 'vitest';

import { aDay, anObservation } from '#lib/testing/builders/builders';

import { startOfDay } from '#lib/domain/iso-day';
import { largeMoves } from './move-limits.ts';
import { isTargetDay } from '#lib/domain/calendars/target-calendar';
import { publicationDaysBetween } from '#lib/domain/calendars/publication-calendar';
import { createKindOf } from '#lib/domain/currencies/rate-kind';

describe('large moves of a history', () => {
  it('tells of the day on which the franc was let go, with its log return', () => {
    const moves = movesOf(['2015-01-14', 1.201], ['2015-01-15', 1.028], ['2015-01-16', 1.0128]);
    expect(moves).toEqual([
      {
        base: 'EUR',
        quote: 'CHF',
        observedAt: startOfDay(aDay('2015-01-15')),
        rule: 'large_move',
        changeLogReturn: Math.log(1.028 / 1.201),
      },
    ]);
  });

  it('finds the same whatever the order of the figures', () => {
    const ascending = movesOf(['2015-01-14', 1.201], ['2015-01-15', 1.028], ['2015-01-16', 1.0128]);
    expect(movesOf(['2015-01-16', 1.0128], ['2015-01-15', 1.028], ['2015-01-14', 1.201])).toEqual(ascending);
    expect(movesOf(['2015-01-15', 1.028], ['2015-01-16', 1.0128], ['2015-01-14', 1.201])).toEqual(ascending);
  });

  it.each([
    ['just below a day’s limit', ['2015-01-14', 1], ['2015-01-15', Math.exp(0.0999)], 0],
    ['just above a day’s limit', ['2015-01-14', 1], ['2015-01-15', Math.exp(0.1001)], 1],
    ['over a weekend, one publication', ['2015-01-16', 1], ['2015-01-19', Math.exp(0.1001)], 1],
    ['just below the limit of four days', ['2015-01-12', 1], ['2015-01-16', Math.exp(0.1999)], 0],
    ['just above the limit of four days', ['2015-01-12', 1], ['2015-01-16', Math.exp(0.2001)], 1],
    ['after ten publication days', ['2015-01-05', 1], ['2015-01-19', 9], 1],
    ['after eleven publication days', ['2015-01-05', 1], ['2015-01-20', 9], 0],
  ] as const)('%s', (_name, earlier, later, count) => {
    expect(movesOf(earlier, later).length).toBe(count);
  });

  it('compares no pair with another', () => {
    const observedAt = startOfDay(aDay('2015-01-15'));
    const figures = [anObservation(), anObservation({ quote: 'JPY', rate: 186.75, observedAt })];
    expect(largeMoves(figures, CONTEXT)).toEqual([]);
  });
});

describe('publications between two days', () => {
  it.each([
    ['2026-04-10', '2026-04-13', 1],
    ['2026-04-13', '2026-04-13', 0],
    ['2026-04-14', '2026-04-13', 0],
    ['2026-04-02', '2026-04-07', 1],
    ['2026-04-13', '2026-04-17', 4],
  ])('%s to %s: %d', (from, to, count) => {
    expect(publicationDaysBetween(isTargetDay, aDay(from), aDay(to))).toBe(count);
  });
});

const CONTEXT = {
  kindOf: createKindOf([]),
  publicationDaysBetween: publicationDaysBetween.bind(null, isTargetDay),
};

function movesOf(...figures: readonly (readonly [string, number])[]) {
  const observations = figures.map(([day, rate]) =>
    anObservation({ quote: 'CHF', rate, observedAt: startOfDay(aDay(day)) }),
  );
  return largeMoves(observations, CONTEXT);
}
