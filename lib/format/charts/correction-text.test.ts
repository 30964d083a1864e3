import { describe, expect, it } from 'vitest';
import type { CorrectedFigure } from '#lib/contract/responses';
import {
  correctedCountText,
  correctionsOfDays,
  correctionText,
  correctionTexts,
  NO_CORRECTIONS,
} from './correction-text.ts';

const correction: CorrectedFigure = {
  base: 'EUR',
  quote: 'USD',
  day: '2026-04-08',
  figure: 1.1706,
  firstSeenAt: null,
  document: null,
  replacedBy: 1.1707,
  replacedAt: '2026-04-09T12:10:00.000Z',
};

describe('a correction', () => {
  it('says what was published before, until when, and what came then', () => {
    expect(correctionText(correction)).toBe(
      'Corrected: EUR/USD was 1.1706 until 9 Apr 2026, 12:10 UTC, then 1.1707',
    );
    expect(correctionText({ ...correction, replacedBy: null })).toBe(
      'Withdrawn: EUR/USD was 1.1706 until 9 Apr 2026, 12:10 UTC',
    );
  });

  it('belongs to its day, of the pairs that a line is made of', () => {
    const others = [
      { ...correction, figure: 1.1707, replacedBy: 1.1708 },
      { ...correction, quote: 'JPY', figure: 185.13, replacedBy: 185.23 },
      { ...correction, quote: 'CHF' },
    ];
    const pairs = [
      { base: 'EUR', quote: 'USD' },
      { base: 'EUR', quote: 'JPY' },
    ];
    const ofDays = correctionsOfDays([correction, ...others], pairs);
    expect([...ofDays.keys()]).toEqual(['2026-04-08']);
    expect(ofDays.get('2026-04-08')?.map(({ figure }) => figure)).toEqual([1.1706, 1.1707, 185.13]);
  });

  it('is told by its source beside other lines', () => {
    const maps = [correctionsOfDays([correction], [correction]), NO_CORRECTIONS];
    expect(correctionTexts('2026-04-08', [{ source: 'ecb' }, { source: 'boe' }], maps)).toEqual([
      'ECB: Corrected: EUR/USD was 1.1706 until 9 Apr 2026, 12:10 UTC, then 1.1707',
    ]);
    expect(correctionTexts('2026-04-09', [{ source: 'ecb' }], maps)).toEqual([]);
  });

  it('is counted by days', () => {
    expect(correctedCountText(1)).toMatch(/^1 day was /);
    expect(correctedCountText(3)).toMatch(/^3 days were /);
  });
});
