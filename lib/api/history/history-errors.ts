import type { ApiError } from '#lib/contract/errors';
import type { Pair } from '#lib/domain/rates/pair';
import { routesOf } from '#lib/domain/series/historical-series';
import { findRate, type SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { FoundRate } from '#lib/domain/rates/strict-rate';
import { comeBack, rateError } from '#lib/api/rates/rate-errors';

/**
 * The error of a pair that no asked source has a figure of, though its current rate may be a cross between sources. Where figures are
 * held back or still to come, it is that of the current rate.
 */
export function historyError(pair: Pair, choice: SourceChoice, snapshot: RateSnapshot): ApiError {
  const asked = snapshot.sources.filter(({ id }) => choice.kind === 'default' || choice.source === id);
  const isAwaited = asked.some(hasNothing);
  const current = findRate(snapshot, pair, choice);
  if (!current.ok && (isAwaited || asked.some((source) => mayHave(source, pair)))) {
    const error = rateError(current.error, snapshot);
    if (error.code === 'source_unavailable') return error;
  }
  const words = isIdentity(pair) ? `of ${pair.base}` : `for ${pair.base} to ${pair.quote}`;
  const tried = asked.map((source) => `${source.id}: ${whyNone(source, pair)}`);
  const message = [
    `No history ${words}.`,
    ...(current.ok && choice.kind === 'default' ? crossSentences(current.value) : []),
    tried.length === 0 ? 'No source is enabled on this server.' : `Tried ${tried.join('; ')}.`,
  ].join(' ');
  return isAwaited ? comeBack(message) : { code: 'pair_unavailable', message };
}

/** Whether a source has had a pair, or holds back figures of it. */
function mayHave({ pairs, heldPairs, pivots }: SourceSnapshot, pair: Pair): boolean {
  return isIdentity(pair) || routesOf(new Set([...pairs, ...heldPairs.keys()]), pivots, pair).length > 0;
}

/** Whether a publisher's first figures are still to come, and its history with them. */
function hasNothing({ pegs, pairs }: SourceSnapshot): boolean {
  return pegs.length === 0 && pairs.size === 0;
}

function whyNone(source: SourceSnapshot, pair: Pair): string {
  const what = isIdentity(pair) ? pair.base : 'the pair';
  if (source.pegs.length > 0) return `no law ever fixed ${what}`;
  return hasNothing(source) ? 'it has no figures here yet' : `it publishes no figures of ${what}`;
}

function isIdentity({ base, quote }: Pair): boolean {
  return base === quote;
}

/** Of a pair that is crossed between sources now: that history is not, and which parts have one. */
function crossSentences(current: FoundRate): readonly string[] {
  const parts = partsOf(current);
  if (parts.length < 2) return [];
  return [`History is not crossed between sources; ask for its parts: ${LIST.format(parts)}.`];
}

const LIST = new Intl.ListFormat('en-GB');

/** The parts of a cross, each of one source: `EUR to USD at ecb`. */
function partsOf({ legs }: FoundRate): readonly string[] {
  const parts: { source: string; from: string; to: string }[] = [];
  for (const { source, base, quote, inverted } of legs) {
    const [from, to] = inverted ? [quote, base] : [base, quote];
    const last = parts.at(-1);
    if (last?.source === source) last.to = to;
    else parts.push({ source, from, to });
  }
  return parts.map(({ source, from, to }) => `${from} to ${to} at ${source}`);
}
