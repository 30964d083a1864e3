import { crossRateBetweenSources, firstStrictRate } from './cross-rate.ts';
import type { Pair } from './pair.ts';
import type { RateSnapshot, SourceSnapshot } from './rate-snapshot.ts';
import { fail, ok, type Result } from '#lib/domain/result';
import type { SourceId } from '#lib/domain/source-id';
import type { AgeState } from '#lib/domain/calendars/staleness';
import { type FoundRate, type StrictAnswer, strictRate } from './strict-rate.ts';

/** Let the service choose the source. */
export interface DefaultChoice {
  readonly kind: 'default';
}

/** One source and no other: a type of its own, so that a fallback cannot be written by leaving something out. */
export interface OnlySource {
  readonly kind: 'only';
  readonly source: SourceId;
}

export type SourceChoice = DefaultChoice | OnlySource;

export const DEFAULT_CHOICE: DefaultChoice = { kind: 'default' };

/** The choice of one source. */
export function only(source: SourceId): OnlySource {
  return { kind: 'only', source };
}

/** Why a source had no rate to give. */
export interface TriedSource {
  readonly source: SourceId;
  readonly why: Exclude<StrictAnswer, { kind: 'found' }>;
}

/** Why there is no rate: nobody has the pair, the asked source is too old, has nothing yet, or is not enabled here. */
export type NoRate =
  | {
      readonly kind: 'no-rate';
      readonly pair: Pair;
      readonly choice: SourceChoice;
      readonly tried: readonly TriedSource[];
    }
  | { readonly kind: 'expired'; readonly pair: Pair; readonly source: SourceId; readonly observedAt: Date }
  | { readonly kind: 'nothing-yet'; readonly source: SourceId }
  | { readonly kind: 'not-enabled'; readonly source: SourceId };

/**
 * The rate of a pair in a snapshot: one unit of `pair.base` costs `rate` units of `pair.quote`.
 * With `only(source)` the answer is that source's or a failure, never another's.
 */
export function findRate(
  snapshot: RateSnapshot,
  pair: Pair,
  choice: SourceChoice,
): Result<FoundRate, NoRate> {
  return choice.kind === 'only' ? findOnly(snapshot, pair, choice.source) : findDefault(snapshot, pair);
}

function findOnly(snapshot: RateSnapshot, pair: Pair, id: SourceId): Result<FoundRate, NoRate> {
  const source = snapshot.sources.find((candidate) => candidate.id === id);
  if (!source) return fail({ kind: 'not-enabled', source: id });
  const why = strictRate(source, pair);
  return why.kind === 'found' ? ok(why.found) : fail(noRateAt({ source: id, why }, pair));
}

/** Why there is no rate of a pair where only one source is asked. */
export function noRateAt(tried: TriedSource, pair: Pair): NoRate {
  const { source, why } = tried;
  switch (why.kind) {
    case 'expired':
      return { kind: 'expired', pair, source, observedAt: why.observedAt };
    case 'nothing-yet':
      return { kind: why.kind, source };
    case 'held':
    case 'not-carried':
      return { kind: 'no-rate', pair, choice: only(source), tried: [tried] };
  }
}

/**
 * The order of default mode: a source's own current figure, then a cross of current figures between sources, then a
 * source's own stale figure, then a cross that needs stale legs, so that two reachable currencies always have a rate.
 */
function findDefault(snapshot: RateSnapshot, pair: Pair): Result<FoundRate, NoRate> {
  const found =
    firstStrictRate(snapshot, pair, 'current') ??
    crossRateBetweenSources(snapshot, pair, 'current') ??
    firstStrictRate(snapshot, pair, 'stale-too') ??
    crossRateBetweenSources(snapshot, pair, 'stale-too');
  if (found) return ok(found);
  const tried = snapshot.sources.flatMap((source) => {
    const why = strictRate(source, pair);
    return why.kind === 'found' ? [] : [{ source: source.id, why }];
  });
  return fail({ kind: 'no-rate', pair, choice: DEFAULT_CHOICE, tried });
}

/** Whether default mode takes a source's own current figure, so that sources of lower priority than all of these have no part in it. */
export function isOwnCurrentRate(snapshot: RateSnapshot, pair: Pair): boolean {
  return firstStrictRate(snapshot, pair, 'current') !== null;
}

/** Whether default mode would have a rate if no figure were past its hard limit: then the next publication brings it back. */
export function isExpiredRate(snapshot: RateSnapshot, pair: Pair): boolean {
  return findDefault({ ...snapshot, sources: snapshot.sources.map(withoutLimits) }, pair).ok;
}

function withoutLimits(source: SourceSnapshot): SourceSnapshot {
  const publications = source.publications.map((publication) => ({
    ...withoutLimit(publication),
    quotes:
      publication.quotes &&
      new Map([...publication.quotes].map(([pair, quote]) => [pair, withoutLimit(quote)])),
  }));
  return { ...source, publications };
}

function withoutLimit<Aged extends { readonly age: AgeState }>(aged: Aged): Aged {
  return aged.age === 'expired' ? { ...aged, age: 'stale' } : aged;
}

/** The sources whose strict answer for the pair is a rate, in priority order. */
export function sourcesOfPair(snapshot: RateSnapshot, pair: Pair): readonly SourceId[] {
  return snapshot.sources.filter((source) => strictRate(source, pair).kind === 'found').map(({ id }) => id);
}
