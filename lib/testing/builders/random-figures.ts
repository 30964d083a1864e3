import { fc } from '#lib/testing/seeded-fast-check';

/** Decimals of 1 to 15 significant digits from 1e-12 to 1e12, the validation's own range; short ones, as publishers write, included. */
export function randomFigure(): fc.Arbitrary<number> {
  const short = fc.tuple(fc.integer({ min: 1, max: 999_999 }), fc.integer({ min: -6, max: 3 }));
  const long = fc.tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: -26, max: 2 }));
  return fc
    .oneof(short, long)
    .map(([digits, exponent]) => Number(`${digits}e${exponent}`))
    .filter((figure) => figure >= 1e-12 && figure <= 1e12);
}

/** Amounts that a caller may ask for: 0, or 1e-12 to 1e15 with at most 15 significant digits. */
export function randomAmount(): fc.Arbitrary<number> {
  const positive = fc
    .tuple(fc.integer({ min: 1, max: 999_999_999_999_999 }), fc.integer({ min: -26, max: 12 }))
    .map(([digits, exponent]) => Number(`${digits}e${exponent}`))
    .filter((amount) => amount >= 1e-12 && amount <= 1e15);
  return fc.oneof({ arbitrary: fc.constant(0), weight: 1 }, { arbitrary: positive, weight: 20 });
}
