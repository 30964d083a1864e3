import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource } from '#lib/testing/builders/builders';
import type { FiguresByPair } from '#lib/testing/builders/builders';
import type { SourceId } from '#lib/domain/source-id';
import { impactsOf } from './impact.ts';
import { impactText } from './impact-text.ts';

/** The day before the snapshots' own, and days so long ago that a figure is stale, or no longer served. */
const CURRENT = '2026-04-13';
const STALE = '2026-04-07';
const EXPIRED = '2026-03-02';

describe('the impact of a source that fails', () => {
  it('names pairs without a rate and with a stale one, and counts those that another source answers', () => {
    const { bySource } = impactsOf(
      aSnapshot([
        aBank('ecb', EXPIRED, { 'EUR/USD': 1.1, 'EUR/GBP': 0.86, 'EUR/ISK': 143, 'EUR/NOK': 11 }),
        aBank('boe', CURRENT, { 'EUR/USD': 1.1, 'GBP/EUR': 1.15 }),
        aBank('boj', STALE, { 'EUR/NOK': 11.2 }),
      ]),
      ['ecb'],
    );
    expect(bySource.get('ecb')).toEqual({
      pairs: 4,
      none: { count: 1, examples: ['EUR/ISK'] },
      stale: { count: 1, examples: ['EUR/NOK'] },
      instead: [{ source: 'boe', count: 2 }],
    });
    expect(said(bySource.get('ecb'))).toBe(
      'EUR/ISK has no rate; EUR/NOK has only a stale rate; 2 pairs are answered by the Bank of England instead.',
    );
  });

  it('is none while its last figures are current, and where a source of higher priority answers anyway', () => {
    const well = aBank('ecb', CURRENT, { 'EUR/USD': 1.1, 'EUR/GBP': 0.86 });
    const { bySource } = impactsOf(aSnapshot([well, aBank('boe', EXPIRED, { 'GBP/EUR': 1.15 })]), [
      'ecb',
      'boe',
    ]);
    expect(said(bySource.get('ecb'))).toBe('All its pairs still have a current rate.');
    expect(said(bySource.get('boe'))).toBe('Its pair still has a current rate.');
  });

  it('counts what a source without any servable figure published, but for currencies that have ended', () => {
    const unservable = {
      ...aBank('ecb', CURRENT, {}),
      publications: [],
      pairs: new Set(['EUR/USD', 'EUR/ISK', 'EUR/HRK']),
    };
    const { bySource } = impactsOf(aSnapshot([unservable, aBank('boe', CURRENT, { 'EUR/USD': 1.1 })]), [
      'ecb',
    ]);
    expect(said(bySource.get('ecb'))).toBe(
      'EUR/ISK has no rate; 1 pair is answered by the Bank of England instead.',
    );
  });

  it('says nothing of a source that never had a figure', () => {
    const { bySource } = impactsOf(
      aSnapshot([{ ...aBank('ecb', CURRENT, {}), publications: [], pairs: new Set() }]),
      ['ecb'],
    );
    expect(said(bySource.get('ecb'))).toBeNull();
  });
});

describe('the impact of all faults together', () => {
  it('counts a pair once, and names three of many', () => {
    const figures = { 'EUR/DKK': 7.4, 'EUR/ISK': 143, 'EUR/NOK': 11, 'EUR/RON': 5, 'EUR/SEK': 11.1 };
    const { all } = impactsOf(aSnapshot([aBank('ecb', EXPIRED, figures), aBank('boe', EXPIRED, figures)]), [
      'ecb',
      'boe',
    ]);
    expect(all.pairs).toBe(5);
    expect(said(all)).toBe('EUR/DKK, EUR/ISK, EUR/NOK and 2 more pairs have no rate.');
  });

  it('names the sources that answer instead, those of most pairs first', () => {
    const { all } = impactsOf(
      aSnapshot([
        aBank('ecb', EXPIRED, { 'EUR/USD': 1.1, 'EUR/GBP': 0.86, 'EUR/JPY': 180 }),
        aBank('boe', CURRENT, { 'EUR/USD': 1.1 }),
        aBank('boj', CURRENT, { 'EUR/GBP': 0.86, 'EUR/JPY': 180 }),
      ]),
      ['ecb'],
    );
    expect(said(all)).toBe(
      '3 pairs are answered by other sources instead: 2 by the Bank of Japan, 1 by the Bank of England.',
    );
  });
});

function aBank(id: SourceId, day: string, figures: FiguresByPair) {
  return aStoredSource({ id, publications: [aPublication(day, figures)] });
}

const NAMES: Readonly<Record<string, string>> = { boe: 'the Bank of England', boj: 'the Bank of Japan' };

function said(impact: Parameters<typeof impactText>[0] | undefined): string | null | undefined {
  return impact && impactText(impact, (id) => NAMES[id] ?? id);
}
