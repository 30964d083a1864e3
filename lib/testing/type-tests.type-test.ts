import { type IsoDay, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import type { Pair } from '#lib/domain/rates/pair';
import { DEFAULT_CHOICE, findRate, only, type SourceChoice } from '#lib/domain/rates/rate-engine';
import { convertAmount, type ExactNumber, roundExact } from '#lib/domain/rates/exact-number';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Result } from '#lib/domain/result';
import type { ApiError } from '#lib/contract/errors';
import type { PairRate } from '#lib/contract/responses';
import type { SourceId } from '#lib/domain/source-id';
import type { z } from 'zod';
import type { createClient } from '#lib/client/programs/create-client';
import type { compareContract } from '#lib/contract/endpoints/compare';
import type { convertContract } from '#lib/contract/endpoints/convert';
import type { historicalContract } from '#lib/contract/endpoints/historical';
import type { pairContract } from '#lib/contract/endpoints/pair';
import type { pairSourcesContract } from '#lib/contract/endpoints/pair-sources';
import type { ratesContract } from '#lib/contract/endpoints/rates';
import type { revisionsContract } from '#lib/contract/endpoints/revisions';
import type { seriesContract } from '#lib/contract/endpoints/series';
import type { streamContract } from '#lib/contract/endpoints/stream';

/*
 * Mistakes that must not compile. Nothing here runs: `tsc` fails when a line below a directive is no mistake any more.
 */

declare const snapshot: RateSnapshot;
declare const rate: ExactNumber;
declare const pair: Pair;

// What is right compiles.
export const right: readonly SourceChoice[] = [DEFAULT_CHOICE, only('ecb'), { kind: 'only', source: 'boe' }];
export const rightDay: IsoDay | null = parseIsoDay('2026-04-13');

// @ts-expect-error A bare text is no day: it might be 2025-02-29.
export const bareDay: IsoDay = '2026-04-13';

// @ts-expect-error Nor where a day is asked for.
startOfDay('2026-04-13');

// @ts-expect-error A day that was not found must be dealt with first.
startOfDay(parseIsoDay('2026-04-13'));

// @ts-expect-error A choice says which kind it is.
export const choiceWithoutKind: SourceChoice = { source: 'ecb' };

// @ts-expect-error A strict choice cannot leave its source out and so become the default.
export const choiceWithoutSource: SourceChoice = { kind: 'only' };

// @ts-expect-error The default names no source.
export const defaultWithSource: SourceChoice = { kind: 'default', source: 'ecb' };

// @ts-expect-error There are nine sources.
only('nope');

// @ts-expect-error A source's name may not be just any text.
export const anySource: SourceId = String('ecb');

// @ts-expect-error The choice cannot be left out.
findRate(snapshot, pair);

// @ts-expect-error Nor be undefined.
findRate(snapshot, pair, undefined);

// @ts-expect-error A pair is no text.
findRate(snapshot, 'EUR/USD', DEFAULT_CHOICE);

// @ts-expect-error A failure has no rate: `ok` is asked first.
roundExact(findRate(snapshot, pair, DEFAULT_CHOICE).value.rate);

// @ts-expect-error A rounded rate is no exact one, so that nothing is rounded twice.
convertAmount(5, roundExact(rate));

// @ts-expect-error An exact rate is no number to print.
export const printed: number = rate;

// @ts-expect-error A snapshot is never changed, only replaced.
snapshot.version = '1';

// @ts-expect-error Nor a list in it.
snapshot.sources.push();

// @ts-expect-error An error has one of the listed codes.
export const unlisted: ApiError = { code: 'oops', message: '' };

// @ts-expect-error An answer has every field of the interface.
export const incomplete: PairRate = { from: 'EUR', to: 'USD', rate: 1.1684, source: 'ecb' };

// @ts-expect-error A result is a success or a failure, not both.
export const both: Result<number, string> = { ok: true, value: 1, error: 'no' };

/** What the client is asked with, by the name of its call. */
type Asked = {
  readonly [Call in keyof ReturnType<typeof createClient>]: Parameters<
    ReturnType<typeof createClient>[Call]
  >[0];
};

/** The parameters that a contract knows and a call does not, or the other way round; and those that only one of them demands. */
type Amiss<Call, Contract extends { readonly query: z.ZodType }> =
  // It reads JSON, so it never asks for another form.
  | Exclude<keyof z.input<Contract['query']>, keyof Call | 'format'>
  | Exclude<keyof Call, keyof z.input<Contract['query']>>
  | Exclude<Demanded<z.input<Contract['query']>>, Demanded<Call>>
  | Exclude<Demanded<Call>, Demanded<z.input<Contract['query']>>>;

type Demanded<T> = { [Name in keyof T]-?: undefined extends T[Name] ? never : Name }[keyof T];

type AmissAnywhere =
  | Amiss<Asked['convert'], typeof convertContract>
  | Amiss<Asked['pair'], typeof pairContract>
  | Amiss<Asked['rates'], typeof ratesContract>
  | Amiss<Asked['sources'], typeof pairSourcesContract>
  | Amiss<Asked['compare'], typeof compareContract>
  | Amiss<Asked['historical'], typeof historicalContract>
  | Amiss<Asked['series'], typeof seriesContract>
  | Amiss<Asked['revisions'], typeof revisionsContract>
  | Amiss<Asked['stream'], typeof streamContract>;

// The client knows the parameters of every endpoint, and no others: the message of the compiler names those that are amiss.
export const knowsParameters: [AmissAnywhere] extends [never] ? true : AmissAnywhere = true;
