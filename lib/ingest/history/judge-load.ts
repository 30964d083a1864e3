import { DAY_MS } from '#lib/domain/durations';
import { isoDayOf } from '#lib/domain/iso-day';
import { medianOf } from '#lib/domain/median';
import type { Observation } from '#lib/domain/rates/observation';
import type { SeriesFigures } from '#lib/domain/series/historical-series';
import type { BarObservation } from '#lib/domain/validation/check-market';
import {
  documentDoubt,
  type DocumentDoubt,
  type MissingFigures,
  type NewestDay,
  type Seam,
  type Witness,
} from '#lib/domain/validation/document-doubt';
import {
  type FixingColumns,
  type SeriesRows,
  seriesRows,
  withoutRows,
} from '#lib/domain/validation/fixing-columns';
import type { HeldFigure } from '#lib/domain/validation/held-figure';
import { joined, judgePair } from '#lib/domain/validation/judge-live';
import type { LiveContext, LiveJudgement } from '#lib/domain/validation/live-judgement';
import { SPIKE_MAX } from '#lib/domain/validation/live-rules';
import {
  gapLimit,
  type LargeMove,
  largeMovesOfSeries,
  pastContextFor,
} from '#lib/domain/validation/move-limits';
import { observationsByPair } from '#lib/domain/validation/observations-by-pair';
import { type Rejection, rejectionOf } from '#lib/domain/validation/rules';
import { type Judges, liveContextOf, NOTHING_STORED } from '#lib/ingest/judge/neighbours';
import { readStoredAround, readStoredBeyond, storedSpanOf } from '#lib/ingest/judge/stored-past';
import type { Source } from '#lib/sources/source';
import type { Store } from '#lib/store/store';

/** What became of a document of history once every rule has had its say. */
export interface JudgedLoad<Figures> {
  readonly accepted: Figures;
  readonly rejected: readonly Rejection[];
  /** What is held of the document's pairs afterwards, and figures that are no longer because the publisher went back on them. */
  readonly held: readonly HeldFigure[];
  readonly dropped: readonly HeldFigure[];
  /** Moves further than a live poll would believe: stored all the same where they are real, as single ones are. */
  readonly moves: readonly LargeMove[];
  /** Why nothing of it may be stored; null for a sound document. */
  readonly doubt: DocumentDoubt | null;
}

/** What a load is judged by; what the store holds is read series by series. */
export type LoadJudges = Omit<Judges, 'stored' | 'isPoll' | 'earlier'> & {
  /** Whether the publisher gave it just now for a span that was asked for, so that most of what is stored must be there. */
  readonly isFetched: boolean;
  /** Whether it is all that the publisher gave for the span, so that it must have every pair. */
  readonly isWhole: boolean;
  /** What the other sources had on the document's newest day. */
  readonly othersThen: LiveContext['others'];
};

type SeriesReads = Pick<Store, 'readSeries' | 'readTickSeries'>;

/** Judges a history of fixings. */
export async function judgeFixings(
  source: Source,
  columns: FixingColumns,
  judges: LoadJudges,
  store: SeriesReads,
): Promise<JudgedLoad<FixingColumns>> {
  const newestDay = newestDayOf(source, columns, judges);
  const { left, ...judged } = await judgeSeries(source, seriesRows(columns), { ...judges, newestDay }, store);
  return { ...judged, accepted: left.size === 0 ? columns : withoutRows(columns, left) };
}

/** Judges the days of a market by its newest quote and what its history said of them; all of them are past. */
export async function judgeBars(
  source: Source,
  bars: readonly BarObservation[],
  judges: LoadJudges,
  store: SeriesReads,
): Promise<JudgedLoad<readonly BarObservation[]>> {
  const { left, ...judged } = await judgeSeries(source, barRows(bars), { ...judges, newestDay: null }, store);
  // A held figure has no day but its instant's: one that ends after its day is refused.
  const dayOf = new Map(bars.map((bar) => [bar.observedAt.getTime(), bar.day]));
  const isStray = ({ observedAt }: Observation) =>
    isoDayOf(observedAt) !== (dayOf.get(observedAt.getTime()) ?? isoDayOf(observedAt));
  return {
    ...judged,
    held: judged.held.filter((figure) => !isStray(figure)),
    rejected: [
      ...judged.rejected,
      ...judged.held.filter(isStray).map((figure) => rejectionOf(figure, 'jump')),
    ],
    accepted: left.size === 0 ? bars : bars.filter((_, row) => !left.has(row)),
  };
}

