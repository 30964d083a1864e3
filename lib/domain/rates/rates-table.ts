import { findRate, type NoRate, type SourceChoice } from './rate-engine.ts';
import type { RateSnapshot } from './rate-snapshot.ts';
import type { FoundRate } from './strict-rate.ts';
import { fail, ok, type Result } from '#lib/domain/result';
import { roundExact } from './exact-number.ts';

/** All rates of one base: one unit of `base` costs `rates[code]` units of `code`; the base itself is 1. */
export interface BaseRates {
  readonly base: string;
  /** The oldest observation used that law did not make; 00:00 UTC of the day if law made all of them. */
  readonly observedAt: Date;
  readonly stale: boolean;
  /** Rounded rates, keys sorted. */
  readonly rates: Readonly<Record<string, number>>;
  /** The same rates with their origin. */
  readonly found: ReadonlyMap<string, FoundRate>;
}

/**
 * Every code that `base` reaches under the rules of a single pair, or those of `symbols` that it reaches; the failure is that of
 * the base against itself.
 */
export function findRatesTable(
  snapshot: RateSnapshot,
  base: string,
  choice: SourceChoice,
  symbols?: readonly string[],
): Result<BaseRates, NoRate> {
  const identity = findRate(snapshot, { base, quote: base }, choice);
  if (!identity.ok) return fail(identity.error);
  const found = new Map<string, FoundRate>();
  const rates: Record<string, number> = {};
  for (const code of symbols?.toSorted() ?? reachableCodes(snapshot, choice)) {
    const answer = findRate(snapshot, { base, quote: code }, choice);
    if (!answer.ok) continue;
    rates[code] = roundExact(answer.value.rate);
    found.set(code, answer.value);
  }
  const used = found.size === 0 ? [identity.value] : [...found.values()];
  const dated = used.filter(({ isPegged }) => !isPegged);
  const oldest = (dated.length === 0 ? used : dated).reduce((old, rate) =>
    rate.observedAt < old.observedAt ? rate : old,
  );
  return ok({ base, observedAt: oldest.observedAt, stale: used.some(({ stale }) => stale), rates, found });
}

function reachableCodes(snapshot: RateSnapshot, choice: SourceChoice): readonly string[] {
  const codes = new Set<string>();
  for (const source of snapshot.sources) {
    if (choice.kind === 'only' && source.id !== choice.source) continue;
    for (const publication of source.publications) for (const code of publication.codes) codes.add(code);
  }
  return [...codes].toSorted();
}
