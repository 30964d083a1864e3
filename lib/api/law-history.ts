import { anchoredPair } from '#lib/domain/anchored-pair';
import { mergeRoutes, multipliedPoints, routesOf } from '#lib/domain/historical-series';
import { isoDayOf } from '#lib/domain/iso-day';
import { legalHistory } from '#lib/domain/legal-history';
import type { Pair } from '#lib/domain/pair';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rate-snapshot';
import type { HistoryFound, HistorySpan, HistoryStore } from './history-span.ts';
import { knownSpan, readRoute } from './series-reader.ts';

/**
 * The series of a pair that no publisher has: what law fixes, one point a day in force; else the fixings of what law ties
 * its ends to, each by the law of its day. A point bears the name of the later of the two in the order of priority, as a
 * current rate does. Null where law does not help.
 */
export async function readThroughLaw(
  store: HistoryStore,
  snapshot: RateSnapshot,
  { pair, span }: { readonly pair: Pair; readonly span: HistorySpan },
): Promise<HistoryFound> {
  const law = snapshot.sources.find(({ legalRates }) => legalRates.length > 0);
  if (!law) return null;
  return (
    legalHistory(law, pair, span, snapshot.today) ??
    (await readAnchored(store, snapshot, law, { pair, span }))
  );
}

async function readAnchored(
  store: HistoryStore,
  snapshot: RateSnapshot,
  law: SourceSnapshot,
  { pair, span }: { readonly pair: Pair; readonly span: HistorySpan },
): Promise<HistoryFound> {
  const { sources, today } = snapshot;
  const anchored = anchoredPair(law.legalRates, pair, today);
  if (!anchored) return null;
  const routesAt = ({ pairs, pivots }: SourceSnapshot) => routesOf(pairs, pivots, anchored.anchors);
  const bank = sources.find((source) => source.cadence === 'fixing' && routesAt(source).length > 0);
  if (!bank) return null;
  const { id } = sources.indexOf(bank) > sources.indexOf(law) ? bank : law;
  const known = knownSpan(snapshot, bank, span);
  const points = await Promise.all(
    routesAt(bank).map((route) =>
      readRoute(store, bank, { route, span: known }, (figuresOf) =>
        multipliedPoints(id, route, figuresOf, (instantMs) =>
          anchored.factorOn(isoDayOf(new Date(instantMs))),
        ),
      ),
    ),
  );
  return mergeRoutes(points);
}
