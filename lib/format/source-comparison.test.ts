import { fc } from '#lib/testing/seeded-fast-check';
import { describe, expect, it } from 'vitest';
import type { PairComparison } from '#lib/contract/responses';
import { basisPointsText, comparedRates, scalePlace } from './source-comparison.ts';
import { triedSources, whyWithout } from './tried-sources.ts';

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
  };
}

function aRow(source: Row['source'], rate: number, provenance: Partial<Row['provenance']> = {}): Row {
  return {
    source,
    rate,
    timestamp: '2026-04-13T12:10:00.000Z',
    provenance: { kind: 'direct', age: 'fresh', legs: [aLeg('USD', 'JPY')], ...provenance },
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

describe('the reasons of sources without a rate', () => {
  const message =
    'No rate for EUR to GRD. Tried ecb: GRD ended on 2000-12-31; fixed: the legal rate of GRD to EUR is in force from 2001-01-01 only; crypto-exchange: it publishes no current figure for the pair.';

  it('are read one by one', () => {
    expect(triedSources(message).map(({ source }) => source)).toEqual(['ecb', 'fixed', 'crypto-exchange']);
    expect(whyWithout('ecb', message)).toBe('GRD ended on 31 Dec 2000');
    expect(triedSources('No source is enabled on this server.')).toEqual([]);
  });

  it('are read of a history too, behind what to ask instead', () => {
    const history =
      'No history for BTC to CZK. History is not crossed between sources; ask for its parts: BTC to EUR at crypto-exchange and EUR to CZK at ecb. Tried ecb: it publishes no figures of the pair; fixed: no law ever fixed the pair.';
    expect(triedSources(history)).toEqual([
      { source: 'ecb', why: 'it publishes no figures of the pair' },
      { source: 'fixed', why: 'no law ever fixed the pair' },
    ]);
    const expired =
      'No rate for XOF to SEK: figures that it is crossed from are too old to serve. Tried ecb: it publishes no current figure for the pair.';
    expect(triedSources(expired)).toHaveLength(1);
  });

  it('are the clause that says why where a source alone was asked', () => {
    const old = 'boe has EUR to USD, but its newest figure is of 2026-03-01 and too old to serve.';
    expect(whyWithout('boe', old)).toBe('its newest figure is of 1 Mar 2026 and too old to serve');
    expect(whyWithout('fed', 'fed has no figures here yet.')).toBe('it has no figures here yet');
    expect(whyWithout('fed', 'Something else.')).toBe('Something else');
  });
});
