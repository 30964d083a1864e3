import type { z } from 'zod';
import type { Answer } from '#lib/api/answer';
import type { LongReads, Moment, PastEndpoint } from '#lib/api/endpoint';
import type { KnownQuestion, NotKnown } from '#lib/api/history/known-rates';
import type { EndpointContract } from '#lib/contract/endpoint-contract';
import type { ApiError } from '#lib/contract/errors';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { Pair } from '#lib/domain/rates/pair';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok, type Result } from '#lib/domain/result';
import { rateError } from './rate-errors.ts';
import { ratesMadeFrom } from './rates-origin.ts';

/** What a query of rates says of the moment, the source and the pairs that are meant. */
interface PastQuery extends Moment {
  readonly source: SourceChoice;
  /** All that can be had where absent. */
  readonly pairs?: readonly Pair[] | undefined;
}

/** The twin of an endpoint for moments that are over: `answer` is given the snapshot of the moment, and the day that was asked for. */
export function pastRates<Schema extends z.ZodObject>(
  { path, access, query }: EndpointContract<Schema>,
  answer: (query: z.infer<Schema>, snapshot: RateSnapshot, day: IsoDay | null) => Answer,
  pastOf: (query: z.infer<Schema>) => PastQuery,
): PastEndpoint<Schema> {
  return {
    path,
    access,
    query,
    work: 'long',
    name: `${path} of a moment that is over`,
    readsDatabase: true,
    momentOf: pastOf,
    figuresMax: (asked, snapshot) => {
      const { source: choice, knownAt } = pastOf(asked);
      return sourcesRead(snapshot, knownAt)
        .filter(({ id }) => choice.kind === 'default' || choice.source === id)
        .reduce((sum, { publications: [newest] }) => sum + (newest?.figures.size ?? 0), 0);
    },
    madeFrom: (asked, snapshot) => {
      const { source, knownAt } = pastOf(asked);
      return ratesMadeFrom({ ...snapshot, sources: sourcesRead(snapshot, knownAt) }, source);
    },
    answer: async (reads, asked, snapshot) => {
      const past = pastOf(asked);
      const found = await snapshotOf(reads, past, snapshot);
      if (!found.ok) return found;
      const made = answer(asked, found.value, past.date ?? null);
      return past.knownAt === undefined ? made : ofThen(made);
    },
  };
}

/** What was known is never of a market. */
function sourcesRead({ sources }: RateSnapshot, knownAt: number | undefined): readonly SourceSnapshot[] {
  return knownAt === undefined ? sources : sources.filter(({ cadence }) => cadence !== 'tick');
}

/** What was known then changes no more, so nobody need come back for it. */
function ofThen(answer: Answer): Answer {
  if (answer.ok || answer.error.code !== 'source_unavailable') return answer;
  return fail({ code: 'pair_unavailable', message: answer.error.message });
}

async function snapshotOf(
  reads: LongReads,
  { date, knownAt, source: choice, pairs }: PastQuery,
  snapshot: RateSnapshot,
): Promise<Result<RateSnapshot, ApiError>> {
  if (choice.kind === 'only' && !snapshot.sources.some(({ id }) => id === choice.source))
    return fail(rateError({ kind: 'not-enabled', source: choice.source }, snapshot));
  if (knownAt !== undefined) {
    const asked = { instant: new Date(knownAt), day: date ?? null, choice, pairs: pairs ?? null };
    return snapshotKnownAt(reads, snapshot, asked);
  }
  const { snapshotOf: snapshotOfDay } = await reads.dayRates();
  return ok(await snapshotOfDay(snapshot, date ?? snapshot.today, choice));
}

/** What this service knew at an instant, now known; the failure says why that cannot be told. */
export async function snapshotKnownAt(
  reads: Pick<LongReads, 'knownRates'>,
  snapshot: RateSnapshot,
  asked: KnownQuestion,
): Promise<Result<RateSnapshot, ApiError>> {
  const { snapshotAt } = await reads.knownRates();
  const known = await snapshotAt(snapshot, asked);
  if (known.ok) return known;
  return fail({ code: 'known_at_unavailable', message: notKnownSentence(known.error, snapshot) });
}

function notKnownSentence(why: NotKnown, { sources }: RateSnapshot): string {
  switch (why.kind) {
    case 'past-quotes':
      return `knownAt is not available for ${why.source}: its past quotes are not kept to the second.`;
    case 'no-figures':
      return why.since === null
        ? `This service has no figures of ${why.source} yet.`
        : `This service has figures of ${why.source} only since ${why.since}.`;
    case 'not-noted':
      return why.since === null
        ? `This service has not recorded yet which sources it uses; ${nameSource(sources)}.`
        : `This service has recorded which sources it uses only since ${why.since.toISOString()}; ${nameSource(sources)}.`;
    case 'undecided':
      return `This service may have answered from ${why.source}, ${UNDECIDED[why.because]}; ${nameSource(sources)}.`;
  }
}

const UNDECIDED: Readonly<Record<Extract<NotKnown, { kind: 'undecided' }>['because'], string>> = {
  market: 'whose past quotes are not kept to the second',
  disabled: 'which is no longer enabled',
};

/** What to do where the service's own choice of then is not known. */
function nameSource(sources: readonly SourceSnapshot[]): string {
  const known = sources.find(({ cadence }) => cadence !== 'tick');
  return known ? `name a source, such as source=${known.id}` : 'name a source';
}

/** The UTC day of a rate that is of an earlier day than the one that was asked for; null where it is not. */
export function earlierDayOf(observedAt: Date, asked: IsoDay | undefined): IsoDay | null {
  const day = isoDayOf(observedAt);
  return asked !== undefined && day < asked ? day : null;
}
