import { describe, expect, it } from 'vitest';
import type { SourceId } from '#lib/domain/source-id';
import { DEFAULT_CHART } from '#lib/client/address/chart-address';
import { linesOf } from './chart-lines.ts';

const HAVING: Readonly<Record<string, readonly SourceId[]>> = {
  EUR: ['ecb', 'boe', 'fed'],
  GBP: ['boe', 'boj'],
  BGN: ['ecb', 'fixed'],
};
const sourcesOf = ({ base }: { readonly base: string }) => {
  const sources = HAVING[base];
  return sources && { sources, mixed: base === 'BGN' ? ('fixed' as const) : null };
};
const drawn = (view: Partial<typeof DEFAULT_CHART>) =>
  linesOf({ ...DEFAULT_CHART, ...view }, sourcesOf).map(
    ({ base, quote, source, isMixed }) => `${base}/${quote} ${source}${isMixed ? ' and others' : ''}`,
  );

describe('linesOf', () => {
  it('takes the first source that has the pair where none is chosen', () => {
    expect(drawn({})).toEqual(['EUR/USD ecb']);
  });

  it('draws one line a chosen source, in the order chosen, also of one that has the pair no more', () => {
    expect(drawn({ sources: ['fed', 'boj', 'ecb'] })).toEqual(['EUR/USD fed', 'EUR/USD boj', 'EUR/USD ecb']);
  });

  it('draws one line a pair, from the chosen source where that has the pair', () => {
    const compare = [
      { base: 'GBP', quote: 'USD' },
      { base: 'CHF', quote: 'USD' },
    ];
    expect(drawn({ sources: ['fed'], compare })).toEqual(['EUR/USD fed', 'GBP/USD boe', 'CHF/USD null']);
  });

  it('draws two lines of a difference: the chosen source, or the first other one, and what it is measured against', () => {
    expect(drawn({ sources: ['fed'], against: 'boe' })).toEqual(['EUR/USD fed', 'EUR/USD boe']);
    expect(drawn({ against: 'ecb' })).toEqual(['EUR/USD boe', 'EUR/USD ecb']);
    expect(drawn({ base: 'CHF', against: 'ecb' })).toEqual(['CHF/USD null', 'CHF/USD ecb']);
  });

  it('mixes what all have of a pair that nobody has on its own today, but periods, which are one source’s', () => {
    expect(drawn({ base: 'BGN' })).toEqual(['BGN/USD fixed and others']);
    expect(drawn({ compare: [{ base: 'BGN', quote: 'USD' }] })).toEqual([
      'EUR/USD ecb',
      'BGN/USD fixed and others',
    ]);
    expect(drawn({ base: 'BGN', sources: ['ecb'] })).toEqual(['BGN/USD ecb']);
    const period = { length: 'month', stat: 'last' } as const;
    expect(drawn({ base: 'BGN', period })).toEqual(['BGN/USD ecb']);
  });

  it('has a line without a source where nobody has the pair', () => {
    expect(drawn({ base: 'CHF' })).toEqual(['CHF/USD null']);
  });
});
