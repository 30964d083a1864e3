import { ENDPOINT_PATHS } from '#lib/contract/endpoint-paths';
import type { CoverageResponse, HistoricalSeriesResponse } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import type { ChartPair } from '#lib/client/address/chosen-lines';
import { askFor, type ClientError, pathWith, type Transport } from '#lib/client/asking/ask';
import { createRatesClient, type RatesClient } from '#lib/client/rates/rates-client';
import { publishedPairs } from './published-pairs.ts';

/** More months than any history has. */
const MONTHS_MAX = 5000;

/** The days of a published pair, and how many of them each month has. */
export interface PairCoverage {
  readonly coverage: CoverageResponse;
  /** By months such as `2026-04`; null where the months were refused. */
  readonly daysOfMonths: ReadonlyMap<string, number> | null;
}

/** Which days of a pair a source has: of the pair itself where it is published, else of those that its cross is made of. */
export type FoundCoverage =
  | { readonly kind: 'found'; readonly pairs: readonly PairCoverage[] }
  | { readonly kind: 'refused'; readonly error: ClientError };

/** Asks which days of a pair a source has; rejects as {@link askFor} does. */
export async function readCoverage(
  transport: Transport,
  source: SourceId,
  pair: ChartPair,
): Promise<FoundCoverage> {
  const published = await publishedPairs(createRatesClient(transport), source, pair);
  const answers = await Promise.all(published.map((one) => coverageOf(transport, source, one)));
  const pairs = answers.filter((one) => 'coverage' in one);
  const [error] = answers.filter((one) => 'code' in one);
  return pairs.length > 0 || error === undefined ? { kind: 'found', pairs } : { kind: 'refused', error };
}

/** The first of some pairs that a source has by itself; the first of all where it has none of them now. */
export async function firstPairOf(
  { sources }: Pick<RatesClient, 'sources'>,
  source: SourceId,
  pairs: readonly [ChartPair, ...ChartPair[]],
): Promise<ChartPair> {
  for (const pair of pairs) {
    const { answer } = await sources({ from: pair.base, to: pair.quote });
    if (answer.ok && answer.value.sources.includes(source)) return pair;
  }
  return pairs[0];
}

async function coverageOf(
  transport: Transport,
  source: SourceId,
  { base, quote }: ChartPair,
): Promise<PairCoverage | ClientError> {
  const months = { from: base, to: quote, source, group: 'month', limit: String(MONTHS_MAX) };
  const [days, points] = await Promise.all([
    askFor<CoverageResponse>(transport, pathWith(ENDPOINT_PATHS.coverage, { source, base, quote })),
    askFor<HistoricalSeriesResponse>(transport, pathWith(ENDPOINT_PATHS.historical, months)),
  ]);
  if (!days.answer.ok) return days.answer.error;
  const known = points.answer.ok ? points.answer.value.points : null;
  return {
    coverage: days.answer.value,
    daysOfMonths: known && new Map(known.map(({ period = '', days: count = 0 }) => [period, count])),
  };
}
