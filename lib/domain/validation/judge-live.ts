import { judgePair } from './judge-pair.ts';
import type { FlaggedFigure, LiveContext, LiveJudgement, NewestMove } from './live-judgement.ts';
import type { Revision } from './judge-past.ts';
import type { Observation, Rejection } from '#lib/domain/rates/observation';
import { observationsByPair } from './observations-by-pair.ts';
import type { HeldFigure } from './quarantine.ts';

/**
 * Judges figures that passed the rules for single ones, whatever brings them: a poll, a backfill or an import. Each pair is
 * judged by itself, so a document with one bad figure keeps the good ones; `documentDoubt` then looks at the whole.
 *
 * A figure newer than the source's last one is live: inverted is refused; another unit or a jump is held; away from the
 * others it is served and flagged. Older figures are past, see `judgePast`.
 *
 * A held pair is released when two further polls repeat it and two other sources agree within 5 %, whether their figures
 * are served or held too; when the source goes
 * back on it, what was held is dropped. A publisher that answers "not modified" states its held fixings again: hand them
 * in. The operator's release is the caller's: it stores the figure, and takes it out of what `held` answers.
 */
export function judgeLive(figures: readonly Observation[], context: LiveContext): LiveJudgement {
  const accepted: Observation[] = [];
  const flagged: FlaggedFigure[] = [];
  const rejected: Rejection[] = [];
  const held: HeldFigure[] = [];
  const released: HeldFigure[] = [];
  const dropped: HeldFigure[] = [];
  const revisions: Revision[] = [];
  let isInverted = false;
  let overlapping = 0;
  let doubtedNewest = 0;
  const newestMoves: NewestMove[] = [];
  for (const series of observationsByPair(figures)) {
    const judged = judgePair(series, context);
    for (const figure of judged.accepted) accepted.push(figure);
    for (const rejection of judged.rejected) rejected.push(rejection);
    flagged.push(...judged.flagged);
    held.push(...judged.held);
    released.push(...judged.released);
    dropped.push(...judged.dropped);
    revisions.push(...judged.revisions);
    isInverted ||= judged.isInverted;
    overlapping += judged.overlapping;
    doubtedNewest += judged.doubtedNewest;
    newestMoves.push(...judged.newestMoves);
  }
  return {
    accepted,
    flagged,
    rejected,
    held,
    released,
    dropped,
    isInverted,
    revisions,
    overlapping,
    doubtedNewest,
    newestMoves,
  };
}
