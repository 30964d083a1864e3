import { type Pair, pairKey } from '#lib/domain/rates/pair';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import type { Result } from '#lib/domain/result';
import type { PollFailure } from '#lib/ingest/judging/read-poll';
import type { JudgedPoll } from '#lib/ingest/judging/judge-poll';
import { instantKey } from '#lib/ingest/judging/held-figures';
import type { Source } from '#lib/sources/source';
import type { LiveRule } from '#lib/domain/validation/rules';
import type { Store } from '#lib/store/store';

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
