import { describe, expect, it } from 'vitest';

import { officialSources, operatorSources } from './operator-sources.ts';

const UNSET = { createSource: 'kraken', sources: undefined, sourcePriority: undefined } as const;

// Of those that there are today; a bank that joins them changes nothing here.
const OFFICIAL = ['ecb', 'boe', 'fed', 'boj', 'fixed'];
const RESTRICTED: readonly string[] = ['web-finance', 'charting-platform', 'web-search'];

function enabled(wishes: Partial<Parameters<typeof operatorSources>[0]> = {}): readonly string[] {
  return operatorSources({ ...UNSET, ...wishes }).map(({ id }) => id);
}

describe('the sources of an operator', () => {
  it('are, unless some are named, those whose publishers do not restrict it', () => {
    expect(enabled()).toEqual(expect.arrayContaining([...OFFICIAL, 'crypto-exchange']));
    expect(enabled().filter((id) => RESTRICTED.includes(id))).toEqual([]);
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
      /^SOURCES names "nobody"; this version has ecb, boe, fed, boj, [a-z, -]+, web-search\.$/,
    );
    expect(() => enabled({ sourcePriority: 'nobody' })).toThrow('SOURCE_PRIORITY names "nobody"');
  });
});

it('pages show official figures and law to anybody', () => {
  const official = [...officialSources(UNSET)];
  expect(official).toEqual(expect.arrayContaining(OFFICIAL));
  expect(official.filter((id) => id === 'crypto-exchange' || RESTRICTED.includes(id))).toEqual([]);
});
