import { newestDueDays } from '#lib/domain/calendars/publication-calendar';
import { DAY_MS } from '#lib/domain/durations';
import { isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { PUBLICATIONS_KEPT } from '#lib/domain/rates/rate-snapshot';
import type { FixingDescription, StoredFixings } from '#lib/domain/rates/stored-source';
import type { NewestPublications } from '#lib/store/rates/publications';
import type { Store } from './store.ts';
import { storedPublications } from './stored-sources.ts';

/** The reads that tell what was known at an instant. */
export type KnownReads = Pick<
  Store,
  'readPublicationsKnownAt' | 'readHeldPairs' | 'readFirstSight' | 'readNotedSources'
>;

/**
 * How far back it is read where there are too few publications: as far as the hard limit of any bank reaches, and for a bank that has
 * been silent for longer as far as tells that it published before.
 */
const SPANS_MS = [45 * DAY_MS, 400 * DAY_MS];

/** Reads what publishers of fixings had observed by an instant, as this service knew it at another one, in the order of `descriptions`. */
export async function readKnownUntil(
  store: Pick<KnownReads, 'readPublicationsKnownAt'>,
  descriptions: readonly FixingDescription[],
  { end, knownAt }: { readonly end: Date; readonly knownAt: Date },
): Promise<readonly StoredFixings[]> {
  const read = async (
    asked: readonly FixingDescription[],
    afterMsOf: (description: FixingDescription) => number,
  ): Promise<readonly StoredFixings[]> => {
    const found = await store.readPublicationsKnownAt({
      sources: asked.map((description) => ({ source: description.id, afterMs: afterMsOf(description) })),
      notAfterMs: end.getTime(),
      knownAtMs: knownAt.getTime(),
    });
    return asked.map((description) => knownFixings(description, found.get(description.id), knownAt));
  };
  let known = await read(descriptions, ({ schedule }) => {
    const day = isoDayOf(end);
    const due = newestDueDays(schedule, { day, dueBy: knownAt, count: PUBLICATIONS_KEPT });
    return startOfDay(due.at(-1) ?? day).getTime() - 1;
  });
  for (const spanMs of SPANS_MS) {
    // Where a publisher missed a publication, there are older ones.
    const short = known.filter(({ publications }) => publications.length < PUBLICATIONS_KEPT);
    if (short.length === 0) break;
    const more = await read(
      short.map(({ description }) => description),
      () => end.getTime() - spanMs,
    );
    known = known.map((one) => more.find(({ description }) => description === one.description) ?? one);
  }
  return known;
}

function knownFixings(
  description: FixingDescription,
  found: NewestPublications | undefined,
  knownAt: Date,
): StoredFixings {
  if (!found) return { description, pairs: new Set(), publications: [] };
  const publications = storedPublications(description, found).filter(
    ({ countsFrom: from }) => from <= knownAt,
  );
  return { description, pairs: new Set(found.pairs), publications: publications.slice(0, PUBLICATIONS_KEPT) };
}
