import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';

import { SOURCE_IDS } from '#lib/domain/source-id';
import { readRecordedBodies } from '#lib/testing/builders/recorded-bodies';
import { describeSource } from '#lib/testing/suites/source-contract';

import { createSources, createSourcesOf } from './create-sources.ts';
import { isPublishing, listSources } from './registry.ts';

const EXCHANGES = ['kraken', 'binance'] as const;

for (const source of createSources({ upstream: () => undefined, exchange: 'kraken' }))
  describeSource(source, { recordedBodies: readRecordedBodies(source.id) });

it('lists every folder of a source in the order of the registry, and there is no other folder', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(listSources('kraken').map(({ id }) => id)).toEqual(SOURCE_IDS);
  expect(folders.map(({ name }) => name).toSorted()).toEqual(SOURCE_IDS.toSorted());
});

it.each(EXCHANGES)(
  'makes, with %s, the whole source of each one that publishes, of its own facts',
  (exchange) => {
    const facts = listSources(exchange).filter(isPublishing);
    const sources = createSources({ upstream: () => undefined, exchange });
    expect(facts).toHaveLength(SOURCE_IDS.length - 1);
    expect(sources.map(({ id }) => id)).toEqual(facts.map(({ id }) => id));
    for (const [place, own] of facts.entries()) expect(sources[place]).toMatchObject(own);
  },
);

it('names the exchange that was chosen', () => {
  const names = EXCHANGES.map((exchange) => {
    const listed = listSources(exchange).filter(isPublishing);
    return listed.find(({ id }) => id === 'crypto-exchange')?.name;
  });
  expect(names).toEqual(['Kraken', 'Binance']);
});

it('makes only what is listed, in its order, at the addresses of the environment', () => {
  const ecbAndExchange = listSources('binance').filter(({ id }) => id === 'ecb' || id === 'crypto-exchange');
  const upstreams = new Map([['UPSTREAM_CRYPTO_EXCHANGE', new URL('http://127.0.0.1:8080')]]);
  const sources = createSourcesOf({ createSource: 'binance', upstreams }, ecbAndExchange.toReversed());
  expect(sources.map(({ id, upstream, isOperatorAddress }) => [id, upstream, isOperatorAddress])).toEqual([
    ['crypto-exchange', 'http://127.0.0.1:8080', true],
    ['ecb', 'https://www.ecb.europa.eu', false],
  ]);
});
