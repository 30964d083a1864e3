import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import type { PairComparison } from '#lib/contract/responses';
import { basisPointsText } from '#lib/format/numbers/basis-points';
import { comparedRates, scalePlace } from './source-comparison.ts';

type Row = PairComparison['rates'][number];
type Leg = Row['provenance']['legs'][number];

function aLeg(base: string, quote: string): Leg {
  return {
    source: 'ecb',
    base,
    quote,
    figure: 1,
    inverted: false,
    observedAt: '2026-04-13T12:10:00.000Z',
    age: 'fresh',
    firstSeenAt: null,
    act: null,
    document: null,
    revision: 1,
  };
}

function aRow(source: Row['source'], rate: number, provenance: Partial<Row['provenance']> = {}): Row {
  return {
    source,
    rate,
    timestamp: '2026-04-13T12:10:00.000Z',
    provenance: {
      kind: 'direct',
      age: 'fresh',
      legs: [aLeg('USD', 'JPY')],
      rule: 'asked',
      passedOver: [],
      ...provenance,
    },
  };
}

function compared(...rates: Row[]) {
  return comparedRates({ from: 'USD', to: 'JPY', rates, without: [] });
}

describe('sources side by side', () => {
  it('are measured from the median: the middle one, or the mean of the middle two', () => {
    expect(compared(aRow('ecb', 100), aRow('boe', 101), aRow('fed', 99.5))).toMatchObject({
      median: 100,
      rates: [{ basisPoints: 0 }, { basisPoints: 100 }, { basisPoints: -50 }],
    });
    expect(compared(aRow('ecb', 100), aRow('boe', 102)).median).toBe(101);
    expect(compared()).toEqual({ median: null, rates: [] });
  });

  it('have half of the rates on either side of the median', () => {
    const rates = fc.array(fc.double({ min: 0.5, max: 2, noNaN: true }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(rates, (list) => {
        const { median } = compared(...list.map((rate) => aRow('ecb', rate)));
        const below = list.filter((rate) => median !== null && rate < median).length;
        const above = list.filter((rate) => median !== null && rate > median).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(list.length / 2);
      }),
    );
  });

  it('say how each rate was made', () => {
    const { rates } = compared(
      aRow('ecb', 1, { kind: 'cross', legs: [aLeg('EUR', 'USD'), aLeg('EUR', 'JPY')] }),
      aRow('boe', 1, { kind: 'inverse' }),
      aRow('fixed', 1, { age: 'law' }),
    );
    expect(rates.map(({ made }) => made)).toEqual(['cross via EUR', 'inverse', 'by law']);
  });

  it.each([
    [0, '0.0', 50, null],
    [4.3, '+4.3', 52.6875, null],
    [-38.8, '−38.8', 25.75, null],
    [80, '+80.0', 100, null],
    [80.1, '+80.1', 100, 'right'],
    [-1234.5, '−1,234.5', 0, 'left'],
  ])('stand on the scale: %d is written %s at %d %%, beyond %s', (basisPoints, text, percent, beyond) => {
    expect(basisPointsText(basisPoints)).toBe(text);
    expect(scalePlace(basisPoints)).toEqual({ percent, beyond });
  });
});
