import { describe, expect, it } from 'vitest';
import { rateError } from '#lib/api/rates/rate-errors';
import { DEFAULT_CHOICE, findRate, only } from '#lib/domain/rates/rate-engine';
import { aPublication, aSnapshot, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { historyError } from './history-errors.ts';

const PAIR = { base: 'JPY', quote: 'SEK' };
const empty = aStoredSource({ publications: [] });
/** Its series are known, though none of its publications is recent enough to be at hand. */
const past = { ...empty, pairs: new Set(['EUR/USD']) };
const yen = aStoredSource({ publications: [aPublication('2026-04-13', { 'USD/JPY': 160 })] });
const crowns = aStoredSource({
  id: 'boe',
  base: 'GBP',
  publications: [aPublication('2026-04-13', { 'USD/SEK': 9.2 })],
});

describe('a pair that has no history', () => {
  it('is 503 with Retry-After where a publisher has not answered yet, strict and by default', () => {
    expect(historyError(PAIR, only('ecb'), aSnapshot([empty]))).toEqual({
      code: 'source_unavailable',
      message: 'ecb has no figures here yet.',
      headers: { 'Retry-After': '900' },
    });
    expect(historyError(PAIR, DEFAULT_CHOICE, aSnapshot([empty, crowns]))).toEqual({
      code: 'source_unavailable',
      message:
        'No rate for JPY to SEK. Tried ecb: it has no figures here yet; boe: it publishes no current figure for the pair.',
      headers: { 'Retry-After': '900' },
    });
  });

  it.each([
    ['none may be served', { ...empty, pairs: new Set(['USD/JPY', 'USD/SEK']) }, 'has no figures here yet'],
    [
      'the only one is held',
      { ...crowns, heldPairs: new Map([['USD/JPY', TEST_NOW]]) },
      'is held for review',
    ],
  ])('is the 503 of the current rate where its source has figures of which %s', (_name, source, words) => {
    const { id } = source.description;
    const error = historyError(PAIR, only(id), aSnapshot([source]));
    const current = findRate(aSnapshot([source]), PAIR, only(id));
    expect(error).toEqual(current.ok ? null : rateError(current.error, aSnapshot([source])));
    expect(error).toMatchObject({ code: 'source_unavailable', message: expect.stringContaining(words) });
  });

  it('is not put down to missing figures at a source that has some of the past', () => {
    expect(historyError(PAIR, only('ecb'), aSnapshot([past]))).toEqual({
      code: 'pair_unavailable',
      message: 'No history for JPY to SEK. Tried ecb: it publishes no figures of the pair.',
    });
  });

  it('is told of its parts where its current rate is a cross between sources', () => {
    const { code, message } = historyError(PAIR, DEFAULT_CHOICE, aSnapshot([yen, crowns]));
    expect(code).toBe('pair_unavailable');
    expect(message).toBe(
      'No history for JPY to SEK. History is not crossed between sources; ask for its parts: JPY to USD at ecb and USD to SEK at boe. Tried ecb: it publishes no figures of the pair; boe: it publishes no figures of the pair.',
    );
  });

  it('is told so where no source is enabled', () => {
    expect(historyError(PAIR, DEFAULT_CHOICE, aSnapshot([])).message).toBe(
      'No history for JPY to SEK. No source is enabled on this server.',
    );
  });
});
