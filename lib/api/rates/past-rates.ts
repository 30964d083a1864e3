import type { z } from 'zod';
import type { Answer } from '#lib/api/answer';
import type { PastEndpoint } from '#lib/api/endpoint';
import type { EndpointContract } from '#lib/contract/endpoint-contract';
import type { Provenance } from '#lib/contract/responses';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { fail } from '#lib/domain/result';
import { rateError } from './rate-errors.ts';
import { ratesMadeFrom } from './rates-origin.ts';

/** What a query of rates says of the day that is meant; now where it names none. */
interface DatedQuery {
  readonly date?: IsoDay | undefined;
  readonly source: SourceChoice;
}

/** The twin of an endpoint for days that are over: `answer` is given the snapshot of the day, and the day. */
export function pastRates<Schema extends z.ZodObject>(
  { path, access, query }: EndpointContract<Schema>,
  answer: (query: z.infer<Schema>, snapshot: RateSnapshot, day: IsoDay) => Answer,
  datedOf: (query: z.infer<Schema>) => DatedQuery,
): PastEndpoint<Schema> {
  return {
    path,
    access,
    query,
    work: 'long',
    name: `${path} of a day`,
    readsDatabase: true,
    dayOf: (asked) => datedOf(asked).date,
    figuresMax: (asked, { sources }) => {
      const { source: choice } = datedOf(asked);
      return sources
        .filter(({ id }) => choice.kind === 'default' || choice.source === id)
        .reduce((sum, { publications: [newest] }) => sum + (newest?.figures.size ?? 0), 0);
    },
    madeFrom: (asked, snapshot) => ratesMadeFrom(snapshot, datedOf(asked).source),
    answer: async (reads, asked, snapshot) => {
      const { date = snapshot.today, source: choice } = datedOf(asked);
      if (choice.kind === 'only' && !snapshot.sources.some(({ id }) => id === choice.source))
        return fail(rateError({ kind: 'not-enabled', source: choice.source }, snapshot));
      const { snapshotOf } = await reads.dayRates();
      return answer(asked, await snapshotOf(snapshot, date, choice), date);
    },
  };
}

/** Says in a header that a rate is of an earlier day than the one asked for. */
export function earlierDayHeaders(
  observedAt: Date,
  asked: IsoDay | null,
): { readonly headers?: Readonly<Record<string, string>> } {
  const day = isoDayOf(observedAt);
  return asked !== null && day < asked ? { headers: { 'X-Rate-Date': day } } : {};
}

/** The same in words, in what says how the rate was made. */
export function withEarlierDay(provenance: Provenance, observedAt: Date, asked: IsoDay | null): Provenance {
  const day = isoDayOf(observedAt);
  if (asked === null || day >= asked) return provenance;
  return {
    ...provenance,
    note: `There is no figure of ${asked}; the newest one before it is of ${day}.`,
  };
}
