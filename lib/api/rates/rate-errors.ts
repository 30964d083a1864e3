import type { ApiError } from '#lib/contract/errors';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { Pair } from '#lib/domain/rates/pair';
import { isExpiredRate, type NoRate, type TriedSource } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { SourceId } from '#lib/domain/source-id';
import { endedCurrency, pegsOfOtherDays } from './no-rate-reason.ts';

/** A source that is behind is polled again within this time, so a caller may come back then. */
const RETRY_AFTER_SECONDS = '900';

/**
 * The error that says, in one or two sentences, why there is no rate: now, or on a `day` that is over, which nobody need come back
 * for unless its figure is held. `snapshot` is that of the day.
 */
export function rateError(reason: NoRate, snapshot: RateSnapshot, day: IsoDay | null = null): ApiError {
  if (reason.kind === 'not-enabled') return notEnabled(reason.source, 'on this server', snapshot);
  if (day === null) return currentError(reason, snapshot);
  const message =
    reason.kind === 'no-rate'
      ? `No rate ${askedWords(reason.pair)} on ${day}. ${triedSentence(reason, snapshot, OF_A_DAY)}`
      : `${reason.source} has no rate for ${day}: ${whyNothing(reason, snapshot)}.`;
  // What is held of a day may be released.
  const isHeld = reason.kind === 'no-rate' && reason.tried.some(({ why }) => why.kind === 'held');
  return isHeld ? comeBack(message) : { code: 'pair_unavailable', message };
}

/** Why a source that was asked alone has nothing to give of a day. */
function whyNothing(
  reason: Exclude<NoRate, { kind: 'not-enabled' | 'no-rate' }>,
  snapshot: RateSnapshot,
): string {
  if (reason.kind !== 'expired') return OF_A_DAY.nothing;
  return OF_A_DAY.tooOld(newestText(reason, snapshot));
}

/** What is said of now, and of a day that is over. */
interface Wording {
  readonly tooOld: (newest: string) => string;
  readonly nothing: string;
  readonly publishesNo: string;
}

const OF_NOW: Wording = {
  tooOld: (newest) => `its newest figure is of ${newest} and too old to serve`,
  nothing: 'it has no figures here yet',
  publishesNo: 'it publishes no current figure',
};

const OF_A_DAY: Wording = {
  tooOld: (newest) => `its latest figure by then, of ${newest}, was too old`,
  nothing: 'it has no figures for that day or earlier',
  publishesNo: 'it published no figure then',
};

function currentError(reason: Exclude<NoRate, { kind: 'not-enabled' }>, snapshot: RateSnapshot): ApiError {
  switch (reason.kind) {
    case 'no-rate':
      return noRate(reason, snapshot);
    case 'expired':
      return comeBack(
        `${reason.source} has ${pairWords(reason.pair)}, but its newest figure is of ${newestText(reason, snapshot)} and too old to serve.`,
      );
    case 'nothing-yet':
      return comeBack(`${reason.source} has no figures here yet.`);
  }
}

/** A source that no retry brings here: it is not enabled on this server, or not for this key. */
export function notEnabled(
  source: string,
  where: 'on this server' | 'for this key',
  { sources }: RateSnapshot,
): ApiError {
  const enabled = sources.map(({ id }) => id).join(', ') || 'none';
  return {
    code: 'pair_unavailable',
    message: `${source} is not enabled ${where}; enabled: ${enabled}.`,
  };
}

/** What is missing now and may be there at the next poll. */
export function comeBack(message: string): ApiError {
  return { code: 'source_unavailable', message, headers: { 'Retry-After': RETRY_AFTER_SECONDS } };
}

/** Whoever is told to come back may get a rate then: of a source that has none yet, or whose figures are too old now. */
function noRate(reason: Extract<NoRate, { kind: 'no-rate' }>, snapshot: RateSnapshot): ApiError {
  const { pair, choice, tried } = reason;
  const asked = `No rate ${askedWords(pair)}`;
  const sentence = triedSentence(reason, snapshot);
  if (tried.some(({ why }) => why.kind !== 'not-carried')) return comeBack(`${asked}. ${sentence}`);
  if (choice.kind === 'default' && isExpiredRate(snapshot, pair)) {
    return comeBack(`${asked}: figures that it is crossed from are too old to serve. ${sentence}`);
  }
  return { code: 'pair_unavailable', message: `${asked}. ${sentence}` };
}

/** A table of a base asks whether that can be had at all, which is the pair of the base and itself. */
function isTable({ base, quote }: Pair): boolean {
  return base === quote;
}

function askedWords(pair: Pair): string {
  return isTable(pair) ? `of ${pair.base}` : `for ${pairWords(pair)}`;
}

function pairWords(pair: Pair): string {
  return isTable(pair) ? pair.base : `${pair.base} to ${pair.quote}`;
}

function triedSentence(
  { pair, tried }: { readonly pair: Pair; readonly tried: readonly TriedSource[] },
  snapshot: RateSnapshot,
  words: Wording = OF_NOW,
): string {
  if (tried.length === 0) return 'No source is enabled on this server.';
  return `Tried ${tried.map((attempt) => `${attempt.source}: ${whyNone(attempt, pair, snapshot, words)}`).join('; ')}.`;
}

function whyNone({ source, why }: TriedSource, pair: Pair, snapshot: RateSnapshot, words: Wording): string {
  switch (why.kind) {
    case 'expired':
      return words.tooOld(newestText({ source, observedAt: why.observedAt }, snapshot));
    case 'nothing-yet':
      return words.nothing;
    case 'held':
      return `its newest figure, of ${newestText({ source, observedAt: why.observedAt }, snapshot)}, is held for review`;
    case 'not-carried':
      return (
        pegSentence(source, pair, snapshot) ??
        endedSentence(pair, snapshot) ??
        `${words.publishesNo} ${isTable(pair) ? `of ${pair.base}` : 'for the pair'}`
      );
  }
}

/** The day of a fixing, the minute of a quote, which may be of today and too old all the same. */
function newestText(
  { source, observedAt }: { readonly source: SourceId; readonly observedAt: Date },
  { sources }: RateSnapshot,
): string {
  const isMarket = sources.some(({ id, cadence }) => id === source && cadence === 'tick');
  return isMarket ? `${observedAt.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length)}Z` : isoDayOf(observedAt);
}

/** What the table of pegs says of a pair that it does not answer today: the dates of what was or will be in force. */
function pegSentence(id: SourceId, pair: Pair, snapshot: RateSnapshot): string | null {
  const dated = pegsOfOtherDays(id, pair, snapshot);
  if (dated === null) return null;
  if (dated.length === 0) return `no law fixes ${isTable(pair) ? pair.base : 'the pair'}`;
  return dated
    .map(({ code, anchor, firstDay, lastDay }) => {
      const until = lastDay === null ? '' : ` to ${lastDay}`;
      return `the legal rate of ${code} to ${anchor} is in force from ${firstDay}${until} only`;
    })
    .join(', ');
}

function endedSentence(pair: Pair, snapshot: RateSnapshot): string | null {
  const ended = endedCurrency(pair, snapshot);
  return ended && `${ended.code} ended on ${ended.lastDay}`;
}
