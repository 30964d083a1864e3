import { describe, expect, it } from 'vitest';

import { aDay, anObservation } from '#lib/testing/builders/builders';

import { type DocumentFindings, documentDoubt, newestDoubt } from './document-doubt.ts';
import { startOfDay } from '#lib/domain/iso-day';
import type { LargeMove } from './move-limits.ts';
import type { NewestMove } from './live-judgement.ts';

const SOUND: DocumentFindings = {
  revisions: [],
  overlapping: 100,
  moves: [],
  newestPairs: 30,
  doubtedNewest: 0,
  newestMoves: [],
  isAlwaysOpen: false,
  missing: null,
  newestDay: null,
  seams: [],
  witnesses: [],
};

const USD = anObservation({ quote: 'USD', rate: 1.3, observedAt: startOfDay(aDay('2026-04-10')) });

describe('a document', () => {
  it('that corrects a handful of figures a little is believed', () => {
    const revisions = repeated(10, { observation: USD, storedRate: 1.2, isLarge: false });
    expect(documentDoubt({ ...SOUND, revisions })).toBeNull();
  });

  it.each([
    ['many_revisions', { revisions: repeated(11, { observation: USD, storedRate: 1.2, isLarge: false }) }],
    [
      'many_revisions',
      { overlapping: 3, revisions: repeated(2, { observation: USD, storedRate: 1.2, isLarge: false }) },
    ],
    [
      'contradicted',
      { newestMoves: [...repeated(3, aNewestMove(0, false)), ...repeated(2, aNewestMove(0, true))] },
    ],
    ['large_revision', { revisions: [{ observation: USD, storedRate: 1.1, isLarge: true }] }],
    ['common_move', { moves: repeated(6, aMove()) }],
    ['many_doubts', { doubtedNewest: 6 }],
    ['common_factor', { newestMoves: repeated(5, aNewestMove(0.11)) }],
    ['common_factor', { seams: repeated(5, { observation: USD, storedRate: 1.08, days: 90, limit: 1.6 }) }],
    ['common_factor', { seams: [{ observation: USD, storedRate: 13, days: 90, limit: 1.6 }] }],
    ['contradicted', { witnesses: [...repeated(3, { observation: USD, median: 1.1 }), agreeing()] }],
    ['mostly_missing', { missing: { storedCount: 100, missingCount: 51, example: 'EUR/USD of 2026-04-10' } }],
    ['mostly_missing', { newestDay: { pairs: 14, storedPairs: 29 } }],
  ] as const)('is doubted as %s', (rule, findings) => {
    const doubt = documentDoubt({ ...SOUND, ...findings });
    expect(doubt?.rule).toBe(rule);
    expect(doubt?.sentence).toMatch(/^[A-Z0-9].*\.$/);
  });

  it.each([
    ['two currencies let go on one day', { moves: repeated(2, aMove()) }],
    ['a fifth and fewer of its figures doubted', { newestPairs: 40, doubtedNewest: 7 }],
    [
      'half of its figures where the other sources have them',
      { witnesses: [{ observation: USD, median: 1.1 }, agreeing()] },
    ],
    [
      'a level that a quarter can bring',
      { seams: repeated(9, { observation: USD, storedRate: 1.18, days: 90, limit: 1.6 }) },
    ],
    ['most of what is stored', { missing: { storedCount: 100, missingCount: 50, example: null } }],
    ['two days away of two', { missing: { storedCount: 2, missingCount: 2, example: null } }],
    ['a newest day with most pairs', { newestDay: { pairs: 15, storedPairs: 29 } }],
  ])('is believed with %s', (_name, findings) => {
    expect(documentDoubt({ ...SOUND, ...findings })).toBeNull();
  });
});

describe('newest figures that all move at once', () => {
  it('are believed where other sources say the same', () => {
    const newestMoves = [...repeated(3, aNewestMove(0.2, true)), ...repeated(9, aNewestMove(0.2))];
    expect(newestDoubt({ ...SOUND, newestMoves })).toBeNull();
    expect(newestDoubt({ ...SOUND, newestMoves: newestMoves.slice(1) })?.rule).toBe('common_factor');
  });

  it('may be a market that fell by half within a day, but not within a minute', () => {
    const fallen = (elapsed: number) => repeated(9, { ...aNewestMove(Math.log(0.5)), elapsed });
    expect(newestDoubt({ ...SOUND, isAlwaysOpen: true, newestMoves: fallen(1440) })).toBeNull();
    expect(newestDoubt({ ...SOUND, isAlwaysOpen: true, newestMoves: fallen(1) })?.rule).toBe('common_factor');
    const after = (days: number) => repeated(9, { ...aNewestMove(Math.log(1.2)), elapsed: 60, days });
    expect(newestDoubt({ ...SOUND, newestMoves: after(90) })?.rule).toBe('common_factor');
    expect(newestDoubt({ ...SOUND, newestMoves: after(180) })).toBeNull();
  });
});

function repeated<T>(count: number, one: T): readonly T[] {
  return Array.from({ length: count }, () => one);
}

function aMove(): LargeMove {
  return { base: 'EUR', quote: 'USD', observedAt: USD.observedAt, rule: 'large_move', changeLogReturn: 0.3 };
}

function aNewestMove(logReturn: number, isAgreed: boolean | null = null): NewestMove {
  return { logReturn, elapsed: 1, days: 1, isAgreed };
}

function agreeing() {
  return { observation: USD, median: 1.3 };
}
