import { defineLongEndpoint, type LongReads } from '#lib/api/endpoint';
import { WITHOUT_START_MS } from '#lib/api/history/history-span';
import { rateError } from '#lib/api/rates/rate-errors';
import { coverageContract } from '#lib/contract/endpoints/coverage';
import type { CoverageResponse } from '#lib/contract/responses';
import { findCurrency } from '#lib/domain/currencies/currency';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { pairKey } from '#lib/domain/rates/pair';
import { knownUntilMs, type RateSnapshot, type SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok } from '#lib/domain/result';
import { coverageOf } from '#lib/domain/series/coverage';

/** A whole history: no source is older than the days of 270 years. */
const DAYS_MAX = 100_000;

/** GET /v1/coverage: the days of a published series, beside its calendar. */
export const coverage = defineLongEndpoint(coverageContract, {
  readsDatabase: true,
  // All days of the source are looked at beside those of the series.
  figuresMax: () => 50_000,
  madeFrom: ({ source }, { sources, today }) =>
    `${today} ${sources.find(({ id }) => id === source.source)?.revision}`,
  answer: async (reads, { source: choice, base, quote, startDate, endDate }, snapshot) => {
    const source = snapshot.sources.find(({ id }) => id === choice.source);
    if (!source) return fail(rateError({ kind: 'not-enabled', source: choice.source }, snapshot));
    const expected = await reads.expectedDays(source.id, snapshot.asOf);
    if (expected === null || !source.pairs.has(pairKey(base, quote))) {
      const turned = expected !== null && source.pairs.has(pairKey(quote, base));
      const message = turned
        ? `${source.id} does not publish ${base}/${quote}; it publishes ${quote}/${base}.`
        : `${source.id} publishes no series of ${base}/${quote}.`;
      return fail({ code: 'pair_unavailable', message });
    }
    const days = await daysOf(reads, snapshot, source, { base, quote });
    const ofSource = await sourceDays(reads, snapshot, source);
    const body: CoverageResponse = {
      source: source.id,
      base,
      quote,
      ...asMutable(
        coverageOf(days, ofSource, expected, {
          from: startDate,
          until: earlier(endDate, endOf(base, quote)),
        }),
      ),
    };
    return ok({ body, stale: false });
  },
});

function asMutable(found: ReturnType<typeof coverageOf>) {
  return { ...found, missing: [...found.missing] };
}

async function daysOf(
  reads: LongReads,
  snapshot: RateSnapshot,
  source: SourceSnapshot,
  pair: { readonly base: string; readonly quote: string },
): Promise<readonly IsoDay[]> {
  const history = await reads.history();
  const span = { source: source.id, ...pair, ...wholeOf(snapshot, source) };
  const { instantsMs } =
    source.cadence === 'tick'
      ? await history.readTickSeries({ ...span, tier: 'day' })
      : await history.readSeries(span);
  return [...new Set(Array.from(instantsMs, (atMs) => isoDayOf(new Date(atMs))))];
}

/** The days on which a source has a figure of anything, by the currency that it quotes most in. */
async function sourceDays(
  reads: LongReads,
  snapshot: RateSnapshot,
  source: SourceSnapshot,
): Promise<ReadonlySet<IsoDay>> {
  const history = await reads.history();
  const span = { source: source.id, code: commonest(source.pairs), ...wholeOf(snapshot, source) };
  const instants =
    source.cadence === 'tick'
      ? await history.readTickDays(span)
      : await history.readPublicationInstants(span);
  return new Set(instants.map((atMs) => isoDayOf(new Date(atMs))));
}

function wholeOf(snapshot: RateSnapshot, source: SourceSnapshot) {
  return { fromMs: WITHOUT_START_MS, toMs: knownUntilMs(snapshot, source), limit: DAYS_MAX };
}

function commonest(pairs: ReadonlySet<string>): string {
  const counts = new Map<string, number>();
  for (const code of [...pairs].flatMap((pair) => pair.split('/')))
    counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? '';
}

/** The last day of the currency of a pair that ended first; undefined where both are in use. */
function endOf(base: string, quote: string): IsoDay | undefined {
  const ends = [base, quote].flatMap((one) => findCurrency(one)?.lastDay ?? []);
  return ends.toSorted()[0];
}

function earlier(one: IsoDay | undefined, other: IsoDay | undefined): IsoDay | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}
