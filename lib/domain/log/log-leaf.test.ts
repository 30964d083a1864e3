import { expect, it } from 'vitest';
import { randomFigure } from '#lib/testing/builders/random-figures';
import { propertyRuns, seeded } from '#lib/testing/property-runs';
import { fc } from '#lib/testing/seeded-fast-check';
import { LEAF_KINDS, type LogLeaf, leafText, leafTextStart, parseLeafText } from './log-leaf.ts';

const LEAF: LogLeaf = {
  source: 'ecb',
  base: 'EUR',
  quote: 'USD',
  observedAtMs: Date.parse('2026-04-13T12:15:00Z'),
  rate: 1.1684,
  sha256: 'ab'.repeat(32),
  kind: 'accepted',
  seenAtMs: Date.parse('2026-04-13T14:02:11.512Z'),
};

const TEXT = `["ecb","EUR","USD","2026-04-13T12:15:00.000Z",1.1684,"${'ab'.repeat(32)}","accepted","2026-04-13T14:02:11.512Z"]`;

it('an entry of the log has one text', () => {
  expect(leafText(LEAF)).toBe(TEXT);
  expect(TEXT.startsWith(leafTextStart(LEAF))).toBe(true);
});

it(seeded('every entry reads as it was written, its figure digit for digit'), () => {
  const instant = fc.integer({ min: 0, max: 4_102_444_800_000 });
  const leaf = fc.record({
    source: fc.constantFrom('ecb', 'boe'),
    base: fc.constantFrom('EUR', 'GBP'),
    quote: fc.constantFrom('USD', 'JPY'),
    observedAtMs: instant,
    rate: randomFigure(),
    sha256: fc.constant('cd'.repeat(32)),
    kind: fc.constantFrom(...LEAF_KINDS),
    seenAtMs: instant,
  });
  fc.assert(
    fc.property(leaf, (one) => {
      expect(parseLeafText(leafText(one))).toEqual(one);
    }),
    propertyRuns(500),
  );
});

it.each([
  '',
  '[]',
  '{}',
  TEXT.replace('1.1684', '1.16840'),
  TEXT.replace('1.1684', '"1.1684"'),
  TEXT.replace('accepted', 'deleted'),
  TEXT.replace('.000Z', 'Z'),
  TEXT.replace(',"USD"', ', "USD"'),
  TEXT.replace(']', ',1]'),
  TEXT.replace('2026-04-13T14', '2026-04-99T14'),
])('a text that is written another way is none: %s', (text) => {
  expect(parseLeafText(text)).toBeNull();
});
