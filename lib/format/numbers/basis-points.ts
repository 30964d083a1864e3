import { decimalsText } from './decimal-text.ts';
import { changeText } from '#lib/format/rates/rates-change';

/** To one decimal, never a negative zero. */
export function roundedBasisPoints(basisPoints: number): number {
  return Math.round(basisPoints * 10) / 10 || 0;
}

/** Basis points with sign and one decimal: `+4.3`, `−38.8` with a true minus, `0.0`. */
export function basisPointsText(basisPoints: number): string {
  return changeText(roundedBasisPoints(basisPoints), 1).figure;
}

/** Basis points as files for programs have them, with four decimals: `-38.8021`. */
export function plainBasisPoints(basisPoints: number): string {
  return decimalsText(Math.round(basisPoints * 10_000) / 10_000 || 0, 4);
}
