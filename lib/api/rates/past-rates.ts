import type { z } from 'zod';
import type { Answer } from '#lib/api/answer';
import type { LongReads, Moment, PastEndpoint } from '#lib/api/endpoint';
import type { EndpointContract } from '#lib/contract/endpoint-contract';
import type { ApiError } from '#lib/contract/errors';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail, ok, type Result } from '#lib/domain/result';
import type { SourceId } from '#lib/domain/source-id';
import { rateError } from './rate-errors.ts';
import { ratesMadeFrom } from './rates-origin.ts';

/** What a query of rates says of the moment and the source that are meant. */
interface PastQuery extends Moment {
  readonly source: SourceChoice;
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
    figuresMax: (asked, { sources }) => {
      const { source: choice } = pastOf(asked);
      return sources
        .filter(({ id }) => choice.kind === 'default' || choice.source === id)
        .reduce((sum, { publications: [newest] }) => sum + (newest?.figures.size ?? 0), 0);
    },
    madeFrom: (asked, snapshot) => ratesMadeFrom(snapshot, pastOf(asked).source),
    answer: async (reads, asked, snapshot) => {
      const past = pastOf(asked);
      const found = await snapshotOf(reads, past, snapshot);
      return found.ok ? ofThen(answer(asked, found.value, past.date ?? null)) : found;
    },
  };
}

/** Whoever asks for what is over need not come back for it. */
function ofThen(answer: Answer): Answer {
  if (answer.ok || answer.error.code !== 'source_unavailable') return answer;
  return fail({ code: 'pair_unavailable', message: answer.error.message });
}

async function snapshotOf(
  reads: LongReads,
  { date, knownAt, source: choice }: PastQuery,
  snapshot: RateSnapshot,
): Promise<Result<RateSnapshot, ApiError>> {
  if (choice.kind === 'only' && !snapshot.sources.some(({ id }) => id === choice.source))
    return fail(rateError({ kind: 'not-enabled', source: choice.source }, snapshot));
  if (knownAt === undefined || choice.kind === 'default') {
    const { snapshotOf: snapshotOfDay } = await reads.dayRates();
    return ok(await snapshotOfDay(snapshot, date ?? snapshot.today, choice));
  }
  return snapshotKnownAt(reads, snapshot, {
    instant: new Date(knownAt),
    day: date ?? null,
    source: choice.source,
  });
}

/** What one source said as this service knew it at an instant; the failure says why that cannot be told. */
export async function snapshotKnownAt(
  reads: LongReads,
  snapshot: RateSnapshot,
  { instant, ...asked }: { readonly instant: Date; readonly day: IsoDay | null; readonly source: SourceId },
): Promise<Result<RateSnapshot, ApiError>> {
  const dayRates = await reads.dayRates();
  const known = await dayRates.knownAt(snapshot, instant, asked);
  if (known) return ok(known);
  const { source } = asked;
  const publisher = snapshot.sources.find(({ id }) => id === source);
  const isMarket = publisher?.cadence === 'tick';
  const since = isMarket || !publisher ? null : await dayRates.firstDay(publisher);
  const message = isMarket
    ? `knownAt is not available for ${source}: its past quotes are not kept to the second.`
    : since === null
      ? `This service has no figures of ${source} yet.`
      : `This service has figures of ${source} only since ${since}.`;
  return fail({ code: 'known_at_unavailable', message });
}

/** The UTC day of a rate that is of an earlier day than the one that was asked for; null where it is not. */
export function earlierDayOf(observedAt: Date, asked: IsoDay | undefined): IsoDay | null {
  const day = isoDayOf(observedAt);
  return asked !== undefined && day < asked ? day : null;
}
