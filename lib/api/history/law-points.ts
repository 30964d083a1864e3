import { pointLegs } from '#lib/domain/series/traced-points';
import type { HistoricalPoint } from '#lib/domain/series/historical-series';
import { isInForce, type Peg, peggedCode } from '#lib/domain/currencies/peg';
import { addDays, type IsoDay, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import type { Pair } from '#lib/domain/rates/pair';
import { DEFAULT_CHOICE, findRate } from '#lib/domain/rates/rate-engine';
import { roundExact } from '#lib/domain/rates/exact-number';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { FoundRate } from '#lib/domain/rates/strict-rate';
import type { DayRates } from './day-rates.ts';
import { type DayStretch, STRETCH_DAYS } from './day-stretch.ts';
import type { AskedSpan, HistoryStore } from './history-span.ts';

/**
 * The points that law makes of a pair, alone or with the figures of one source: of each UTC day its rate, by the engine that
 * answers for a day, where it was observed on that day. Ascending, the newest of the span and one more than its limit where there
 * are older ones.
 */
export async function readLawPoints(
  store: HistoryStore,
  seen: RateSnapshot,
  days: Pick<DayRates, 'stretchOf'>,
  { pair, span }: { readonly pair: Pair; readonly span: AskedSpan },
): Promise<readonly HistoricalPoint[]> {
  const law = lawOf(seen, pair);
  const [first] = law.acts.map(({ firstDay }) => firstDay).toSorted();
  if (first === undefined || !isCarried(seen, pair)) return [];
  const points: HistoricalPoint[] = [];
  const firstMs = startOfDay(first).getTime();
  const oldest = isoDayOf(new Date(Math.max(span.fromMs, firstMs)));
  let lastDay = isoDayOf(new Date(Math.max(Math.min(span.toMs, seen.asOf.getTime()), firstMs)));
  while (lastDay >= oldest) {
    const longest = addDays(lastDay, 1 - STRETCH_DAYS);
    const part = { firstDay: longest > oldest ? longest : oldest, lastDay };
    const stretch = await days.stretchOf(store, seen, { ...part, codes: law.codes });
    for (const point of pointsOf(stretch, law, { seen, pair, ...part, isTraced: span.isTraced === true })) {
      if (point.instantMs < span.fromMs || point.instantMs > span.toMs) continue;
      points.push(point);
      if (points.length > span.limit) return points.toReversed();
    }
    lastDay = addDays(part.firstDay, -1);
  }
  return points.toReversed();
}

/** What law has to say of a pair. */
interface LawOfPair {
  /** The acts that tie an end; of a currency against itself all that name it. */
  readonly acts: readonly Peg[];
  /** The ends, and what law ties them to in however many steps. */
  readonly codes: ReadonlySet<string>;
  /** Every act between these. */
  readonly between: readonly Peg[];
}

function lawOf({ sources }: RateSnapshot, { base, quote }: Pair): LawOfPair {
  const pegs = sources.flatMap((source) => source.pegs);
  const acts = pegs.filter((peg) => tiesAnEnd(peg, { base, quote }));
  const codes = new Set([base, quote, ...acts.map(peggedCode)]);
  // A set goes on to what is added to it.
  for (const code of codes) for (const peg of pegs) if (peggedCode(peg) === code) codes.add(peg.anchor);
  return { acts, codes, between: pegs.filter((peg) => codes.has(peg.base) && codes.has(peg.quote)) };
}

/** Whether an act ties an end of a pair; a currency against itself is named by any act that names it. */
export function tiesAnEnd(peg: Peg, { base, quote }: Pair): boolean {
  const tied = peggedCode(peg);
  return tied === base || tied === quote || (base === quote && peg.anchor === base);
}

/** Whether law or a source has ever named both ends. */
function isCarried({ sources }: RateSnapshot, { base, quote }: Pair): boolean {
  const names = (code: string) =>
    sources.some(({ pairs }) => [...pairs].some((pair) => pair.split('/').includes(code)));
  return names(base) && names(quote);
}

/** The points of a stretch, newest first. */
function* pointsOf(
  stretch: DayStretch,
  { acts, between }: LawOfPair,
  asked: {
    readonly seen: RateSnapshot;
    readonly pair: Pair;
    readonly firstDay: IsoDay;
    readonly lastDay: IsoDay;
    readonly isTraced: boolean;
  },
): Generator<HistoricalPoint> {
  const { seen, pair, firstDay, lastDay, isTraced } = asked;
  /** Whether the ends are linked, by law alone and with figures, by the names of the acts in force. */
  const linked = new Map<string, { readonly byLaw: boolean; readonly byAll: boolean }>();
  for (let day = lastDay; day >= firstDay; day = addDays(day, -1)) {
    if (!acts.some((act) => isInForce(act, day))) continue;
    const inForce = between.filter((act) => isInForce(act, day));
    const name = inForce.map((act) => between.indexOf(act)).join(' ');
    const links = linked.get(name) ?? {
      byLaw: isLinked(pair, inForce),
      byAll: isLinked(pair, [...stretch.pairs, ...inForce]),
    };
    linked.set(name, links);
    if (!links.byLaw && !(links.byAll && stretch.isObserved(day))) continue;
    const found = findRate(day === seen.today ? seen : stretch.snapshotOf(day), pair, DEFAULT_CHOICE);
    if (!found.ok) continue;
    const { observedAt, rate, source, legs } = found.value;
    if (isoDayOf(observedAt) !== day || !isByLaw(found.value)) continue;
    const traced = isTraced && {
      legs: pointLegs(legs).map((leg) => ({ ...leg, ...stretch.originOf(leg) })),
    };
    yield { instantMs: observedAt.getTime(), rate: roundExact(rate), source, ...traced };
  }
}

/** Whether pairs lead from one end to the other; where they do not, no day has a rate. */
function isLinked({ base, quote }: Pair, pairs: readonly Pair[]): boolean {
  const reached = new Set([base]);
  // A set goes on to what is added to it.
  for (const code of reached) {
    for (const one of pairs) {
      if (one.base === code) reached.add(one.quote);
      if (one.quote === code) reached.add(one.base);
    }
  }
  return reached.has(quote) && (base !== quote || pairs.some((one) => [one.base, one.quote].includes(base)));
}

/** Whether law makes a rate, alone or with the figures of one source: what is crossed between several has no history. */
function isByLaw({ isPegged, legs }: FoundRate): boolean {
  const published = legs.filter(({ age }) => age !== 'law');
  const isCrossed = new Set(published.map(({ source }) => source)).size > 1;
  return isPegged || (published.length < legs.length && !isCrossed);
}
