import { medianOf } from '#lib/domain/median';
import { isInverted, isOtherUnit, logDistance } from './live-rules.ts';
import type { Observation } from '#lib/domain/rates/observation';
import { type LiveRule, type Rejection, rejectionOf } from './rules.ts';
import type { SeriesFigures } from '#lib/domain/series/historical-series';

/** Why a pair's newest figure was not accepted, the figure itself, and what it was compared with. */
export interface NewestDoubt {
  readonly rule: LiveRule;
  readonly rate: number;
  readonly reference: number;
}

/** What a pair's past figures are compared with. */
export interface PastContext {
  /** The level above the newest of them: the source's own figure that follows, or null where none is near. */
  readonly level: { readonly rate: number; readonly observedAt: Date } | null;
  readonly newestDoubt: NewestDoubt | null;
  /** What the store holds of the pair around their days. */
  readonly stored: SeriesFigures;
  /** How far a rate may move between two instants, as an absolute log return; infinite across a long gap. */
  readonly limitBetween: (from: Date, to: Date) => number;
  /** The most that a single past figure may stand out from both neighbours, where that is less than the limit. */
  readonly spikeMax: number;
  /** How far a correction of one past figure may go. */
  readonly correctionMax: number;
}

/** A past figure that differs from the stored one. */
export interface Revision {
  readonly observation: Observation;
  readonly storedRate: number;
  /** Whether it goes further than its kind of rate ever moves at once. */
  readonly isLarge: boolean;
}

/** What became of a pair's past figures. */
export interface PastJudgement {
  readonly accepted: readonly Observation[];
  readonly rejected: readonly Rejection[];
  /** Figures that stand out alone from both neighbours, which agree with each other. */
  readonly spikes: readonly Observation[];
  /** Accepted figures that would replace a stored one, but for those that mend a stored spike. */
  readonly revisions: readonly Revision[];
  /** Figures whose instants are stored. */
  readonly overlapping: number;
}

/** So many figures tell at which level a history is; the median of three survives one bad one. */
const LEVEL_FIGURES = 3;

/**
 * Judges a pair's older figures, ascending by time: what a document brings beside the newest, or the whole of a history.
 * A figure that is stored already passes. Each other one is compared with its newer neighbour, beginning at the level
 * above: inverted or in another unit it is refused, and what is stored stays. One that stands out from both neighbours
 * alone is a spike. One that replaces a stored figure is a revision, unless the stored one is the spike of the two.
 * When the newest figure is doubted and these stand nearer to it than to what it was compared with, the whole document
 * is at a doubtful level and all are refused under the same rule.
 */
export function judgePast(history: readonly Observation[], context: PastContext): PastJudgement {
  const { level, newestDoubt, stored } = context;
  const documentLevel = levelOf(history);
  if (newestDoubt !== null && documentLevel !== null) {
    const { rule, rate, reference } = newestDoubt;
    if (logDistance(documentLevel, rate) < logDistance(documentLevel, reference)) {
      const rejected = history.map((row) => rejectionOf(row, rule));
      return { accepted: [], rejected, spikes: [], revisions: [], overlapping: 0 };
    }
  }
  const accepted: Observation[] = [];
  const rejected: Rejection[] = [];
  const spikes: Observation[] = [];
  const revisions: Revision[] = [];
  let overlapping = 0;
  const storedWalk = walkBack(stored);
  let newer: Neighbour | null = level;
  for (let index = history.length - 1; index >= 0; index -= 1) {
    const row = history[index];
    if (row === undefined) continue;
    const known = storedWalk(row.observedAt.getTime());
    if (known.same !== null) overlapping += 1;
    if (known.same === row.rate) {
      accepted.push(row);
      newer = row;
      continue;
    }
    const above: Neighbour | null = nearer(newer, known.after, row);
    const broken = above === null ? null : brokenRule(row.rate, above.rate);
    if (
      broken !== null &&
      above !== null &&
      context.limitBetween(row.observedAt, above.observedAt) < Infinity
    ) {
      rejected.push(rejectionOf(row, broken));
      continue;
    }
    const below = nearer(history[index - 1] ?? null, known.before, row);
    const standsOut = isSpike(row, above, below, context);
    if (known.same === null) {
      if (standsOut) {
        spikes.push(row);
        continue;
      }
      // A stored figure that stands out is mended without a word, but only by one that does not.
    } else if (standsOut || !isSpike({ ...row, rate: known.same }, above, below, context)) {
      const isLarge = standsOut || logDistance(row.rate, known.same) > context.correctionMax;
      revisions.push({ observation: row, storedRate: known.same, isLarge });
    }
    accepted.push(row);
    newer = row;
  }
  const mends = isSmoother(revisions, stored);
  return {
    accepted,
    rejected,
    spikes,
    revisions: mends ? revisions.filter(({ isLarge }) => isLarge) : revisions,
    overlapping,
  };
}

