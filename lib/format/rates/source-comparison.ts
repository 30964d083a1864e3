import type { PairComparison, Provenance } from '#lib/contract/responses';
import { medianOf } from '#lib/domain/median';
import { roundedBasisPoints } from '#lib/format/numbers/basis-points';

/** One source's rate of a pair beside those of the others. */
export interface ComparedRate {
  readonly source: PairComparison['rates'][number]['source'];
  readonly rate: number;
  readonly timestamp: string;
  readonly age: Provenance['age'];
  /** How it was made: `direct`, `inverse`, `cross via EUR`, `by law`. */
  readonly made: string;
  /** Distance from the median in basis points, one decimal; positive where the rate is higher. */
  readonly basisPoints: number;
}

/** How far the scale reaches to either side; beyond it a dot would push the others together. */
export const SCALE_BASIS_POINTS = 80;

const PER_UNIT = 10_000;

/** Every source's rate with its distance from the median: the middle one, of an even number the mean of the middle two; null where there is none. */
export function comparedRates({ from, to, rates }: PairComparison) {
  const median = medianOf(rates.map(({ rate }) => rate));
  return {
    median,
    rates: rates.map(({ source, rate, timestamp, provenance }): ComparedRate => ({
      source,
      rate,
      timestamp,
      age: provenance.age,
      made: madeText(provenance, from, to),
      basisPoints: median === null ? 0 : roundedBasisPoints((rate / median - 1) * PER_UNIT),
    })),
  };
}

/** Where a distance stands on the scale, in percent from its left end, and whether it lies beyond an end. */
export function scalePlace(basisPoints: number): {
  readonly percent: number;
  readonly beyond: 'left' | 'right' | null;
} {
  const beyond =
    basisPoints > SCALE_BASIS_POINTS ? 'right' : basisPoints < -SCALE_BASIS_POINTS ? 'left' : null;
  const within = Math.min(SCALE_BASIS_POINTS, Math.max(-SCALE_BASIS_POINTS, basisPoints));
  return { percent: 50 + (within / SCALE_BASIS_POINTS) * 50, beyond };
}

function madeText({ kind, age, legs }: Provenance, from: string, to: string): string {
  if (age === 'law') return 'by law';
  if (kind !== 'cross') return kind === 'identity' ? 'the same currency' : kind;
  const pivots = new Set(legs.flatMap(({ base, quote }) => [base, quote]));
  pivots.delete(from);
  pivots.delete(to);
  return pivots.size === 0 ? 'cross' : `cross via ${[...pivots].join(' and ')}`;
}
