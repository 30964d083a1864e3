import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import type { ConversionWithProvenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { quoteQuery } from './queries.ts';
import { createRatesClient } from './rates-client.ts';

const AT = '2026-04-13T12:10:00.000Z';
const PAIR = { from: 'EUR', to: 'USD', source: null, amount: '1' } as const;

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
      legs: [{ ...leg, source, age: 'fresh', firstSeenAt: null, act: null, document: null }],
    },
  };
}

/** In how many milliseconds a quote that the service answers so is asked for again. */
async function intervalAfter(answer: () => Response): Promise<unknown> {
  const queries = new QueryClient();
  const options = quoteQuery(
    createRatesClient(() => Promise.resolve(answer())),
    PAIR,
  );
  await queries.prefetchQuery(options);
  const query = queries.getQueryCache().build(queries, options);
  return typeof options.refetchInterval === 'function' ? options.refetchInterval(query) : null;
}

describe('a quote', () => {
  it('is asked for again after a minute, and of a market that moves by the second after twenty seconds', async () => {
    expect(await intervalAfter(() => Response.json(conversionOf('ecb')))).toBe(60_000);
    expect(await intervalAfter(() => Response.json(conversionOf('crypto-exchange')))).toBe(20_000);
  });

  it('is asked for again after ten seconds where the service could not answer', async () => {
    expect(await intervalAfter(() => new Response('', { status: 502 }))).toBe(10_000);
  });
});
