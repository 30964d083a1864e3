import { checkKindOf, type CheckVerdict, isBroken, type PollFindings } from '#lib/domain/health/check-kind';
import { type Pair, pairKey } from '#lib/domain/rates/pair';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Result } from '#lib/domain/result';
import { misdatedExample } from '#lib/domain/validation/check-fixings';
import type { LiveRule } from '#lib/domain/validation/rules';
import { instantKey } from '#lib/ingest/judge/held-figures';
import { UPSTREAM_LIMITS } from '#lib/platform/http-limits';
import type { Source } from '#lib/sources/source';
import type { Store } from '#lib/store/store';
import type { JudgedPoll } from './judge-poll.ts';
import type { PollFailure } from './read-poll.ts';

/** Classifies a poll as a check of its source. */
export function verdictOn(
  source: Source,
  poll: Result<JudgedPoll, PollFailure>,
  { latencyMs, drift }: { readonly latencyMs: number; readonly drift: readonly Pair[] },
): CheckVerdict {
  const timed = { latencyMs, timeoutMs: UPSTREAM_LIMITS.totalMs };
  if (!poll.ok) return checkKindOf(failureFindings(poll.error));
  const judged = poll.value;
  if (judged.isMisdated) return checkKindOf({ outcome: 'failed', failure: 'misdated' });
  if (isWithheldOnly(judged)) return { kind: 'soft', reason: 'revised_past' };
  if (judged.isUnchanged && judged.held.length + drift.length === 0) {
    return checkKindOf({ outcome: 'unchanged', ...timed });
  }
  return checkKindOf({
    outcome: 'answered',
    acceptedPairs: judged.newestDoubt ? 0 : acceptedPairs(source, judged),
    expectedPairs: source.expectedPairs,
    quarantined: judged.held.length,
    heldPairs: judged.newestDoubt ? source.expectedPairs : heldPairs(judged),
    inverted: judged.isInverted ? 1 : 0,
    flagged: judged.flagged.length + drift.length,
    ...timed,
  });
}

/** Whether the past alone is doubted. */
function isWithheldOnly({ withheld, newestDoubt }: JudgedPoll): boolean {
  return withheld.length > 0 && newestDoubt === null;
}

function heldPairs({ held }: JudgedPoll): number {
  return new Set(held.map(({ base, quote }) => pairKey(base, quote))).size;
}

/**
 * What of a poll is kept. Less than half of what is expected is a broken document and never a thin day: none of its
 * figures is stored; but where the validation holds the others, what it holds is kept, or nothing could ever release it. The same
 * where so many are doubted that the others are not believed.
 */
export function keptOf(source: Source, poll: Result<JudgedPoll, PollFailure>): JudgedPoll | null {
  if (!poll.ok || poll.value.isMisdated) return null;
  const judged = poll.value;
  const isThin = isBroken(acceptedPairs(source, judged), source.expectedPairs);
  if (isWithheldOnly(judged) || (!isThin && judged.newestDoubt === null)) return judged;
  return judged.held.length + judged.withheld.length === 0
    ? null
    : { ...judged, documents: [], flagged: [], left: [], acceptedPairs: 0 };
}

/** What a check that is no pass should tell the operator; null for a pass. */
export function sentenceOf(
  source: Source,
  poll: Result<JudgedPoll, PollFailure>,
  { kind, reason }: CheckVerdict,
  drift: readonly Pair[],
): string | null {
  if (kind === 'pass') return null;
  if (!poll.ok) return poll.error.sentence;
  const judged = poll.value;
  switch (reason) {
    case 'misdated':
      return `The dates cannot be right, and nothing was taken: ${misdatedExample(judged.rejected)}.`;
    case 'inverted_quote': {
      const inverted = judged.rejected.filter(({ rule }) => rule === reason);
      return `${counted(inverted.length, 'figure is', 'figures are')} upside down and refused, such as ${inverted[0]?.detail ?? ''}.`;
    }
    case 'revised_past':
      return `A whole document is held for review. ${judged.withheld[0]?.doubt.sentence ?? ''}`;
    case 'few_pairs':
      return `${counted(judged.acceptedPairs, 'good figure', 'good figures')} came where about ${source.expectedPairs} are expected${refusedExample(judged)}.`;
    case 'quarantined': {
      const [first] = judged.held;
      if (judged.newestDoubt && !first) return judged.newestDoubt.sentence;
      const example = first ? `${first.base}/${first.quote} ${first.rate} (${first.rule})` : '';
      return `${counted(judged.held.length, 'figure is', 'figures are')} held for review, such as ${example}.`;
    }
    case 'disagrees': {
      const [first] = judged.flagged;
      if (!first) return driftSentence(drift);
      const { base, quote, rate } = first.observation;
      const example = `${base}/${quote} ${rate}, ${apartText(rate, first.median)}`;
      return `The other sources contradict ${counted(judged.flagged.length, 'figure', 'figures')}, such as ${example}.`;
    }
    default:
      return 'The answer was slow.';
  }
}

