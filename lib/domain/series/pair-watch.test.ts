import { describe, expect, it } from 'vitest';
import { aDay, aPublication, aSnapshot, aStoredSource } from '#lib/testing/builders/builders';
import { type PastFigure, readRule, watchedFigure } from './pair-watch.ts';
import { changePercentOf } from './range-figures.ts';
import { crossingText, watchText } from './watch-text.ts';

const PAIR = { base: 'EUR', quote: 'USD' };

describe('a watched figure', () => {
  const source = aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/USD': 1.1684 })] });

  it('is the rate that the pair has in the snapshot, with its source and version', () => {
    const snapshot = aSnapshot([source]);
    expect(watchedFigure(snapshot, PAIR)).toEqual({
      rate: 1.1684,
      source: 'ecb',
      observedAt: snapshot.sources[0]?.publications[0]?.observedAt,
      version: snapshot.version,
    });
    expect(watchedFigure(snapshot, { base: 'USD', quote: 'EUR' })?.rate).toBe(0.855871276959945);
  });

  it('is none where nothing has the pair, and where the rate is stale', () => {
    expect(watchedFigure(aSnapshot([source]), { base: 'EUR', quote: 'JPY' })).toBeNull();
    expect(watchedFigure(aSnapshot([source], new Date('2026-04-17T08:00:00Z')), PAIR)).toBeNull();
  });
});

describe('a rule', () => {
  it.each([
    ['above', 1.1, 1.1, false],
    ['above', 1.1, 1.1000001, true],
    ['below', 1.1, 1.1, false],
    ['below', 1.1, 1.0999999, true],
  ] as const)('%s %d at %d is %s', (kind, threshold, rate, isBeyond) => {
    expect(readRule({ kind, threshold }, rate, [])).toEqual({ isBeyond, against: null });
  });

  const past: readonly PastFigure[] = [
    { day: aDay('2026-04-13'), rate: 1.02 },
    { day: aDay('2026-04-12'), rate: 1 },
    { day: aDay('2026-04-11'), rate: 1.005 },
  ];

  it.each([
    [1, 1.015, true, '2026-04-12'],
    [2, 1.015, false, '2026-04-12'],
    [2, 0.9996, true, '2026-04-13'],
    [2.1, 0.9996, false, '2026-04-13'],
  ])('of a move by %d %% at %d is %s, measured from %s', (percent, rate, isBeyond, day) => {
    const reading = readRule({ kind: 'moved', percent, days: 3 }, rate, past);
    expect(reading).toMatchObject({ isBeyond, against: { day } });
  });

  it('of a move counts one that two doubles put a digit below it', () => {
    const from = { day: aDay('2026-04-13'), rate: 1.1 };
    expect(changePercentOf(from.rate, 1.111)).toBeLessThan(1);
    expect(readRule({ kind: 'moved', percent: 1, days: 1 }, 1.111, [from])?.isBeyond).toBe(true);
  });

  it('of a move is neither so nor not so without a day to measure from', () => {
    expect(readRule({ kind: 'moved', percent: 1, days: 3 }, 1.1, [])).toBeNull();
  });
});

describe('the words', () => {
  it('name the pair and what is waited for', () => {
    expect(watchText({ ...PAIR, rule: { kind: 'above', threshold: 1.1 } })).toBe('EUR/USD above 1.1');
    expect(watchText({ ...PAIR, rule: { kind: 'moved', percent: 2.5, days: 7 } })).toBe(
      'EUR/USD moved by 2.5 % within 7 days',
    );
    expect(watchText({ ...PAIR, rule: { kind: 'moved', percent: 1, days: 1 } })).toBe(
      'EUR/USD moved by 1 % within a day',
    );
  });

  it('say the figure that crossed with every digit, and how far it moved from which day', () => {
    expect(crossingText(PAIR, { rate: 1e-7, against: null })).toBe('1 EUR costs 0.0000001 USD.');
    const against = { day: aDay('2026-04-12'), rate: 1.2 };
    expect(crossingText(PAIR, { rate: 1.1, against })).toBe(
      '1 EUR costs 1.1 USD, 8.33 % less than on 2026-04-12.',
    );
  });
});
