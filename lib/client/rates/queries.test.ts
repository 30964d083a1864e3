import { describe, expect, it } from 'vitest';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { ok } from '#lib/domain/result';
import { type Quote, quoteIntervalMs } from './queries.ts';

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
