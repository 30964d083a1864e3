import type { ApiError } from '#lib/contract/errors';
import type { Pair } from '#lib/domain/rates/pair';
import { findRate, type SourceChoice } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot, SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { FoundRate } from '#lib/domain/rates/strict-rate';
import { comeBack, rateError } from '#lib/api/rates/rate-errors';

/** The error of a pair that no asked source ever had a figure of, though its current rate may be a cross between sources. */
export function historyError(pair: Pair, choice: SourceChoice, snapshot: RateSnapshot): ApiError {
  const asked = snapshot.sources.filter(({ id }) => choice.kind === 'default' || choice.source === id);
  const [only] = asked;
  const isAwaited = asked.some(hasNothing);
  if (choice.kind === 'only' && only && isAwaited) {
    return rateError({ kind: 'nothing-yet', source: only.id }, snapshot);
  }
  const words = isIdentity(pair) ? `of ${pair.base}` : `for ${pair.base} to ${pair.quote}`;
  const tried = asked.map((source) => `${source.id}: ${whyNone(source, pair)}`);
  const message = [
    `No history ${words}.`,
    ...(choice.kind === 'default' ? crossSentences(pair, snapshot) : []),
    tried.length === 0 ? 'No source is enabled on this server.' : `Tried ${tried.join('; ')}.`,
  ].join(' ');
  return isAwaited ? comeBack(message) : { code: 'pair_unavailable', message };
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
function crossSentences(pair: Pair, snapshot: RateSnapshot): readonly string[] {
  const current = findRate(snapshot, pair, { kind: 'default' });
  if (!current.ok) return [];
  const parts = partsOf(current.value);
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