/** The bars of one document as a series a pair, each with its row numbers. */
function* barRows(bars: readonly BarObservation[]): Generator<SeriesRows> {
  const rowOf = new Map(bars.map((bar, row) => [bar, row]));
  for (const series of observationsByPair(bars)) {
    yield { rows: Uint32Array.from(series, (bar) => rowOf.get(bar) ?? -1), observations: series };
  }
}

interface SeriesJudgement extends Omit<JudgedLoad<never>, 'accepted'> {
  /** Rows that are not stored. */
  readonly left: ReadonlySet<number>;
}

/** One series after the other, so that no more than one is held as rows. */
async function judgeSeries(
  source: Source,
  series: Iterable<SeriesRows>,
  judges: LoadJudges & { readonly newestDay: NewestDay | null },
  store: SeriesReads,
): Promise<SeriesJudgement> {
  const findings = createFindings();
  const parts: LiveJudgement[] = [];
  const left = new Set<number>();
  for (const { rows, observations } of series) {
    const stored = await readBy(readStoredAround, { store, source }, observations);
    const context = contextOf(source, judges, stored);
    const judged = judgePair(observations, context);
    const kept = keptOf(observations, judged.accepted);
    if (kept.length < observations.length) {
      const isKept = new Set(kept);
      for (const [index, observation] of observations.entries()) {
        const row = rows[index];
        if (row !== undefined && !isKept.has(observation)) left.add(row);
      }
    }
    // The rows of a history are kept once, by their document.
    parts.push({ ...judged, accepted: [] });
    const beyond = await readBy(readStoredBeyond, { store, source }, kept);
    findings.add({ observations, kept, stored, beyond, context, othersThen: judges.othersThen });
  }
  const whole = joined(parts);
  const { newestDay, isFetched } = judges;
  const found = findings.found(isFetched);
  const doubt = documentDoubt({
    ...whole,
    ...found,
    newestPairs: parts.length,
    isAlwaysOpen: false,
    newestDay,
  });
  const { rejected, held, dropped } = whole;
  return { rejected, held, dropped, moves: found.moves, doubt, left };
}

/** The accepted rows of a series in the order of time. */
function keptOf(
  observations: readonly Observation[],
  accepted: readonly Observation[],
): readonly Observation[] {
  if (accepted.length === observations.length) return observations;
  const isAccepted = new Set(accepted);
  return observations.filter((observation) => isAccepted.has(observation));
}

/** What a document has of its newest day, if that would be the newest publication. */
function newestDayOf(
  source: Source,
  { instantsMs }: FixingColumns,
  { isWhole, snapshot }: LoadJudges,
): NewestDay | null {
  const stored = snapshot.sources.find(({ id }) => id === source.id)?.publications[0];
  const newestMs = instantsMs.reduce((one, other) => Math.max(one, other), 0);
  if (!isWhole || !stored || newestMs <= stored.observedAt.getTime()) return null;
  const pairs = instantsMs.reduce((count, atMs) => (atMs === newestMs ? count + 1 : count), 0);
  return { pairs, storedPairs: stored.figures.size };
}

/** The days of a market are past, whatever is stored of them. */
function contextOf(source: Source, judges: LoadJudges, stored: SeriesFigures): LiveContext {
  const context = liveContextOf(source, {
    ...judges,
    isPoll: false,
    earlier: () => [],
    stored: () => stored,
  });
  return source.cadence === 'fixing' ? context : { ...context, cadence: 'bar', held: heldBars(judges) };
}

function heldBars({ before }: LoadJudges): LiveContext['held'] {
  return (base, quote) => before.heldBars.filter((figure) => figure.base === base && figure.quote === quote);
}

/** Reads what is stored around a series, or beyond its ends; nothing of an empty one. */
function readBy(
  read: typeof readStoredAround,
  { store, source }: { readonly store: SeriesReads; readonly source: Source },
  observations: readonly Observation[],
): Promise<SeriesFigures> {
  const span = storedSpanOf(observations);
  return span === null ? Promise.resolve(NOTHING_STORED) : read(store, source, span);
}

