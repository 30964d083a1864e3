import { describe, expect, it } from 'vitest';
import { aPublication, aSnapshot, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { randomPair, randomSources } from '#lib/testing/builders/random-sources';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { DAY_MS } from '#lib/domain/durations';
import { withoutFormerFigures } from './day-snapshot.ts';
import { DEFAULT_CHOICE, findRate, only } from './rate-engine.ts';

const STRICT = only('ecb');
const HELD_AT = new Date('2026-04-13T12:00:00Z');

const former = aStoredSource({
  publications: [
    aPublication('2026-04-13', { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 }),
    aPublication('2026-04-12', { 'EUR/USD': 1.17, 'EUR/JPY': 186.5, 'EUR/CHF': 1.201 }),
  ],
});
const shocked = { ...former, heldPairs: new Map([['EUR/CHF', HELD_AT]]) };

describe('a figure that is held for review', () => {
  it.each([
    ['EUR', 'USD', 'held'],
    ['USD', 'EUR', 'held'],
    ['USD', 'JPY', 'held'],
    ['USD', 'USD', 'held'],
    ['USD', 'RUB', 'not-carried'],
    ['EUR', 'RUB', 'not-carried'],
  ])('is told from one that is not published: %s to %s', (base, quote, why) => {
    const stored = aStoredSource({ publications: [aPublication('2026-04-13', { 'EUR/JPY': 186.75 })] });
    // EUR/RUB was published until years ago.
    const pairs = new Set(['EUR/JPY', 'EUR/USD', 'EUR/RUB']);
    const snapshot = aSnapshot([{ ...stored, pairs, heldPairs: new Map([['EUR/USD', HELD_AT]]) }]);
    expect(findRate(snapshot, { base, quote }, STRICT)).toMatchObject({
      ok: false,
      error: { kind: 'no-rate', tried: [{ source: 'ecb', why: { kind: why } }] },
    });
  });
});

describe('a figure of which a newer one is held', () => {
  it.each([
    ['EUR', 'CHF'],
    ['CHF', 'EUR'],
    ['USD', 'CHF'],
    ['CHF', 'JPY'],
  ])('is stale, however recent it is: %s to %s', (base, quote) => {
    expect(findRate(aSnapshot([former]), { base, quote }, STRICT)).toMatchObject({ value: { stale: false } });
    const found = findRate(aSnapshot([shocked]), { base, quote }, STRICT);
    expect(found).toMatchObject({ value: { stale: true, source: 'ecb' } });
    expect(found.ok && found.value.legs.flatMap(({ newerHeldAt }) => newerHeldAt ?? [])).toEqual([HELD_AT]);
  });

  it('is the only one of its source that is stale, and one that is newer than what is held is not', () => {
    const other = findRate(aSnapshot([shocked]), { base: 'USD', quote: 'JPY' }, STRICT);
    expect(other).toMatchObject({ value: { stale: false } });
    const earlier = { ...former, heldPairs: new Map([['EUR/USD', new Date('2026-04-12T12:00:00Z')]]) };
    expect(findRate(aSnapshot([earlier]), { base: 'EUR', quote: 'USD' }, STRICT)).toMatchObject({
      value: { stale: false },
    });
  });

  it('lets another source answer by default, and is answered where there is no other', () => {
    const boe = aStoredSource({
      id: 'boe',
      base: 'GBP',
      publications: [aPublication('2026-04-12', { 'GBP/EUR': 1.15, 'GBP/CHF': 1.06 })],
    });
    const pair = { base: 'EUR', quote: 'CHF' };
    expect(findRate(aSnapshot([shocked, boe]), pair, DEFAULT_CHOICE)).toMatchObject({
      value: { source: 'boe', stale: false },
    });
    expect(findRate(aSnapshot([shocked]), pair, DEFAULT_CHOICE)).toMatchObject({
      value: { source: 'ecb', stale: true },
    });
  });

  it('does not stand in for it where the rate of a day is asked for', () => {
    const snapshot = withoutFormerFigures(aSnapshot([shocked]));
    for (const [base, quote] of [
      ['EUR', 'CHF'],
      ['CHF', 'EUR'],
      ['USD', 'CHF'],
      ['CHF', 'CHF'],
    ] as const) {
      expect(findRate(snapshot, { base, quote }, STRICT)).toMatchObject({
        error: { tried: [{ why: { kind: 'held', observedAt: HELD_AT } }] },
      });
    }
    expect(findRate(snapshot, { base: 'EUR', quote: 'USD' }, STRICT)).toMatchObject({ ok: true });
  });
});

describe('held figures of random snapshots', () => {
  it(seeded('are told by each rate that rests on a former one, and no rate of a day rests on one'), () => {
    const held = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 5 })), { maxLength: 6 });
    fc.assert(
      fc.property(randomSources(), randomPair(), held, (sources, pair, picks) => {
        const snapshot = aSnapshot(
          sources.map((source) => {
            const pairs = [...source.pairs];
            const heldPairs = new Map(
              picks.flatMap(([place, daysAgo]) => {
                const name = pairs[place % Math.max(1, pairs.length)];
                return name === undefined
                  ? []
                  : [[name, new Date(TEST_NOW.getTime() - daysAgo * DAY_MS)] as const];
              }),
            );
            return { ...source, heldPairs };
          }),
        );
        for (const choice of [DEFAULT_CHOICE, ...snapshot.priority.map(only)]) {
          const now = findRate(snapshot, pair, choice);
          const former = now.ok ? now.value.legs.filter(({ newerHeldAt }) => newerHeldAt !== null) : [];
          if (now.ok && former.length > 0) expect(now.value.stale).toBe(true);
          for (const { age, observedAt, newerHeldAt } of former) {
            expect([age, newerHeldAt !== null && newerHeldAt > observedAt]).toEqual(['stale', true]);
          }
          const ofDay = findRate(withoutFormerFigures(snapshot), pair, choice);
          if (ofDay.ok) expect(ofDay.value.legs.every(({ newerHeldAt }) => newerHeldAt === null)).toBe(true);
        }
      }),
      propertyRuns(500),
    );
  });
});
