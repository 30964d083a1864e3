import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';

import { propertyRuns, seeded } from '#lib/testing/property-runs';

import { createFixingColumns, type FixingColumns, seriesRows, observationsOf } from './fixing-columns.ts';
import type { Observation } from '#lib/domain/rates/observation';
import { observationsByPair } from './observations-by-pair.ts';

const QUOTES = ['USD', 'JPY', 'CHF'] as const;

/** Days that may repeat, in any order; more than the columns begin with room for. */
const FIGURES = fc.array(
  fc.record({
    quote: fc.constantFrom(...QUOTES),
    day: fc.nat(400),
    rate: fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
  }),
  { maxLength: 300 },
);

describe('columns of figures', () => {
  it(seeded('give back every figure in its order'), () => {
    fc.assert(
      fc.property(FIGURES, (figures) => {
        expect(observationsOf(columnsOf(figures))).toEqual(figures.map(observationOf));
      }),
      propertyRuns(100),
    );
  });

  it(seeded('are cut to their rows, so that whoever is sent them gets no more'), () => {
    fc.assert(
      fc.property(FIGURES, (figures) => {
        const { seriesIndexes, instantsMs, rates } = columnsOf(figures);
        for (const column of [seriesIndexes, instantsMs, rates]) {
          expect(column.length).toBe(figures.length);
          expect(column.buffer.byteLength).toBe(column.byteLength);
        }
      }),
      propertyRuns(100),
    );
  });

  it(seeded('leave out the rows named, and every pair that has none then'), () => {
    fc.assert(
      fc.property(FIGURES, fc.array(fc.nat(300)), (figures, rows) => {
        const without = new Set(rows);
        const columns = columnsOf(figures, without);
        const kept = figures.filter((_, row) => !without.has(row));
        expect(observationsOf(columns)).toEqual(kept.map(observationOf));
        expect(columns.series.map(({ quote }) => quote)).toEqual([
          ...new Set(kept.map(({ quote }) => quote)),
        ]);
      }),
      propertyRuns(200),
    );
  });

  it(seeded('come series by series in the order of time, as observations grouped by pair do'), () => {
    fc.assert(
      fc.property(FIGURES, fc.constantFrom('as they are', 'ascending', 'descending'), (figures, order) => {
        const columns = columnsOf(inOrder(figures, order));
        const bySeries = Array.from(seriesRows(columns), ({ observations }) => observations);
        expect(bySeries.map(instantsOf)).toEqual(observationsByPair(observationsOf(columns)).map(instantsOf));
        expect(bySeries.flat()).toHaveLength(figures.length);
        expect(bySeries.every((series) => new Set(series.map(({ quote }) => quote)).size === 1)).toBe(true);
      }),
      propertyRuns(200),
    );
  });
});

interface Figure {
  readonly quote: string;
  readonly day: number;
  readonly rate: number;
}

function columnsOf(figures: readonly Figure[], without: ReadonlySet<number> = new Set()): FixingColumns {
  const columns = createFixingColumns();
  const indexes = new Map<string, number>();
  for (const { quote, day, rate } of figures) {
    const index = indexes.get(quote) ?? columns.seriesOf('EUR', quote);
    indexes.set(quote, index);
    columns.add(index, msOf(day), rate);
  }
  return columns.finish(without);
}

function observationOf({ quote, day, rate }: Figure): Observation {
  return { base: 'EUR', quote, rate, observedAt: new Date(msOf(day)) };
}

function msOf(day: number): number {
  return day * 86_400_000;
}

function inOrder(figures: readonly Figure[], order: string): readonly Figure[] {
  if (order === 'as they are') return figures;
  const sign = order === 'ascending' ? 1 : -1;
  return figures.toSorted((one, other) => sign * (one.day - other.day));
}

function instantsOf(series: readonly Observation[]): readonly string[] {
  return series.map(({ quote, observedAt }) => `${quote} ${observedAt.toISOString()}`);
}
