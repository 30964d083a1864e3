import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource } from '#lib/testing/builders/builders';
import { watchedFigure } from './keep-watches.ts';

const PAIR = { base: 'EUR', quote: 'USD' };

describe('a watched figure', () => {
  const source = aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/USD': 1.1684 })] });

  it('is the rate that the pair has in the snapshot, with its source and version', () => {
    const snapshot = aSnapshot([source]);
    expect(watchedFigure(snapshot, PAIR)).toEqual({
      rate: 1.1684,
      source: 'ecb',
      observedAt: snapshot.sources[0]?.publications[0]?.observedAt.toISOString(),
      version: snapshot.version,
    });
    expect(watchedFigure(snapshot, { base: 'USD', quote: 'EUR' })?.rate).toBe(0.855871276959945);
  });

  it('is none where nothing has the pair, and where the rate is stale', () => {
    expect(watchedFigure(aSnapshot([source]), { base: 'EUR', quote: 'JPY' })).toBeNull();
    expect(watchedFigure(aSnapshot([source], new Date('2026-04-17T08:00:00Z')), PAIR)).toBeNull();
  });
});
