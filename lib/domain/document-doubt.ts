import { isoDayOf } from './iso-day.ts';
import type { Revision } from './judge-past.ts';
import type { LargeMove } from './large-moves.ts';

/**
 * Why a whole document is doubted: it changes many past figures, or one of them further than its kind of rate ever moves;
 * many rates move too far on one day; many of its newest figures are doubted; it lacks most of what is stored of its days.
 */
export type DocumentRule =
  | 'many_revisions'
  | 'large_revision'
  | 'common_move'
  | 'many_doubts'
  | 'mostly_missing';

/** Why nothing of a document is believed. */
export interface DocumentDoubt {
  readonly rule: DocumentRule;
  /** How many figures it is about. */
  readonly count: number;
  /** One sentence for people, without an internal word. */
  readonly sentence: string;
}

/** What is known of a document once each of its figures has been judged. */
export interface DocumentFindings {
  readonly revisions: readonly Revision[];
  /** Moves further than a live poll would believe between days of the document; of a live poll none. */
  readonly moves: readonly LargeMove[];
  /** Pairs whose newest figure is new, and how many of those were refused or held. */
  readonly newestPairs: number;
  readonly doubtedNewest: number;
  /** Stored figures of the document's own days, and those of them that it does not state. */
  readonly storedCount: number;
  readonly missingCount: number;
}

/** Publishers correct a figure, or one currency of a week. More at once is a file of something else. */
export const REVISIONS_MAX = 10;

/** Real shocks move one or two currencies this far on one day: the franc of 2015, the two CFA francs of 1994. */
const COMMON_MOVES_MAX = 5;

/** So many newest figures may be doubted, if they are also less than a fifth, before the others are doubted with them. */
const DOUBTED_NEWEST_MAX = 4;
const DOUBTED_PART_MAX = 0.2;

/** A document with less than half of what is stored of its days is cut. */
const MISSING_PART_MAX = 0.5;

/** Why a document is doubted as a whole; null for a sound one. */
export function documentDoubt(findings: DocumentFindings): DocumentDoubt | null {
  return (
    doubtOfNewest(findings) ??
    doubtOfRevisions(findings.revisions) ??
    doubtOfMoves(findings.moves) ??
    doubtOfMissing(findings)
  );
}

function doubtOfRevisions(revisions: readonly Revision[]): DocumentDoubt | null {
  const large = revisions.filter(({ isLarge }) => isLarge);
  const [example] = large.length > 0 ? large : revisions;
  if (example === undefined) return null;
  const { observation, storedRate } = example;
  const { base, quote, rate, observedAt } = observation;
  const such = `such as ${base}/${quote} of ${isoDayOf(observedAt)} from ${storedRate} to ${rate}`;
  if (revisions.length > REVISIONS_MAX) {
    return {
      rule: 'many_revisions',
      count: revisions.length,
      sentence: `It would change ${revisions.length} past figures, ${such}.`,
    };
  }
  if (large.length === 0) return null;
  const what = large.length === 1 ? 'a past figure' : `${large.length} past figures`;
  return {
    rule: 'large_revision',
    count: large.length,
    sentence: `It would change ${what} further than such a rate ever moves, ${such}.`,
  };
}

function doubtOfMoves(moves: readonly LargeMove[]): DocumentDoubt | null {
  for (const ofOneDay of Map.groupBy(moves, ({ observedAt }) => observedAt.getTime()).values()) {
    const [example] = ofOneDay;
    if (example === undefined || ofOneDay.length <= COMMON_MOVES_MAX) continue;
    const percent = ((Math.exp(example.changeLogReturn) - 1) * 100).toFixed(0);
    return {
      rule: 'common_move',
      count: ofOneDay.length,
      sentence: `${ofOneDay.length} rates move too far at once on ${isoDayOf(example.observedAt)}, such as ${example.base}/${example.quote} by ${percent} %.`,
    };
  }
  return null;
}

function doubtOfNewest({ newestPairs, doubtedNewest }: DocumentFindings): DocumentDoubt | null {
  if (doubtedNewest <= DOUBTED_NEWEST_MAX || doubtedNewest < newestPairs * DOUBTED_PART_MAX) return null;
  return {
    rule: 'many_doubts',
    count: doubtedNewest,
    sentence: `${doubtedNewest} of its ${newestPairs} newest figures were refused or held, and the others are not believed either.`,
  };
}

function doubtOfMissing({ storedCount, missingCount }: DocumentFindings): DocumentDoubt | null {
  if (storedCount === 0 || missingCount <= storedCount * MISSING_PART_MAX) return null;
  return {
    rule: 'mostly_missing',
    count: missingCount,
    sentence: `It lacks ${missingCount} of the ${storedCount} figures that are stored of its days.`,
  };
}