/** One series of a history, and what is stored of it. */
export interface JudgedSeries {
  readonly observations: readonly Observation[];
  /** Those that may be stored, in the order of time. */
  readonly kept: readonly Observation[];
  /** What is stored around its days, and the nearest figures beyond them. */
  readonly stored: SeriesFigures;
  readonly beyond: SeriesFigures;
  readonly context: LiveContext;
  /** What the other sources had on the document's newest day. */
  readonly othersThen: LiveContext['others'];
}

/** Collects what the series of a history say of its document, beside what each says of its figures. */
export function createFindings() {
  const moves: LargeMove[] = [];
  const seams: Seam[] = [];
  const witnesses: Witness[] = [];
  let missing: MissingFigures = { storedCount: 0, missingCount: 0, example: null };
  return {
    add: ({ observations, kept, stored, beyond, context, othersThen }: JudgedSeries) => {
      moves.push(...largeMovesOfSeries([withNeighbours(kept, stored)], context));
      seams.push(...seamsOf(kept, beyond, context));
      const newest = kept.at(-1);
      const median = newest && medianOf(othersThen(newest.base, newest.quote, newest.observedAt));
      if (newest && median) witnesses.push({ observation: newest, median });
      missing = withMissing(missing, observations, stored);
    },
    /** All of it; what is missing only of a document that its publisher gave just now, so that what is stored of its days must be there. */
    found: (isFetched: boolean) => ({ moves, seams, witnesses, missing: isFetched ? missing : null }),
  };
}

/** A series between the stored figures on both of its sides, so that the seams are looked at too. */
function withNeighbours(
  kept: readonly Observation[],
  { instantsMs, rates }: SeriesFigures,
): readonly Observation[] {
  const [first] = kept;
  const last = kept.at(-1);
  if (!first || !last) return [];
  if (instantsMs.length === 0) return kept;
  const before = instantsMs.findLastIndex((atMs) => atMs < first.observedAt.getTime());
  const after = instantsMs.findIndex((atMs) => atMs > last.observedAt.getTime());
  const at = (index: number): readonly Observation[] => {
    const rate = rates[index];
    const atMs = instantsMs[index];
    return rate === undefined || atMs === undefined ? [] : [{ ...first, rate, observedAt: new Date(atMs) }];
  };
  return [...at(before), ...kept, ...at(after)];
}

/** Adds what is stored between a series' first and last day that it does not state; a day is a day, whatever its instant. */
function withMissing(
  known: MissingFigures,
  observations: readonly Observation[],
  { instantsMs }: SeriesFigures,
): MissingFigures {
  const [first] = observations;
  const last = observations.at(-1);
  if (!first || !last || instantsMs.length === 0) return known;
  const stated = new Set(observations.map(({ observedAt }) => isoDayOf(observedAt)));
  const within = instantsMs.filter(
    (atMs) => atMs >= first.observedAt.getTime() && atMs <= last.observedAt.getTime(),
  );
  const missing = within.map((atMs) => isoDayOf(new Date(atMs))).filter((day) => !stated.has(day));
  const [day] = missing;
  return {
    storedCount: known.storedCount + within.length,
    missingCount: known.missingCount + missing.length,
    example: known.example ?? (day === undefined ? null : `${first.base}/${first.quote} of ${day}`),
  };
}

/** The steps from a series' ends to the nearest stored figures beyond them. */
function seamsOf(
  observations: readonly Observation[],
  beyond: SeriesFigures,
  context: LiveContext,
): readonly Seam[] {
  return beyond.instantsMs.flatMap((instantMs, index) => {
    const storedRate = beyond.rates[index];
    const isBefore = instantMs < (observations[0]?.observedAt.getTime() ?? Infinity);
    const observation = isBefore ? observations[0] : observations.at(-1);
    if (observation === undefined || storedRate === undefined) return [];
    const days = Math.round(Math.abs(observation.observedAt.getTime() - instantMs) / DAY_MS);
    const [from, to] = isBefore
      ? [new Date(instantMs), observation.observedAt]
      : [observation.observedAt, new Date(instantMs)];
    const limit = seamLimit(
      observation,
      days,
      pastContextFor(observation, context).limitBetween(from, to),
      context,
    );
    return [{ observation, storedRate, days, limit }];
  });
}

/** The daily limit where it holds, and what such a rate moves in the time between where it does not. */
function seamLimit(observation: Observation, days: number, dailyLimit: number, context: LiveContext): number {
  return dailyLimit < Infinity ? Math.min(SPIKE_MAX, dailyLimit) : gapLimit(observation, days, context);
}
