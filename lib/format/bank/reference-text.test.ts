import { expect, it } from 'vitest';
import type { SourceId } from '#lib/domain/source-id';
import { referenceText } from './reference-text.ts';

const figureOf = (source: SourceId, act: string | null = null) => ({ source, act });

it.each([
  ['fresh', [figureOf('ecb')], 'the ECB fixing of Fri 10 Apr 2026'],
  ['stale', [figureOf('ecb'), figureOf('ecb')], 'the ECB fixing of Fri 10 Apr 2026'],
  ['fresh', [figureOf('ecb'), figureOf('fixed', 'Some act')], 'the ECB fixing of Fri 10 Apr 2026'],
  ['fresh', [figureOf('crypto-exchange')], 'the Kraken rate of 10 Apr 2026, 12:10 UTC'],
  [
    'late',
    [figureOf('ecb'), figureOf('boe')],
    'the figures of the European Central Bank and the Bank of England, the oldest of 10 Apr 2026, 12:10 UTC',
  ],
  ['law', [figureOf('fixed', 'Some act')], 'the rate that law fixes'],
] as const)('names what a %s rate stands on', (age, legs, text) => {
  expect(referenceText({ timestamp: '2026-04-10T12:10:00.000Z', provenance: { age, legs } })).toBe(text);
});
