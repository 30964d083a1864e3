import { isPossibleRate } from '#lib/domain/validation/figure-rules';
import { countsFrom } from '#lib/domain/calendars/publication-calendar';
import { pairKey } from '#lib/domain/rates/pair';
import { PUBLICATIONS_KEPT } from '#lib/domain/rates/rate-snapshot';
import type {
  FixingDescription,
  HeldPairs,
  SourceDescription,
  SourceFigure,
  StoredFixings,
  StoredPublication,
  StoredQuotes,
  StoredSource,
  TickDescription,
} from '#lib/domain/rates/stored-source';
import type { EarlierFigureRow } from '#lib/store/rates/earlier-figures';
import type { Publications, StoredBody, StoredFigure } from '#lib/store/rates/publications';
import type { NewestTicks } from '#lib/store/rates/tick-history';
import type { HeldPairsQuery } from '#lib/store/validation/held';
import type { Store } from './store.ts';

/** The reads that a source's newest figures take. */
export type SourceReads = Pick<
  Store,
  'readNewestPublications' | 'readNextPublications' | 'readNewestTicks' | 'readHeldPairs'
>;

/** Publications after the clock that are read ahead, so that a snapshot turns in memory: a week of a daily fixing. */
const READ_AHEAD = 5;

/** Where fewer publications than this are left ahead of the clock, the next ones are read. */
const READ_AHEAD_LEFT = 3;

/**
 * Reads what snapshots need of a source from `now` on: its newest publications that count, those that do not yet and the
 * next ones, or its newest quotes.
 */
export function readStoredSource(
  store: SourceReads,
  description: SourceDescription,
  now: Date,
): Promise<StoredSource> {
  return description.cadence === 'fixing'
    ? readFixings(store, description, now)
    : readQuotes(store, description, now);
}

/** The reads that the figures of an earlier day take. */
export type DayReads = Pick<Store, 'readNewestPublications' | 'readClosingTicks' | 'readHeldPairs'>;

/** Reads what a source had observed by an instant and has published by `now`: its newest publications, or the last quotes of the day that ends then. */
export async function readObservedUntil(
  store: DayReads,
  description: SourceDescription,
  { end, now }: { readonly end: Date; readonly now: Date },
): Promise<StoredSource> {
  const heldPairs = await readHeldOf(store, {
    source: description.id,
    heldAtMs: null,
    notAfterMs: end.getTime(),
  });
  if (description.cadence === 'tick') {
    const closing = await store.readClosingTicks(description.id, end.getTime());
    return { ...storedQuotes(description, closing, (atMs) => new Date(atMs)), heldPairs };
  }
  const { pairs, ...read } = await store.readNewestPublications(
    description.id,
    PUBLICATIONS_KEPT,
    end.getTime(),
  );
  const publications = await goBackToCounted(store, description, { now, read });
  const published = publications.filter(({ countsFrom: from }) => from <= now);
  return { description, pairs: new Set(pairs), heldPairs, publications: published };
}

/** Whether what was read of a source is about to run out, so that the store has to be asked for later publications. */
export function isRunningOut(stored: StoredSource, now: Date): boolean {
  if (!('publications' in stored) || stored.completeUntil === undefined) return false;
  return stored.publications.filter(({ observedAt }) => observedAt > now).length < READ_AHEAD_LEFT;
}

async function readFixings(
  store: SourceReads,
  description: FixingDescription,
  now: Date,
): Promise<StoredFixings> {
  const { pairs, ...newest } = await store.readNewestPublications(
    description.id,
    PUBLICATIONS_KEPT,
    now.getTime(),
  );
  const next = await store.readNextPublications(description.id, READ_AHEAD, now.getTime());
  const later = storedPublications(description, next).toReversed();
  const earlier = await goBackToCounted(store, description, { now, read: newest });
  return {
    description,
    pairs: new Set(pairs),
    heldPairs: await readHeldOf(store, { source: description.id, heldAtMs: null }),
    publications: [...later, ...earlier],
    ...(next.nextAtMs !== null && { completeUntil: new Date(next.nextAtMs) }),
  };
}

/** What was read, and as many older publications as it takes until enough of them count at `now`, newest first. */
async function goBackToCounted(
  store: Pick<SourceReads, 'readNewestPublications'>,
  description: FixingDescription,
  { now, read: newest }: { readonly now: Date; readonly read: Publications },
): Promise<readonly StoredPublication[]> {
  const publications: StoredPublication[] = [];
  let read = storedPublications(description, newest);
  let missing = PUBLICATIONS_KEPT;
  for (;;) {
    publications.push(...read);
    missing -= read.filter(({ countsFrom: from }) => from <= now).length;
    const oldest = publications.at(-1);
    // Figures whose release is still to come, such as this week's of the H.10, do not count: there are older ones that do.
    if (missing <= 0 || read.length === 0 || !oldest) return publications;
    const beforeMs = oldest.observedAt.getTime() - 1;
    read = storedPublications(
      description,
      await store.readNewestPublications(description.id, missing, beforeMs),
    );
  }
}

/** Reads which pairs of a source are held. */
export async function readHeldOf(
  store: Pick<Store, 'readHeldPairs'>,
  query: HeldPairsQuery,
): Promise<HeldPairs> {
  const held = await store.readHeldPairs(query);
  return new Map(held.map(({ base, quote, newestAtMs }) => [pairKey(base, quote), new Date(newestAtMs)]));
}

