import { judgePair } from './judge-pair.ts';
import type { LiveContext, LiveJudgement } from './live-judgement.ts';
import type { Observation } from '#lib/domain/rates/observation';
import { observationsByPair } from './observations-by-pair.ts';

/**
 * Judges figures that passed the rules for single ones, whatever brings them: a poll, a backfill or an import. Each pair is
 * judged by itself, so a document with one bad figure keeps the good ones; `documentDoubt` then looks at the whole.
 *
 * A figure newer than the source's last one is live: inverted is refused; another unit or a jump is held; away from the
 * others it is served and flagged. Older figures are past, see `judgePast`.
 *
 * A held pair is released when two further polls repeat it and two other sources agree within 5 %, whether their figures
 * are served or held too, and a bank's when two later publications follow it and no source denies it; when the source goes
 * back on it, what was held is dropped. A publisher that answers "not modified" states its held fixings again: hand them
 * in. The operator's release is the caller's: it stores the figure, and takes it out of what `held` answers.
 */
export function judgeLive(figures: readonly Observation[], context: LiveContext): LiveJudgement {
  return joined(observationsByPair(figures).map((series) => judgePair(series, context)));
}

/** The judgements of several pairs as one. */
export function joined(parts: readonly LiveJudgement[]): LiveJudgement {
  return {
    accepted: parts.flatMap(({ accepted }) => accepted),
    flagged: parts.flatMap(({ flagged }) => flagged),
    rejected: parts.flatMap(({ rejected }) => rejected),
    held: parts.flatMap(({ held }) => held),
    released: parts.flatMap(({ released }) => released),
    dropped: parts.flatMap(({ dropped }) => dropped),
    isInverted: parts.some(({ isInverted }) => isInverted),
    revisions: parts.flatMap(({ revisions }) => revisions),
    overlapping: parts.reduce((sum, { overlapping }) => sum + overlapping, 0),
    doubtedNewest: parts.reduce((sum, { doubtedNewest }) => sum + doubtedNewest, 0),
    newestMoves: parts.flatMap(({ newestMoves }) => newestMoves),
  };
}
