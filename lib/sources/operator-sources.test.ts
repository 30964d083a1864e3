import { describe, expect, it } from 'vitest';

import { officialSources, operatorSources } from './operator-sources.ts';

const UNSET = { cryptoExchange: 'kraken', sources: undefined, sourcePriority: undefined } as const;

function enabled(wishes: Partial<Parameters<typeof operatorSources>[0]> = {}): readonly string[] {
  return operatorSources({ ...UNSET, ...wishes }).map(({ id }) => id);
}

describe('the sources of an operator', () => {
  it('are, unless some are named, those whose publishers do not restrict it', () => {
    expect(enabled()).toEqual(['ecb', 'boe', 'fed', 'boj', 'fixed', 'crypto-exchange']);
  });

  it('are those named or every one, in the order of priority', () => {
    expect(enabled({ sources: 'boj, ecb' })).toEqual(['ecb', 'boj']);
    expect(enabled({ sources: 'all', sourcePriority: 'web-search,boj' }).slice(0, 3)).toEqual([
      'web-search',
      'boj',
      'ecb',
    ]);
  });

  it('cannot be one that there is not', () => {
    expect(() => enabled({ sources: 'ecb,nobody' })).toThrow(
      'SOURCES names "nobody"; this version has ecb, boe, fed, boj, fixed, crypto-exchange, web-finance, charting-platform, web-search.',
    );
    expect(() => enabled({ sourcePriority: 'nobody' })).toThrow('SOURCE_PRIORITY names "nobody"');
  });
});

it('pages show official figures and law to anybody', () => {
  expect([...officialSources(UNSET)]).toEqual(['ecb', 'boe', 'fed', 'boj', 'fixed']);
});
