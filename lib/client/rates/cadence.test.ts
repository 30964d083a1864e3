import { describe, expect, it } from 'vitest';
import type { Provenance } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import { bothCadences, type Cadence, readCadence } from './cadence.ts';

const CADENCES: Readonly<Partial<Record<string, Cadence>>> = {
  ecb: 'fixing',
  boe: 'fixing',
  'crypto-exchange': 'live',
  'web-finance': 'live',
};

const cadenceOf = (source: string) => CADENCES[source] ?? null;

function aRate(source: SourceId, age: Provenance['age'] = 'fresh') {
  return { source, provenance: { age } };
}

describe('the live rate and the fixing of a pair', () => {
  it('are of the first source of each kind in priority', () => {
    const rates = [aRate('ecb'), aRate('boe'), aRate('crypto-exchange'), aRate('web-finance')];
    expect(bothCadences(rates, cadenceOf)).toEqual({ live: 'crypto-exchange', fixing: 'ecb' });
  });

  it('are of a source that is not stale, where there is one', () => {
    const rates = [
      aRate('ecb', 'stale'),
      aRate('boe', 'late'),
      aRate('crypto-exchange', 'stale'),
      aRate('web-finance'),
    ];
    expect(bothCadences(rates, cadenceOf)).toEqual({ live: 'web-finance', fixing: 'boe' });
    const stale = [aRate('ecb', 'stale'), aRate('web-finance', 'stale')];
    expect(bothCadences(stale, cadenceOf)).toEqual({ live: 'web-finance', fixing: 'ecb' });
  });

  it.each([
    ['of a fixing only', [aRate('ecb'), aRate('boe')]],
    ['of a live rate only', [aRate('crypto-exchange')]],
    ['of law beside a live rate', [aRate('fixed', 'law'), aRate('web-finance')]],
    ['of nobody', []],
  ])('are no choice %s', (_, rates) => {
    expect(bothCadences(rates, cadenceOf)).toBeNull();
  });
});

it('reads from the cookie what was chosen, and nothing else', () => {
  expect(['live', 'fixing', 'Live', '', null].map(readCadence)).toEqual(['live', 'fixing', null, null, null]);
});
