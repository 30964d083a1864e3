import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { ok } from '#lib/domain/result';
import { quoteIntervalMs, takeToldRate } from './live-quote.ts';
import { type Quote, quoteKey } from './queries.ts';

const AT = '2026-04-13T12:10:00.000Z';

function conversionOf(source: SourceId): ConversionWithProvenance {
  const leg = { base: 'EUR', quote: 'USD', figure: 1.1684, inverted: false, observedAt: AT } as const;
  return {
    from: 'EUR',
    to: 'USD',
    amount: 1,
    result: 1.1684,
    rate: 1.1684,
    source,
    timestamp: AT,
    provenance: {
      kind: 'direct',
      age: 'fresh',
      legs: [{ ...leg, source, age: 'fresh', firstSeenAt: null, act: null, document: null, revision: 1 }],
      rule: 'asked',
      passedOver: [],
    },
  };
}

const quoteOf = (source: SourceId, isRepeated = false): Quote => ({
  conversion: { answer: ok(conversionOf(source)), receivedAtMs: Date.parse(AT), isRepeated },
  inverse: null,
});

const askedEvery = (source: SourceId) => (source === 'crypto-exchange' ? 20_000 : null);

const ASKED = { error: null, dataUpdatedAt: Date.parse(AT), errorUpdatedAt: 0 };

describe('a quote', () => {
  it('is asked for again after a minute, and of a market that moves by the second after twenty seconds', () => {
    expect(quoteIntervalMs({ ...ASKED, data: quoteOf('ecb') }, askedEvery)).toBe(60_000);
    expect(quoteIntervalMs({ ...ASKED, data: quoteOf('crypto-exchange') }, askedEvery)).toBe(20_000);
  });

  it('is asked for again after ten seconds where the service was not reached', () => {
    expect(quoteIntervalMs({ ...ASKED, data: quoteOf('crypto-exchange', true) }, askedEvery)).toBe(10_000);
    expect(quoteIntervalMs({ ...ASKED, data: quoteOf('ecb', true) }, askedEvery)).toBe(10_000);
  });
});

describe('what the service tells of a rate', () => {
  const pair = { from: 'EUR', to: 'USD', source: null };
  const told = { rate: 1.1684, source: 'ecb', timestamp: AT } as const;
  const names = [quoteKey(pair), ['comparison', 'EUR', 'USD', null], ['currencies']];

  /** A page that shows a quote and other answers; gives the names of those that are to be asked for again. */
  function aPage() {
    const queries = new QueryClient();
    for (const queryKey of names) queries.setQueryData(queryKey, quoteOf('ecb'));
    const outdated = () => names.filter((name) => queries.getQueryState(name)?.isInvalidated);
    return { queries, outdated };
  }

  it('has nothing asked for that is the same already', () => {
    const { queries, outdated } = aPage();
    takeToldRate(queries, pair, told);
    expect(outdated()).toEqual([]);
  });

  it.each([
    ['is another one', { ...told, rate: 1.1685 }],
    ['is of another time', { ...told, timestamp: '2026-04-13T12:10:20.000Z' }],
    ['is of another source', { ...told, source: 'boe' } as const],
    ['is gone', null],
  ])('has all rates of now asked for when it %s', (_, now) => {
    const { queries, outdated } = aPage();
    takeToldRate(queries, pair, now);
    expect(outdated()).toEqual(names.slice(0, 2));
  });

  it('leaves alone what could not be asked for, or has not come yet', async () => {
    const { queries, outdated } = aPage();
    takeToldRate(queries, { ...pair, source: 'boe' }, null);
    expect(outdated()).toEqual([]);
    const failing = () => Promise.reject(new Error('limited'));
    await queries.prefetchQuery({ queryKey: quoteKey(pair), queryFn: failing, retry: false });
    takeToldRate(queries, pair, null);
    expect(outdated(), 'itself, as it failed').toEqual(names.slice(0, 1));
  });
});
