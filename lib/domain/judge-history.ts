import { isInverted, isOtherUnit, type LiveRule, logDistance, medianOf } from './live-rules.ts';
import type { Observation, Rejection } from './observation.ts';

/** Why a pair's newest figure was not accepted, the figure itself, and what it was compared with. */
export interface NewestDoubt {
  readonly rule: LiveRule;
  readonly rate: number;
  readonly reference: number;
}

/** So many figures tell at which level a history is; the median of three survives one bad one. */
const LEVEL_FIGURES = 3;

/**
 * Judges a pair's older figures, which a live poll brings beside the newest: repeated, corrected, or of a gap.
 * Each is compared with its newer neighbour, beginning at `level`, the source's own last figure: inverted or in another
 * unit it is refused, and what is stored stays. When the newest figure is doubted and these stand nearer to it than to
 * what it was compared with, the whole document is at a doubtful level and all are refused under the same rule.
 */
export function judgeHistory(
  history: readonly Observation[],
  level: number | null,
  newestDoubt: NewestDoubt | null,
): { readonly accepted: readonly Observation[]; readonly rejected: readonly Rejection[] } {
  const documentLevel = levelOf(history);
  if (newestDoubt !== null && documentLevel !== null) {
    const { rule, rate, reference } = newestDoubt;
    if (logDistance(documentLevel, rate) < logDistance(documentLevel, reference)) {
      return { accepted: [], rejected: history.map((row) => refusal(row, rule)) };
    }
  }
  const accepted: Observation[] = [];
  const rejected: Rejection[] = [];
  let neighbour = level;
  for (const row of history.toReversed()) {
    const broken = neighbour === null ? null : brokenRule(row.rate, neighbour);
    if (broken === null) {
      neighbour = row.rate;
      accepted.push(row);
    } else {
      rejected.push(refusal(row, broken));
    }
  }
  return { accepted, rejected };
}

/** The level at which a history ends; null of an empty one. */
export function levelOf(history: readonly Observation[]): number | null {
  return medianOf(history.slice(-LEVEL_FIGURES).map(({ rate }) => rate));
}

function brokenRule(rate: number, neighbour: number): LiveRule | null {
  if (isInverted(rate, neighbour)) return 'inverted_quote';
  return isOtherUnit(rate, neighbour) ? 'unit_scale' : null;
}

function refusal({ base, quote, rate, observedAt }: Observation, rule: LiveRule): Rejection {
  return { rule, detail: `${observedAt.toISOString()} ${base}/${quote} "${rate}"` };
}
