import { buildDaySnapshot, endOfDay } from '#lib/domain/rates/day-snapshot';
import { type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import type { Pair } from '#lib/domain/rates/pair';
import { isOwnCurrentRate, type SourceChoice } from '#lib/domain/rates/rate-engine';
import { buildSnapshot, type RateSnapshot, type SourceSnapshot } from '#lib/domain/rates/rate-snapshot';
import {
  type FixingDescription,
  isPegSource,
  type PegSource,
  type SourceDescription,
  type StoredSource,
} from '#lib/domain/rates/stored-source';
import { fail, ok, type Result } from '#lib/domain/result';
import { isSourceId, type SourceId } from '#lib/domain/source-id';
import { type KnownReads, readKnownUntil } from '#lib/store/known-sources';
import { readHeldOf } from '#lib/store/stored-sources';

/** The rates as this service knew them at instants that are over. */
export interface KnownRates {
  /**
   * What the source that is asked said as this service knew it at an instant, or the sources that it had enabled then, in the
   * order of then and as far as `seen` has them. The failure says why that cannot be told, or not whether it is the whole answer.
   */
  readonly snapshotAt: (seen: RateSnapshot, asked: KnownQuestion) => Promise<Result<RateSnapshot, NotKnown>>;
}

/** Whose knowledge of when is meant, and of what. */
export interface KnownQuestion {
  readonly instant: Date;
  /** Of a UTC day that was over then; of the instant itself where null. */
  readonly day: IsoDay | null;
  readonly choice: SourceChoice;
  /** The only pairs that matter where the service chooses the source; null where all do. */
  readonly pairs: readonly Pair[] | null;
}

/** Why it cannot be told what this service knew. */
export type NotKnown =
  /** The quotes of the market that is asked are not kept to the second. */
  | { readonly kind: 'past-quotes'; readonly source: SourceId }
  /** No document of the source that is asked had come by then: the first one did on a UTC day, or none has. */
  | { readonly kind: 'no-figures'; readonly source: SourceId; readonly since: IsoDay | null }
  /** What was enabled then is not noted: it is since an instant, or not at all. */
  | { readonly kind: 'not-noted'; readonly since: Date | null }
  | Undecided;

/** What a source said then is not known, and where the service chose, it may have been chosen. */
interface Undecided {
  readonly kind: 'undecided';
  readonly source: string;
  readonly because: 'market' | 'disabled';
}

/** Reads what was known out of a store. `descriptions` are those of every source there is. */
export function createKnownRates(
  store: KnownReads,
  descriptions: readonly (SourceDescription | PegSource)[],
): KnownRates {
  const reading = { store, descriptions, firstSightOf: rememberFirstSights(store) };
  return {
    snapshotAt: (seen, { instant, day, choice, pairs }) => {
      const moment = { instant, day: day !== null && day < isoDayOf(instant) ? day : null };
      return choice.kind === 'only'
        ? readOnly(reading, seen, choice.source, moment)
        : readDefault(reading, seen, pairs, moment);
    },
  };
}

/** What knowledge is read with. */
interface Reading {
  readonly store: KnownReads;
  readonly descriptions: readonly (SourceDescription | PegSource)[];
  readonly firstSightOf: ReturnType<typeof rememberFirstSights>;
}

/** What one source said. */
async function readOnly(
  { store, descriptions, firstSightOf }: Reading,
  seen: RateSnapshot,
  source: SourceId,
  moment: Moment,
): Promise<Result<RateSnapshot, NotKnown>> {
  const description = descriptions.find(({ id }) => id === source);
  const now = seen.sources.find(({ id }) => id === source);
  if (!description || !now) return fail({ kind: 'no-figures', source, since: null });
  if (isPegSource(description)) return ok(build([description], seen, moment));
  if (description.cadence === 'tick') return fail({ kind: 'past-quotes', source });
  const firstSight = await firstSightOf(now);
  if (firstSight === null || firstSight > moment.instant)
    return fail({ kind: 'no-figures', source, since: firstSight && isoDayOf(firstSight) });
  return ok(build(await readKnown(store, [description], moment), seen, moment));
}

/** What the sources said that were enabled, as far as it decides about the pairs. */
async function readDefault(
  { store, descriptions }: Reading,
  seen: RateSnapshot,
  pairs: KnownQuestion['pairs'],
  moment: Moment,
): Promise<Result<RateSnapshot, NotKnown>> {
  const { sources, firstAtMs } = await store.readNotedSources(moment.instant.getTime());
  if (sources === null)
    return fail({ kind: 'not-noted', since: firstAtMs === null ? null : new Date(firstAtMs) });
  const { known, undecided } = knownSources(sources, seen, descriptions);
  const stored = await readKnown(store, known, moment);
  const snapshot = { ...build(stored, seen, moment), priority: sources.filter(isSourceId) };
  const isWhole = undecided === null || pairs?.every((pair) => isOwnCurrentRate(snapshot, pair)) === true;
  return isWhole ? ok(snapshot) : fail(undecided);
}

type KnownSource = PegSource | FixingDescription;

/** What is stored of sources as it was known, in their order; law is as it is. */
async function readKnown(
  store: KnownReads,
  known: readonly KnownSource[],
  { instant, day }: Moment,
): Promise<readonly (StoredSource | PegSource)[]> {
  const banks = known.flatMap((source) => (isPegSource(source) ? [] : source));
  const end = day === null ? instant : endOfDay(day);
  const stored = await readKnownUntil(store, banks, { end, knownAt: instant });
  const held = { heldAtMs: instant.getTime(), notAfterMs: end.getTime() };
  const read: (StoredSource | PegSource)[] = [];
  for (const source of known) {
    const one = isPegSource(source) ? source : stored.find(({ description }) => description === source);
    if (!one) continue;
    read.push(
      isPegSource(one) ? one : { ...one, heldPairs: await readHeldOf(store, { source: source.id, ...held }) },
    );
  }
  return read;
}

/** An instant, and a UTC day that was over then; null for the instant's own time. */
interface Moment {
  readonly instant: Date;
  readonly day: IsoDay | null;
}

function build(
  stored: readonly (StoredSource | PegSource)[],
  { revision }: RateSnapshot,
  { instant, day }: Moment,
): RateSnapshot {
  return day === null ? buildSnapshot(stored, revision, instant) : buildDaySnapshot(stored, revision, day);
}

/**
 * Of the sources that were enabled, in priority order, those whose figures of then are known, up to the first one of which they are
 * not: what it and later ones said matters only where no earlier one has a current figure. One that its caller may not read has no
 * part in an answer.
 */
function knownSources(
  noted: readonly string[],
  seen: RateSnapshot,
  descriptions: Reading['descriptions'],
): { readonly known: readonly KnownSource[]; readonly undecided: Undecided | null } {
  const known: KnownSource[] = [];
  const upTo = (source: string, because: Undecided['because']) => ({
    known,
    undecided: { kind: 'undecided', source, because } as const,
  });
  for (const id of noted) {
    const description = descriptions.find((candidate) => candidate.id === id);
    const isEnabled = seen.priority.some((enabled) => enabled === id);
    if (!description || !isEnabled) return upTo(id, 'disabled');
    const now = seen.sources.find((source) => source.id === id);
    if (!now) continue;
    if (!isPegSource(description) && description.cadence === 'tick') return upTo(id, 'market');
    known.push(description);
  }
  return { known, undecided: null };
}

/** When a publisher's first document came. It is looked for among all documents, which takes its time, and only a commit of the source changes it. */
function rememberFirstSights(store: Pick<KnownReads, 'readFirstSight'>) {
  const known = new Map<SourceId, { readonly revision: number; readonly at: Date | null }>();
  return async ({ id, revision }: Pick<SourceSnapshot, 'id' | 'revision'>): Promise<Date | null> => {
    const before = known.get(id);
    if (before?.revision === revision) return before.at;
    const atMs = await store.readFirstSight(id);
    const at = atMs === null ? null : new Date(atMs);
    known.set(id, { revision, at });
    return at;
  };
}
