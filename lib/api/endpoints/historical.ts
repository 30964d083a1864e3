import type { Success } from '#lib/api/answer';
import { tableOfHistory } from '#lib/api/answers/csv-tables';
import { defineLongEndpoint, type LongReads } from '#lib/api/endpoint';
import { groupedAnswer, type HistorySuccess, spanOfDays } from '#lib/api/history/grouped-history';
import { historyError } from '#lib/api/history/history-errors';
import { historyProvenance, withOriginsOf } from '#lib/api/history/history-provenance';
import { type HistoryStore, type AskedSpan, WITHOUT_START_MS } from '#lib/api/history/history-span';
import type { DayRates } from '#lib/api/history/day-rates';
import { readLawPoints } from '#lib/api/history/law-points';
import { historyFiguresMax } from '#lib/api/history/history-cost';
import { historyMadeFrom } from '#lib/api/history/history-origin';
import { snapshotKnownAt } from '#lib/api/rates/past-rates';
import { rateError } from '#lib/api/rates/rate-errors';
import { readHistory } from '#lib/api/history/series-reader';
import type { ApiError } from '#lib/contract/errors';
import { type HistoricalQuery, historicalContract } from '#lib/contract/endpoints/historical';
import type { HistoricalSeriesResponse } from '#lib/contract/responses';
import { type HistoricalPoint, mixSources } from '#lib/domain/series/historical-series';
import { instantTexts } from '#lib/domain/series/instant-text';
import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok, type Result } from '#lib/domain/result';

/** GET /v1/historical: real observations, ascending in time; of a longer range the newest points and a link to the rest. */
export const historical = defineLongEndpoint(historicalContract, {
  readsDatabase: true,
  // With provenance the documents of the figures are read, too.
  figuresMax: (query, snapshot) =>
    (query.include ? 2 : 1) *
    historyFiguresMax(snapshot, {
      pair: { base: query.from, quote: query.to },
      choice: query.source,
      span: spanOf(query, snapshot),
    }),
  madeFrom: ({ from, to, source, group }, snapshot) => {
    const made = historyMadeFrom(snapshot, { pair: { base: from, quote: to }, choice: source });
    // Whether a period is over is told, too.
    return group === undefined ? made : `${snapshot.today} ${made}`;
  },
  momentOf: ({ knownAt }) => ({ knownAt }),
  answer: async (reads, query, current) => {
    const pair = { base: query.from, quote: query.to };
    const { source: choice, limit } = query;
    if (choice.kind === 'only' && !current.sources.some(({ id }) => id === choice.source)) {
      return fail(rateError({ kind: 'not-enabled', source: choice.source }, current));
    }
    const known = await knowledgeOf(reads, query, current);
    if (!known.ok) return known;
    const { history, snapshot } = known.value;
    const span = spanOf(query, snapshot);
    const days = await reads.dayRates();
    const pointsIn = (part: AskedSpan) =>
      readAnyHistory(history, snapshot, days, { pair, choice, span: part });
    const found = await pointsIn(span);
    if (found.length === 0) {
      const ever = { fromMs: WITHOUT_START_MS, toMs: snapshot.asOf.getTime(), limit: 1 };
      if ((await pointsIn(ever)).length === 0) return fail(historyError(pair, choice, snapshot));
    }
    const { group } = query;
    if (group !== undefined) {
      const link = (endMs: number) => prevLink(query, endMs);
      return ok(asAsked(query, groupedAnswer({ ...query, group }, found, span, link)));
    }
    const newest = found.slice(-limit);
    const body = bodyOf(query, newest);
    const provenance = query.include && (await historyProvenance(await reads.history(), newest));
    const answer = {
      body: provenance ? { ...body, provenance } : body,
      stale: false,
      ...(newest.length < found.length && { headers: truncatedHeaders(query, found, newest) }),
    };
    return ok(asAsked(query, answer));
  },
});

/** A history in the form that a query asks for. */
function asAsked({ format, group }: HistoricalQuery, answer: HistorySuccess): Success {
  return format === 'csv' ? tableOfHistory(answer.body, group !== undefined, answer) : answer;
}

