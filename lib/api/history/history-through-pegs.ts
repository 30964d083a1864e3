import { type AnchoredPair, anchoredPairs } from '#lib/domain/rates/anchored-pair';
import {
  type HistoricalPoint,
  mergeRoutes,
  mixSources,
  pointsOfRoute,
  routesOf,
} from '#lib/domain/series/historical-series';
import { tracedPoints, withActs } from '#lib/domain/series/traced-points';
import { addDays, startOfDay } from '#lib/domain/iso-day';
import { pegHistory } from '#lib/domain/series/peg-history';
import type { Pair } from '#lib/domain/rates/pair';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { HistoryFound, AskedSpan, HistoryStore } from './history-span.ts';
import { knownSpan, readFixingRoute } from './series-reader.ts';

/**
 * The series of a pair that no publisher has: what law fixes, one point a day in force; on other days the fixings of what
 * law tied its ends to then. A point bears the name of the later of the two in the order of priority, as a current rate does.
 * Null where law does not help.
 */
export async function readThroughPegs(
  store: HistoryStore,
  snapshot: RateSnapshot,
  { pair, span }: { readonly pair: Pair; readonly span: AskedSpan },
): Promise<HistoryFound> {
  const pegSource = snapshot.sources.find(({ pegs }) => pegs.length > 0);
  if (!pegSource) return null;
  const found = [
    pegHistory(pegSource, pair, span, snapshot.today, 'every-act'),
    await readAnchored(store, snapshot, pegSource, { pair, span }),
  ].filter((points) => points !== null);
  return found.length === 0 ? null : mixSources(found);
}

/** The newest period first, and older ones until there are enough points. */
async function readAnchored(
  store: HistoryStore,
  snapshot: RateSnapshot,
  pegSource: SourceSnapshot,
  { pair, span }: { readonly pair: Pair; readonly span: AskedSpan },
): Promise<HistoryFound> {
  let found: HistoryFound = null;
  for (const anchored of anchoredPairs(pegSource.pegs, pair, snapshot.today).toReversed()) {
    const older = await readPeriod(store, snapshot, pegSource, {
      anchored,
      span: spanWithin(span, anchored),
    });
    if (older) found = [...older, ...(found ?? [])];
    if (found && found.length > span.limit) break;
  }
  return found;
}

/** The part of a span that lies in the days of a period. */
function spanWithin(span: AskedSpan, { firstDay, lastDay }: AnchoredPair): AskedSpan {
  return {
    ...span,
    fromMs: Math.max(span.fromMs, startOfDay(firstDay).getTime()),
    toMs: Math.min(span.toMs, startOfDay(addDays(lastDay, 1)).getTime() - 1),
  };
}

/** Null where no publisher of fixings has the anchors. */
async function readPeriod(
  store: HistoryStore,
  snapshot: RateSnapshot,
  pegSource: SourceSnapshot,
  { anchored, span }: { readonly anchored: AnchoredPair; readonly span: AskedSpan },
): Promise<HistoryFound> {
  const { sources } = snapshot;
  const { anchors, factor, acts } = anchored;
  const routesAt = ({ pairs, pivots }: SourceSnapshot) => routesOf(pairs, pivots, anchors);
  const bank = sources.find((source) => source.cadence === 'fixing' && routesAt(source).length > 0);
  if (!bank) return null;
  const known = knownSpan(snapshot, bank, span);
  if (known.fromMs > known.toMs) return [];
  const { id } = sources.indexOf(bank) > sources.indexOf(pegSource) ? bank : pegSource;
  const points: readonly (readonly HistoricalPoint[])[] = await Promise.all(
    routesAt(bank).map((route) =>
      readFixingRoute(store, bank, { route, span: known }, (figuresOf) => {
        const found = pointsOfRoute(id, route, figuresOf, { factor });
        if (!known.isTraced) return found;
        return tracedPoints(found, { source: bank.id, route, figuresOf }).map((point) =>
          withActs(point, pegSource.id, acts),
        );
      }),
    ),
  );
  return mergeRoutes(points);
}
