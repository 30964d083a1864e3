import type { AcceptedFigure } from '#lib/domain/validation/live-judgement';
import type { Observation } from '#lib/domain/rates/observation';
import { pairKey } from '#lib/domain/rates/pair';

/** A market's own figures of the last days, the fewer the older, so that many small steps are seen as one move. */
export interface RecentFigures {
  /** What is remembered of a pair, newest first; nothing when its stored figure is not the one noted last, as after a release. */
  readonly earlier: (base: string, quote: string, last: AcceptedFigure | null) => readonly AcceptedFigure[];
  /** Notes a figure that was stored after `last`. */
  readonly note: (figure: Observation, last: AcceptedFigure | null) => void;
  /** Forgets a pair whose move was confirmed. */
  readonly forget: (base: string, quote: string) => void;
}

/** No limit looks further back. */
const REMEMBERED_MS = 10 * 86_400_000;

/** Memory of one source, empty at first. */
export function createRecentFigures(): RecentFigures {
  const byPair = new Map<string, readonly AcceptedFigure[]>();
  const earlier: RecentFigures['earlier'] = (base, quote, last) => {
    const known = byPair.get(pairKey(base, quote)) ?? [];
    return last !== null && known[0]?.rate === last.rate ? known : [];
  };
  return {
    earlier,
    note: ({ base, quote, rate, observedAt }, last) => {
      const known = earlier(base, quote, last);
      const [newest] = known;
      if (newest && observedAt <= newest.observedAt) return;
      byPair.set(pairKey(base, quote), thinned([{ rate, observedAt }, ...known]));
    },
    forget: (base, quote) => byPair.delete(pairKey(base, quote)),
  };
}

/** Each figure that is kept is at least half as much older again than the one after it: some thirty over ten days. */
function thinned(figures: readonly AcceptedFigure[]): readonly AcceptedFigure[] {
  const newestMs = figures[0]?.observedAt.getTime() ?? 0;
  const kept: AcceptedFigure[] = [];
  for (const [index, figure] of figures.entries()) {
    const ageMs = newestMs - figure.observedAt.getTime();
    if (ageMs > REMEMBERED_MS) break;
    const older = figures[index + 1];
    const lastKeptMs = newestMs - (kept.at(-1)?.observedAt.getTime() ?? newestMs);
    const olderMs = older === undefined ? Infinity : newestMs - older.observedAt.getTime();
    // Without it the gap between its neighbours would be too wide.
    if (index === 0 || olderMs > Math.max(60_000, 1.5 * lastKeptMs)) kept.push(figure);
  }
  return kept;
}

/** One memory per source, made when it is first asked for. */
export function rememberRecentFigures(): (source: string) => RecentFigures {
  const bySource = new Map<string, RecentFigures>();
  return (source) => {
    const known = bySource.get(source) ?? createRecentFigures();
    bySource.set(source, known);
    return known;
  };
}