function spanOf(
  { startDate, endDate, limit, group, include }: HistoricalQuery,
  { asOf }: RateSnapshot,
): AskedSpan {
  const span = {
    fromMs: startDate ?? WITHOUT_START_MS,
    toMs: Math.min(endDate ?? Number.MAX_SAFE_INTEGER, asOf.getTime()),
    limit,
    isTraced: include,
  };
  return group === undefined ? span : spanOfDays(span);
}

/** What history is read from, and the snapshot that it ends with. */
interface Knowledge {
  readonly history: HistoryStore;
  readonly snapshot: RateSnapshot;
}

/** What is known now, or what this service knew of one source at the instant that is asked for. */
async function knowledgeOf(
  reads: LongReads,
  { knownAt, source: choice, include }: HistoricalQuery,
  current: RateSnapshot,
): Promise<Result<Knowledge, ApiError>> {
  const stored = await reads.history();
  const history = include ? withOriginsOf(stored, knownAt) : stored;
  if (knownAt === undefined || choice.kind === 'default') return ok({ history, snapshot: current });
  const asked = { instant: new Date(knownAt), day: null, choice, pairs: null };
  const known = await snapshotKnownAt(reads, current, asked);
  if (!known.ok) return known;
  if (include) return ok({ history, snapshot: known.value });
  const readSeries: HistoryStore['readSeries'] = (span) => stored.readSeriesKnownAt(span, knownAt);
  return ok({ history: { ...history, readSeries }, snapshot: known.value });
}

/** The series of the sources; without a source also what law makes of the pair on each day, in the part of the span that fits the limit. */
async function readAnyHistory(
  history: HistoryStore,
  snapshot: RateSnapshot,
  days: DayRates,
  { pair, choice, span }: { readonly pair: Pair; readonly choice: SourceChoice; readonly span: AskedSpan },
): Promise<readonly HistoricalPoint[]> {
  const published = (await readHistory(history, snapshot, { pair, choice, span })) ?? [];
  if (choice.kind === 'only') return published;
  const oldestMs = published.at(-1 - span.limit)?.instantMs ?? span.fromMs;
  const byLaw = await readLawPoints(history, snapshot, days, {
    pair,
    span: { ...span, fromMs: oldestMs },
  });
  return mixSources(byLaw.length > 0 ? [published, byLaw] : [published]);
}

function bodyOf(query: HistoricalQuery, points: readonly HistoricalPoint[]): HistoricalSeriesResponse {
  const timestampOf = instantTexts();
  return {
    from: query.from,
    to: query.to,
    source: query.source.kind === 'only' ? query.source.source : 'all',
    count: points.length,
    points: points.map(({ rate, source, instantMs }) => ({
      rate,
      source,
      timestamp: timestampOf(instantMs),
    })),
  };
}

/** Says that there is more, and where: the same query up to just before the first point that was given. */
function truncatedHeaders(
  query: HistoricalQuery,
  found: readonly HistoricalPoint[],
  newest: readonly HistoricalPoint[],
): Readonly<Record<string, string>> {
  const firstMs = newest[0]?.instantMs ?? 0;
  const lastLeftOutMs = found[found.length - newest.length - 1]?.instantMs ?? 0;
  // Points of several sources at one instant may be cut apart; then that instant is given twice rather than lost.
  const endMs = lastLeftOutMs === firstMs ? firstMs : firstMs - 1;
  return prevLink(query, endMs);
}

/** The headers that name the same query up to an instant. */
function prevLink(query: HistoricalQuery, endMs: number): Readonly<Record<string, string>> {
  const parameters = new URLSearchParams({ from: query.from, to: query.to });
  if (query.source.kind === 'only') parameters.set('source', query.source.source);
  if (query.startDate !== undefined) parameters.set('startDate', new Date(query.startDate).toISOString());
  parameters.set('endDate', new Date(endMs).toISOString());
  parameters.set('limit', String(query.limit));
  if (query.knownAt !== undefined) parameters.set('knownAt', new Date(query.knownAt).toISOString());
  if (query.group !== undefined) parameters.set('group', query.group);
  if (query.include) parameters.set('include', 'provenance');
  if (query.stat !== undefined) parameters.set('stat', query.stat);
  if (query.format === 'csv') parameters.set('format', query.format);
  return { 'X-Truncated': 'true', Link: `<${historicalContract.path}?${parameters}>; rel="prev"` };
}