/** Publications with the instants from which they count, in the order in which they were read. */
export function storedPublications(
  { schedule }: FixingDescription,
  { publications, earlier, bodies }: Publications,
): readonly StoredPublication[] {
  const documentOf = documentsOf(bodies);
  const earlierOf = earlierFigures(earlier, documentOf, figureOf);
  const firstSeenAt = firstSights(bodies);
  const read = publications.map(({ observedAtMs, figures }) => {
    const observedAt = new Date(observedAtMs);
    return {
      observedAt,
      countsFrom: countsFrom(schedule, { observedAt, firstSeenAt: firstSeenAt(figures) }),
      figures: figures
        .filter(({ rate }) => isPossibleRate(rate))
        .map(({ base, quote, rate, bodyId }) => ({
          base,
          quote,
          rate,
          ...documentOf(bodyId),
          ...earlierOf({ base, quote, atMs: observedAtMs }),
        })),
    };
  });
  // One of damaged figures alone is none, so that a source with no other has nothing to serve yet.
  return read.filter(({ figures }) => figures.length > 0);
}

/**
 * When some of a publication's figures were first fetched. A file says nothing of when its figures were first public: it may
 * be loaded on a clock that was set back.
 */
function firstSights(bodies: readonly StoredBody[]): (figures: readonly StoredFigure[]) => Date | null {
  const fetched = new Map(
    bodies.filter(({ url }) => !url.startsWith('file:')).map(({ id, fetchedAtMs }) => [id, fetchedAtMs]),
  );
  return (figures) => {
    const firstMs = Math.min(...figures.map(({ bodyId }) => fetched.get(bodyId) ?? Number.POSITIVE_INFINITY));
    return Number.isFinite(firstMs) ? new Date(firstMs) : null;
  };
}

/** Clocks of two hosts may be this far apart, so that what one polled just now is of the future for the other. */
const CLOCKS_APART_MAX_MS = 15 * 60_000;

/** A quote that another host polled by a clock that is somewhat ahead counts as polled now; one of a later time waits for it. */
async function readQuotes(
  store: SourceReads,
  description: TickDescription,
  now: Date,
): Promise<StoredQuotes> {
  const newest = await store.readNewestTicks(description.id);
  const instants = new Map<number, Date>();
  const nowMs = now.getTime();
  const instantOf = (atMs: number) => {
    const isSomewhatAhead = atMs > nowMs && atMs <= nowMs + CLOCKS_APART_MAX_MS;
    const instant = instants.get(atMs) ?? new Date(isSomewhatAhead ? nowMs : atMs);
    instants.set(atMs, instant);
    return instant;
  };
  const heldPairs = await readHeldOf(store, { source: description.id, heldAtMs: null });
  return { ...storedQuotes(description, newest, instantOf), heldPairs };
}

function storedQuotes(
  description: TickDescription,
  { pairs, figures, earlier, bodies }: NewestTicks,
  instantOf: (atMs: number) => Date,
): StoredQuotes {
  const documentOf = documentsOf(bodies);
  const earlierOf = earlierFigures(earlier, documentOf, pairOf);
  return {
    description,
    pairs: new Set(pairs),
    quotes: figures
      .filter(({ rate }) => isPossibleRate(rate))
      .map(({ base, quote, rate, observedAtMs, polledAtMs, bodyId }) => ({
        base,
        quote,
        rate,
        observedAt: instantOf(observedAtMs),
        polledAt: instantOf(polledAtMs),
        ...documentOf(bodyId),
        ...earlierOf({ base, quote }),
      })),
  };
}

/** Where a figure was read, by the number of its document. */
function documentsOf(
  bodies: readonly StoredBody[],
): (bodyId: number | null) => Pick<SourceFigure, 'document'> {
  const documents = new Map(
    bodies.map(({ id, url, sha256, fetchedAtMs }) => [
      id,
      { url, sha256, firstSeenAt: new Date(fetchedAtMs) },
    ]),
  );
  return (bodyId: number | null) => {
    const document = bodyId === null ? undefined : documents.get(bodyId);
    return document ? { document } : {};
  };
}

/** What a figure was before; of nearly all figures nothing. `nameOf` names a figure among those that the rows are of. */
function earlierFigures<Named>(
  rows: readonly (EarlierFigureRow & Named)[],
  documentOf: ReturnType<typeof documentsOf>,
  nameOf: (named: Named) => string,
) {
  const known = Map.groupBy(rows, nameOf);
  return (named: Named): Pick<SourceFigure, 'earlier'> => {
    const earlier = known.get(nameOf(named))?.map(({ rate, bodyId, replacedAtMs }) => ({
      rate,
      document: documentOf(bodyId).document ?? null,
      replacedAt: new Date(replacedAtMs),
    }));
    return earlier ? { earlier } : {};
  };
}

function pairOf({ base, quote }: Pick<EarlierFigureRow, 'base' | 'quote'>): string {
  return pairKey(base, quote);
}

function figureOf(row: Pick<EarlierFigureRow, 'base' | 'quote' | 'atMs'>): string {
  return `${pairOf(row)} ${row.atMs}`;
}
