import { isBroken } from '#lib/domain/health/check-kind';
import { isoDayOf } from '#lib/domain/iso-day';
import type { Revision } from './judge-past.ts';
import type { LargeMove } from './move-limits.ts';
import type { NewestMove } from './live-judgement.ts';
import { medianOf } from '#lib/domain/median';
import { isAgreeing, isTurned } from './live-rules.ts';
import type { Observation } from '#lib/domain/rates/observation';
import type { DocumentRule } from './rules.ts';

/** Why nothing of a document is believed. */
export interface DocumentDoubt {
  readonly rule: DocumentRule;
  /** How many figures it is about. */
  readonly count: number;
  /** One sentence for people, without an internal word. */
  readonly sentence: string;
}

/** What is known of a document's newest figures once each has been judged. */
export interface NewestFindings {
  /** Pairs of the document, and how many of their newest figures were refused or held. */
  readonly newestPairs: number;
  readonly doubtedNewest: number;
  readonly newestMoves: readonly NewestMove[];
  /** Whether the market moves all the time, and all its rates at once. */
  readonly isAlwaysOpen: boolean;
}

/** What a document says of figures that are stored. */
export interface PastFindings {
  readonly revisions: readonly Revision[];
  /** Figures of the document whose instants are stored, the same or not. */
  readonly overlapping: number;
}

/** The same of the whole of a document of history. */
export interface DocumentFindings extends NewestFindings, PastFindings {
  /** Moves further than a live poll would believe between days of the document. */
  readonly moves: readonly LargeMove[];
  /** What is stored of its own days that it does not state; null for a document that does not have to state it. */
  readonly missing: MissingFigures | null;
  /** How many pairs its newest day has; null for a document that does not have to have them all, or is of no later day. */
  readonly newestDay: NewestDay | null;
  /** How each series stands to the nearest stored figure beyond its ends. */
  readonly seams: readonly Seam[];
  /** Pairs of its newest day that other sources have for that day too: whether they say the same. */
  readonly witnesses: readonly Witness[];
}

/** Stored figures of a document's own days, and those of them that it does not state. */
export interface MissingFigures {
  readonly storedCount: number;
  readonly missingCount: number;
  /** `EUR/USD of 2026-11-18` */
  readonly example: string | null;
}

/** A publication that would become the source's newest. */
export interface NewestDay {
  readonly pairs: number;
  /** Pairs of the newest stored publication. */
  readonly storedPairs: number;
}

/** What the other sources say of a figure of the past. */
export interface Witness {
  readonly observation: Observation;
  /** The median of the other sources' figures of that day. */
  readonly median: number;
}

/** The step from a document's own figures to the nearest stored one. */
export interface Seam {
  readonly observation: Observation;
  readonly storedRate: number;
  /** Days between the two. */
  readonly days: number;
  /** How far the rate may move in that time, as an absolute log return. */
  readonly limit: number;
}

/** Publishers correct a figure, or one currency of a week. More at once is a file of something else. */
export const REVISIONS_MAX = 10;

/** Two figures and more, and more than half of those that are stored: the dates are of other days. */
const CHANGED_MIN = 2;
const CHANGED_PART_MAX = 0.5;

/** Real shocks move one or two currencies this far on one day: the franc of 2015, the two CFA francs of 1994. */
const COMMON_MOVES_MAX = 5;

/** Up to so many newest figures, or fewer than a fifth, may be doubted before the others are doubted with them. */
const DOUBTED_NEWEST_MAX = 4;
const DOUBTED_PART_MAX = 0.2;

/** Fewer pairs tell nothing of a common factor. */
const FACTOR_PAIRS_MIN = 5;
/** The pound lost 8 % to the dollar and half of its pairs 7 % on 24 June 2016; no other day of a major is near it. */
const COMMON_FACTOR_MIN = 0.1;
/** Coins fell by half within 12 March 2020, which is 0.02 a minute by the square root of time. */
const MARKET_FACTOR_A_MINUTE = 0.02;
/** However long the service was away, half of all coins do not treble. */
const MARKET_FACTOR_MAX = Math.log(3);
/** Stored figures further away say nothing of a level. */
const SEAM_DAYS_MAX = 366;
/** Half of all rates moved by less within any quarter, and by less than 29 % within any year, of 2008 too. */
const SEAM_FACTOR_A_DAY = 0.015;
/** So many pairs at which the other sources are elsewhere speak against a document. */
const CONTRADICTED_PAIRS_MIN = 3;
/** So many pairs that other sources say as well speak for a document. */
const AGREED_PAIRS_MIN = 3;