/**
 * Whether stored figures left their level and came back, and the new ones do not: a lie of a few percent that was believed for
 * some days, and is taken back. A history that is shifted, swapped or bent is no smoother than the one that it replaces.
 */
function isSmoother(revisions: readonly Revision[], { instantsMs, rates }: SeriesFigures): boolean {
  const corrected = new Map(
    revisions.map(({ observation }) => [observation.observedAt.getTime(), observation.rate]),
  );
  const first = instantsMs.findIndex((instantMs) => corrected.has(instantMs));
  const last = instantsMs.findLastIndex((instantMs) => corrected.has(instantMs));
  if (first <= 0 || last === instantsMs.length - 1) return false;
  let before = 0;
  let after = 0;
  for (let index = first; index <= last + 1; index += 1) {
    const [from, to] = [rates[index - 1] ?? Number.NaN, rates[index] ?? Number.NaN];
    before += logDistance(from, to);
    const newFrom = corrected.get(instantsMs[index - 1] ?? Number.NaN) ?? from;
    const newTo = corrected.get(instantsMs[index] ?? Number.NaN) ?? to;
    after += logDistance(newFrom, newTo);
  }
  return before - after > SMOOTHER_MIN;
}

/** There and back by 2 %. */
const SMOOTHER_MIN = 0.04;

/** The level at which a history ends; null of an empty one. */
export function levelOf(history: readonly Observation[]): number | null {
  return medianOf(history.slice(-LEVEL_FIGURES).map(({ rate }) => rate));
}

interface Neighbour {
  readonly rate: number;
  readonly observedAt: Date;
}

/** The stored figure of an instant and those around it. */
interface StoredAround {
  readonly same: number | null;
  readonly before: Neighbour | null;
  readonly after: Neighbour | null;
}

/** Looks stored figures up for instants that go back in time; each is passed once. */
function walkBack({ instantsMs, rates }: SeriesFigures): (instantMs: number) => StoredAround {
  let place = instantsMs.length - 1;
  const at = (index: number): Neighbour | null => {
    const instantMs = instantsMs[index];
    const rate = rates[index];
    return instantMs === undefined || rate === undefined ? null : { rate, observedAt: new Date(instantMs) };
  };
  return (instantMs) => {
    while (place >= 0 && (instantsMs[place] ?? -Infinity) > instantMs) place -= 1;
    const isSame = instantsMs[place] === instantMs;
    return {
      same: isSame ? (rates[place] ?? null) : null,
      before: at(isSame ? place - 1 : place),
      after: at(place + 1),
    };
  };
}

/** The neighbour that is nearer in time to a row; of one instant the document's own. */
function nearer(own: Neighbour | null, stored: Neighbour | null, { observedAt }: Observation) {
  if (own === null || stored === null) return own ?? stored;
  const distance = (one: Neighbour) => Math.abs(one.observedAt.getTime() - observedAt.getTime());
  return distance(stored) < distance(own) ? stored : own;
}

/** Whether a figure stands out from both neighbours, which agree with each other. */
export function isSpike(
  row: Neighbour,
  above: Neighbour | null,
  below: Neighbour | null,
  { limitBetween, spikeMax }: Pick<PastContext, 'limitBetween' | 'spikeMax'>,
): boolean {
  if (above === null || below === null) return false;
  const fromBelow = logDistance(row.rate, below.rate);
  const fromAbove = logDistance(row.rate, above.rate);
  const between = logDistance(above.rate, below.rate);
  // Most figures stay near, and then no calendar is asked.
  if (Math.min(fromBelow, fromAbove) <= 2 * between) return false;
  const most = (from: Date, to: Date) => {
    const limit = limitBetween(from, to);
    return limit === Infinity ? limit : Math.min(limit, spikeMax);
  };
  return (
    fromBelow > most(below.observedAt, row.observedAt) && fromAbove > most(row.observedAt, above.observedAt)
  );
}

function brokenRule(rate: number, neighbour: number): LiveRule | null {
  if (isInverted(rate, neighbour)) return 'inverted_quote';
  return isOtherUnit(rate, neighbour) ? 'unit_scale' : null;
}