function driftSentence([first, ...others]: readonly Pair[]): string {
  const more = others.length === 0 ? '' : ` and ${counted(others.length, 'other pair', 'other pairs')}`;
  return `The newest ${DRIFT_PUBLICATIONS} publications of ${first?.base}/${first?.quote}${more} are away from what the other sources said.`;
}

/** How far a figure is from the others: `7.1 % above them`. */
function apartText(rate: number, median: number): string {
  const percent = (rate / median - 1) * 100;
  return `${Math.abs(percent).toFixed(1)} % ${percent < 0 ? 'below' : 'above'} them`;
}

/** An unchanged document has all its pairs. */
function acceptedPairs(source: Source, judged: JudgedPoll): number {
  return judged.isUnchanged ? source.expectedPairs : judged.acceptedPairs;
}

function failureFindings(failure: PollFailure): PollFindings {
  if (failure.reason !== 'http') return { outcome: 'failed', failure: failure.reason };
  const { http } = failure;
  return http.kind === 'status'
    ? { outcome: 'refused', status: http.status }
    : { outcome: 'failed', failure: http.kind };
}

function refusedExample({ rejected: [first] }: JudgedPoll): string {
  return first ? `; refused were figures such as ${first.detail} (${first.rule})` : '';
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** So many publications in a row that the others contradict are no accident; the snapshot keeps as many. */
export const DRIFT_PUBLICATIONS = 3;

/** More than a source publishes on so many days. */
const FLAGS_MAX = 2_000;

const CONTRADICTED: LiveRule = 'disagrees';

/**
 * The pairs of a bank whose newest publications were all contradicted by other sources when they came. A market states its
 * figures anew at each poll, and each is compared by itself; so is a bank's new publication when it comes.
 */
export async function driftingPairs(
  { id, cadence }: Source,
  judged: Result<JudgedPoll, PollFailure>,
  { snapshot, store }: { readonly snapshot: RateSnapshot; readonly store: Pick<Store, 'readFlags'> },
): Promise<readonly Pair[]> {
  if (cadence === 'tick' || !judged.ok) return [];
  const newest = snapshot.sources.find((source) => source.id === id)?.publications ?? [];
  const instantsMs = newest.slice(0, DRIFT_PUBLICATIONS).map(({ observedAt }) => observedAt.getTime());
  const [lastMs = 0] = instantsMs;
  const sinceMs = instantsMs[DRIFT_PUBLICATIONS - 1];
  if (sinceMs === undefined || bringsNewer(judged.value, lastMs)) return [];
  const flags = await store.readFlags({ source: id, sinceMs, limit: FLAGS_MAX });
  const contradicted = flags.filter(({ rule }) => rule === CONTRADICTED);
  const keys = new Set(contradicted.map(({ base, quote, atMs }) => instantKey(base, quote, atMs)));
  const pairs = new Map(contradicted.map(({ base, quote }) => [pairKey(base, quote), { base, quote }]));
  return [...pairs.values()].filter(({ base, quote }) =>
    instantsMs.every((atMs) => keys.has(instantKey(base, quote, atMs))),
  );
}

function bringsNewer({ documents }: JudgedPoll, lastMs: number): boolean {
  return documents.some(({ accepted }) => accepted.some(({ observedAt }) => observedAt.getTime() > lastMs));
}
