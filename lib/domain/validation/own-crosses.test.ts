import { describe, expect, it } from 'vitest';
import { aLiveContext, outcome } from '#lib/testing/worlds/live-desk';
import { judgeLive } from './judge-live.ts';
import { ownCrosses } from './own-crosses.ts';

const AT = new Date('2026-11-18T12:00:00Z');

describe('the first poll of a lone source', () => {
  const sound = {
    'EUR/USD': 1.1496,
    'GBP/USD': 1.3693,
    'USD/JPY': 154.2,
    'EUR/JPY': 177.27,
    'EUR/GBP': 0.8395,
  };

  it('holds a figure in another unit, which its own poll contradicts, and serves the others', () => {
    const judged = pollOf({ ...sound, 'GBP/JPY': 211.15, 'EUR/GBP': 83.95 });
    expect(judged.held.map(({ base, quote, rule }) => [base, quote, rule])).toEqual([
      ['EUR', 'GBP', 'unit_scale'],
    ]);
    expect(judged.accepted).toHaveLength(5);
  });

  it('holds all three of a triangle that does not close, for nobody knows which is wrong', () => {
    const { 'EUR/USD': eur, 'GBP/USD': gbp } = sound;
    expect(outcome(pollOf({ 'EUR/USD': eur, 'GBP/USD': gbp, 'EUR/GBP': 0.98 }))).toEqual([
      'held',
      'held',
      'held',
    ]);
  });

  it('refuses a figure that is upside down by its own poll', () => {
    const judged = pollOf({ ...sound, 'GBP/JPY': 211.15, 'EUR/JPY': 1 / 177.27 });
    expect(judged.rejected.map(({ rule }) => rule)).toEqual(['inverted_quote']);
  });

  it('serves what closes, and what has no triangle', () => {
    expect(pollOf(sound).held).toEqual([]);
    expect(pollOf({ 'EUR/USD': 1.1496, 'USD/TRY': 42 }).held).toEqual([]);
  });

  it('serves coins that trade a third apart, but none in another unit', () => {
    const coins = { 'BTC/USD': 92_000, 'BTC/EUR': 80_000, 'PEPE/USD': 0.0000052, 'EUR/USD': 1.15 };
    expect(pollOf({ ...coins, 'PEPE/BTC': 7.6e-11 }).held).toEqual([]);
    expect(pollOf({ ...coins, 'PEPE/BTC': 5.65e-9 }).held.map(({ rule }) => rule)).toContain('unit_scale');
  });
});

function pollOf(rates: Readonly<Record<string, number>>) {
  const figures = Object.entries(rates).map(([pair, rate]) => {
    const [base = '', quote = ''] = pair.split('/');
    return { base, quote, rate, observedAt: AT };
  });
  return judgeLive(figures, aLiveContext({ cadence: 'tick', ownCrosses: ownCrosses(figures) }));
}
