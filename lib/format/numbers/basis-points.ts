import { decimalsText } from './decimal-text.ts';
import { fixedText } from './number-text.ts';

/** To one decimal, never a negative zero. */
export function roundedBasisPoints(basisPoints: number): number {
  return Math.round(basisPoints * 10) / 10 || 0;
}

/** Basis points with sign and one decimal: `+4.3`, `−38.8` with a true minus, `0.0`. */
export function basisPointsText(basisPoints: number): string {
  const rounded = roundedBasisPoints(basisPoints);
  const size = fixedText(Math.abs(rounded), 1);
  if (rounded === 0) return size;
  return rounded > 0 ? `+${size}` : `\u2212${size}`;
}

/** Basis points as files for programs have them, with four decimals: `-38.8021`. */
export function plainBasisPoints(basisPoints: number): string {
  return decimalsText(Math.round(basisPoints * 10_000) / 10_000 || 0, 4);
}