/** A document with less than half of what is stored of its days is cut; one or two days tell nothing. */
const MISSING_PART_MAX = 0.5;
const MISSING_MIN = 3;

/** Why a document is doubted as a whole; null for a sound one. */
export function documentDoubt(findings: DocumentFindings): DocumentDoubt | null {
  return (
    newestDoubt(findings) ??
    pastDoubt(findings) ??
    doubtOfMoves(findings.moves) ??
    doubtOfSeams(findings.seams) ??
    doubtOfWitnesses(findings.witnesses) ??
    doubtOfMissing(findings) ??
    doubtOfNewestDay(findings)
  );
}

/** Why none of a document's newest figures is believed; null where each stands for itself. */
export function newestDoubt(findings: NewestFindings): DocumentDoubt | null {
  return doubtOfContradiction(findings) ?? doubtOfFactor(findings) ?? doubtOfNewest(findings);
}

/** Why what a document says of the past is not believed; null where it may. */
export function pastDoubt({ revisions, overlapping }: PastFindings): DocumentDoubt | null {
  const large = revisions.filter(({ isLarge }) => isLarge);
  const [example] = large.length > 0 ? large : revisions;
  if (example === undefined) return null;
  const { observation, storedRate } = example;
  const { base, quote, rate, observedAt } = observation;
  const such = `such as ${base}/${quote} of ${isoDayOf(observedAt)} from ${storedRate} to ${rate}`;
  if (revisions.length <= REVISIONS_MAX && large.length > 0) {
    const what = large.length === 1 ? 'a stored figure' : `${large.length} stored figures`;
    return {
      rule: 'large_revision',
      count: large.length,
      sentence: `It would change ${what} further than such a rate ever moves, ${such}.`,
    };
  }
  const isMostlyChanged =
    revisions.length >= CHANGED_MIN && revisions.length > overlapping * CHANGED_PART_MAX;
  if (revisions.length <= REVISIONS_MAX && !isMostlyChanged) return null;
  return {
    rule: 'many_revisions',
    count: revisions.length,
    sentence: `It would change ${revisions.length} stored figures, ${such}.`,
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

function doubtOfNewest({ newestPairs, doubtedNewest }: NewestFindings): DocumentDoubt | null {
  if (doubtedNewest <= DOUBTED_NEWEST_MAX || doubtedNewest < newestPairs * DOUBTED_PART_MAX) return null;
  return {
    rule: 'many_doubts',
    count: doubtedNewest,
    sentence: `${doubtedNewest} of its ${newestPairs} newest figures were refused or held, and the others are not believed either.`,
  };
}

/** Most of the pairs that the other sources have are elsewhere. */
function doubtOfContradiction({ newestMoves }: NewestFindings): DocumentDoubt | null {
  const agreed = newestMoves.filter(({ isAgreed }) => isAgreed === true).length;
  const contradicted = newestMoves.filter(({ isAgreed }) => isAgreed === false).length;
  if (contradicted < CONTRADICTED_PAIRS_MIN || contradicted <= agreed) return null;
  return {
    rule: 'contradicted',
    count: contradicted,
    sentence: `The other sources contradict ${contradicted} of the ${agreed + contradicted} newest figures that they have too.`,
  };
}

/** All figures at another level at once, whatever each may do by itself, unless the other sources know of it. */
function doubtOfFactor({ newestMoves, isAlwaysOpen }: NewestFindings): DocumentDoubt | null {
  const agreed = newestMoves.filter(({ isAgreed }) => isAgreed === true).length;
  const contradicted = newestMoves.filter(({ isAgreed }) => isAgreed === false).length;
  if (agreed >= AGREED_PAIRS_MIN && agreed > contradicted) return null;
  const median = medianOf(newestMoves.map(({ logReturn }) => logReturn));
  const elapsed = medianOf(newestMoves.map((move) => move.elapsed));
  if (median === null || elapsed === null || newestMoves.length < FACTOR_PAIRS_MIN) return null;
  const days = medianOf(newestMoves.map((move) => move.days)) ?? 0;
  const limit = isAlwaysOpen
    ? MARKET_FACTOR_A_MINUTE * Math.sqrt(elapsed)
    : SEAM_FACTOR_A_DAY * Math.sqrt(days);
  if (Math.abs(median) <= Math.min(Math.max(COMMON_FACTOR_MIN, limit), MARKET_FACTOR_MAX)) return null;
  const percent = (Math.expm1(median) * 100).toFixed(0);
  return {
    rule: 'common_factor',
    count: newestMoves.length,
    sentence: `Most of its ${newestMoves.length} figures moved together (median ${percent} %), and the other sources do not confirm it.`,
  };
}

/** A history at another level than what is stored months before or after it. */
function doubtOfSeams(seams: readonly Seam[]): DocumentDoubt | null {
  const near = seams.filter(({ days }) => days <= SEAM_DAYS_MAX);
  const moves = near.map(({ observation, storedRate }) => Math.log(observation.rate / storedRate));
  const far = near.filter(
    ({ observation, storedRate, limit }, index) =>
      Math.abs(moves[index] ?? 0) > limit || isTurned(observation.rate, storedRate),
  );
  const median = medianOf(moves);
  const days = medianOf(near.map((seam) => seam.days));
  const isAllFar =
    near.length >= FACTOR_PAIRS_MIN &&
    Math.abs(median ?? 0) > Math.max(COMMON_FACTOR_MIN, SEAM_FACTOR_A_DAY * Math.sqrt(days ?? 0));
  const [example] = far.length > 0 ? far : near;
  if (example === undefined || (far.length === 0 && !isAllFar)) return null;
  const { observation, storedRate } = example;
  return {
    rule: 'common_factor',
    count: far.length > 0 ? far.length : near.length,
    sentence: `Its figures do not fit the stored ones: ${observation.base}/${observation.quote} is ${observation.rate} on ${isoDayOf(observation.observedAt)}, but the nearest stored figure, ${example.days} days away, is ${storedRate}.`,
  };
}

/** A history of which most figures of its newest day are not what the other sources had then. */
function doubtOfWitnesses(witnesses: readonly Witness[]): DocumentDoubt | null {
  const contradicted = witnesses.filter(({ observation, median }) => !isAgreeing(observation.rate, median));
  const [example] = contradicted;
  if (example === undefined || 2 * contradicted.length <= witnesses.length) return null;
  const { observation, median } = example;
  return {
    rule: 'contradicted',
    count: contradicted.length,
    sentence: `The other sources contradict ${contradicted.length} of ${witnesses.length} figures of ${isoDayOf(observation.observedAt)}, such as ${observation.base}/${observation.quote} at ${observation.rate}, which they have at ${Number(median.toPrecision(6))}.`,
  };
}

function doubtOfMissing({ missing }: DocumentFindings): DocumentDoubt | null {
  if (missing === null) return null;
  const { storedCount, missingCount, example } = missing;
  if (missingCount < MISSING_MIN || missingCount <= storedCount * MISSING_PART_MAX) return null;
  return {
    rule: 'mostly_missing',
    count: missingCount,
    sentence: `${missingCount} of the ${storedCount} figures stored for its days are missing from it, such as ${example}.`,
  };
}

/** The pairs that a newest publication lacks would vanish, as it is the one that is served. */
function doubtOfNewestDay({ newestDay }: DocumentFindings): DocumentDoubt | null {
  if (newestDay === null || !isBroken(newestDay.pairs, newestDay.storedPairs)) return null;
  const { pairs, storedPairs } = newestDay;
  return {
    rule: 'mostly_missing',
    count: storedPairs - pairs,
    sentence: `Its newest day has ${pairs} pairs, and the newest stored one has ${storedPairs}.`,
  };
}
