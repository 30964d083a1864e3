import { expect, it } from 'vitest';

import { SOURCE_IDS } from '#lib/domain/source-id';
import { readRecordedBodies } from '#lib/testing/recorded-bodies';
import { describeSource } from '#lib/testing/source-contract';

import { createSources, isPublishing } from './registry.ts';

const sources = createSources({ upstream: () => undefined, exchange: 'kraken' });

for (const source of sources.filter(isPublishing))
  describeSource(source, { recordedBodies: readRecordedBodies(source.id) });

it('lists the nine of the interface, in its order', () => {
  const ids = sources.map((source) => source.id);
  expect(ids).toEqual(SOURCE_IDS);
});

it('takes the operator’s address in place of the publisher’s', () => {
  const [ecb] = createSources({
    exchange: 'kraken',
    upstream: (id) => (id === 'ecb' ? new URL('http://127.0.0.1:8080') : undefined),
  }).filter(isPublishing);
  expect(ecb?.upstream).toBe('http://127.0.0.1:8080');
});
