import { describe, expect, it } from 'vitest';
import { handlingOf } from './prefer.ts';

describe('the handling that a Prefer header asks for', () => {
  it.each([
    'handling=lenient',
    'Handling=Lenient',
    'handling="lenient"',
    'handling="le\\nient"',
    'handling = lenient',
    '\thandling\t=\t"lenient" ',
    'handling=lenient; because=legacy',
    'respond-async, handling=lenient',
    'respond-async;wait="1, handling=strict", handling=lenient',
    'note="say \\"no\\", handling=strict", handling=lenient',
    'handling=lenient, handling=strict',
    'wait=10;handling=strict, handling=lenient',
    ', ,handling=lenient',
  ])('is lenient for %j', (prefer) => {
    expect(handlingOf(prefer)).toBe('lenient');
  });

  it.each([
    null,
    '',
    'handling',
    'handling=',
    'handling=""',
    'handling=strict',
    'handling="strict"',
    'handling=strict, handling=lenient',
    'handling, handling=lenient',
    'wait=10; handling=lenient',
    'note="handling=lenient"',
    'note=", handling=lenient"',
    'note="never closed, handling=lenient',
    'xhandling=lenient',
    'handling=lenient1',
    'handling=lenient strict',
    'handling lenient',
    "handling='lenient'",
  ])('is strict for %j', (prefer) => {
    expect(handlingOf(prefer)).toBe('strict');
  });

  it('is found in time that grows with the length, not with its square', () => {
    const startedAt = performance.now();
    for (const text of ['"'.repeat(15_999), '"\\'.repeat(8000), 'a'.repeat(16_000), ',;='.repeat(5000)]) {
      expect(handlingOf(text)).toBe('strict');
    }
    expect(performance.now() - startedAt).toBeLessThan(500);
  });
});
