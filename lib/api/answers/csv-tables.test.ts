import { describe, expect, it } from 'vitest';
import { CSV_COLUMNS } from '#lib/contract/csv-columns';
import type { HistoricalSeriesResponse } from '#lib/contract/responses';
import { csvLine } from '#lib/contract/csv-text';
import { fc } from '#lib/testing/seeded-fast-check';
import { tableOfHistory } from './csv-tables.ts';

const AT = '2026-04-13T12:10:00.000Z';

/** Figures of fifteen digits, smaller and larger than any rate is. */
const FIGURES = fc
  .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: -40, max: 40 }))
  .map(([digits, power]) => Number(`${digits}e${power}`));

describe('a figure in a CSV', () => {
  it('is a plain decimal, never an exponent, and reads back as the very number of the JSON', () => {
    fc.assert(
      fc.property(FIGURES, (rate) => {
        const history: HistoricalSeriesResponse = {
          from: 'IDR',
          to: 'BTC',
          source: 'all',
          count: 1,
          points: [{ rate, source: 'fixed', timestamp: AT }],
        };
        const [, line = ''] = tableOfHistory(history, false, { stale: false }).table.lines;
        const ofHistory = line.split(',')[CSV_COLUMNS.historical.indexOf('rate')];
        for (const cell of [csvLine([rate]), ofHistory]) {
          expect(cell).toMatch(/^\d+(\.\d+)?$/);
          expect(Number(cell)).toBe(rate);
        }
      }),
    );
  });

  it('keeps its sign', () => {
    expect(csvLine([-5.4e-7, 0, null, true])).toBe('-0.00000054,0,,true');
  });
});
