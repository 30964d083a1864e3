import { describe, expect, it } from 'vitest';
import type { Peg } from '#lib/domain/currencies/peg';
import { buildSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { TriedSource } from '#lib/domain/rates/rate-engine';
import { aDay, aPublication, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { reasonForNoRate } from './no-rate-reason.ts';

const PEGGED_PATH: Peg = {
  base: 'EUR',
  quote: 'GRD',
  rate: '340.750',
  anchor: 'EUR',
  firstDay: aDay('2026-05-01'),
  lastDay: aDay('2026-06-30'),
  act: 'an act',
};

const euros = aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/USD': 1.1684 })] });
const snapshot = buildSnapshot([euros, { id: 'fixed', pegs: [PEGGED_PATH] }], 1, TEST_NOW);

const NOTHING = { observedAt: null, ended: null, legalRates: [] };
const NOT_CARRIED = { kind: 'not-carried' } as const;

describe('why a source has no rate, for programs', () => {
  it.each<readonly [TriedSource['why'], object]>([
    [
      { kind: 'expired', observedAt: new Date('2026-03-01T12:00:00Z') },
      { kind: 'too_old', observedAt: '2026-03-01T12:00:00.000Z' },
    ],
    [{ kind: 'nothing-yet' }, { kind: 'nothing_yet' }],
    [{ kind: 'held', observedAt: new Date('2026-04-13T12:00:00Z') }, { kind: 'held' }],
    [NOT_CARRIED, { kind: 'not_published' }],
  ])('says of a publisher that answered %o: %o', (why, reason) => {
    const pair = { base: 'EUR', quote: 'SEK' };
    expect(reasonForNoRate({ source: 'ecb', why }, pair, snapshot)).toEqual({ ...NOTHING, ...reason });
  });

  it('names a currency that has ended, and its last day', () => {
    expect(
      reasonForNoRate({ source: 'ecb', why: NOT_CARRIED }, { base: 'USD', quote: 'GRD' }, snapshot),
    ).toEqual({
      ...NOTHING,
      kind: 'ended',
      ended: { code: 'GRD', lastDay: '2000-12-31' },
    });
  });

  it('gives the days on which law fixes a currency of the pair, if not today', () => {
    const { anchor, firstDay, lastDay } = PEGGED_PATH;
    expect(
      reasonForNoRate({ source: 'fixed', why: NOT_CARRIED }, { base: 'EUR', quote: 'GRD' }, snapshot),
    ).toEqual({
      ...NOTHING,
      kind: 'no_law',
      legalRates: [{ code: 'GRD', anchor, firstDay, lastDay }],
    });
    expect(
      reasonForNoRate({ source: 'fixed', why: NOT_CARRIED }, { base: 'EUR', quote: 'SEK' }, snapshot),
    ).toEqual({
      ...NOTHING,
      kind: 'no_law',
    });
  });
});
