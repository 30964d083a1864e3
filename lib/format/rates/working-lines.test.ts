import { describe, expect, it } from 'vitest';
import type { Provenance } from '#lib/contract/responses';
import { workingLineCount, workingLines, workingSummary } from './working-lines.ts';

type Leg = Provenance['legs'][number];

function aLeg(more: Partial<Leg>): Leg {
  return {
    source: 'ecb',
    base: 'EUR',
    quote: 'USD',
    figure: 1.1684,
    inverted: false,
    observedAt: '2026-04-13T12:10:00.000Z',
    age: 'fresh',
    firstSeenAt: null,
    act: null,
    document: null,
    revision: 1,
    ...more,
  };
}

const inverted = aLeg({ inverted: true });
const yen = aLeg({ quote: 'JPY', figure: 186.75 });

describe('the working', () => {
  it('multiplies first, then divides', () => {
    expect(workingLines({ legs: [inverted, yen] }).map(({ operator, leg }) => operator + leg.quote)).toEqual([
      'JPY',
      '÷USD',
    ]);
  });

  it('begins with 1 when there is nothing to divide', () => {
    expect(workingLines({ legs: [inverted] })).toEqual([{ leg: inverted, operator: '1 ÷' }]);
  });

  it.each<readonly [Provenance['kind'], readonly Leg[], string]>([
    ['identity', [], 'one unit of a currency is one unit of itself'],
    ['direct', [yen], 'as the European Central Bank published it'],
    ['inverse', [inverted], '1 divided by EUR/USD as the European Central Bank published it'],
    ['cross', [inverted, yen], 'a cross of two figures from one publication of the European Central Bank'],
    [
      'cross',
      [inverted, aLeg({ source: 'fixed', act: 'Act' })],
      'a cross of two figures of the European Central Bank and the table of legal rates',
    ],
    ['direct', [aLeg({ source: 'fixed', act: 'Act' })], 'as law fixes it'],
  ])('says in one clause how a rate is made: %s', (kind, legs, clause) => {
    expect(workingSummary({ kind, legs: [...legs] })).toBe(clause);
  });

  it.each<readonly [Provenance['kind'], readonly Leg[], number]>([
    ['identity', [], 0],
    ['direct', [yen], 1],
    ['inverse', [inverted], 2],
    ['cross', [inverted, yen], 3],
  ])('counts its lines with the outcome: %s', (kind, legs, count) => {
    expect(workingLineCount({ kind, legs: [...legs] })).toBe(count);
  });
});
