import { PUBLICATIONS_KEPT } from '#lib/domain/rate-snapshot';
import type {
  FixingDescription,
  SourceDescription,
  StoredFixings,
  StoredQuotes,
  StoredSource,
  TickDescription,
} from '#lib/domain/stored-source';
import type { StoredBody } from './publications.ts';
import type { Store } from './store.ts';

/** The reads that a source's newest figures take. */
export type SourceReads = Pick<Store, 'readNewestPublications' | 'readNewestTicks'>;

/** Reads what a snapshot needs of a source: its newest publications, or its newest quotes, as of `now`. */
export function readStoredSource(
  store: SourceReads,
  description: SourceDescription,
  now: Date,
): Promise<StoredSource> {
  return description.cadence === 'fixing'
    ? readFixings(store, description, now)
    : readQuotes(store, description, now);
}

async function readFixings(
  store: SourceReads,
  description: FixingDescription,
  now: Date,
): Promise<StoredFixings> {
  const newest = await store.readNewestPublications(description.id, PUBLICATIONS_KEPT, now.getTime());
  const { pairs, publications, bodies, nextAtMs } = newest;
  const documentOf = documentsOf(bodies);
  return {
    description,
    pairs: new Set(pairs),
    ...(nextAtMs !== null && { nextAt: new Date(nextAtMs) }),
    publications: publications.map(({ observedAtMs, figures }) => ({
      observedAt: new Date(observedAtMs),
      figures: figures.map(({ base, quote, rate, bodyId }) => ({ base, quote, rate, ...documentOf(bodyId) })),
    })),
  };
}

/** The newest quotes; one from after the clock, which was set back, does not count. */
async function readQuotes(
  store: SourceReads,
  description: TickDescription,
  now: Date,
): Promise<StoredQuotes> {
  const { pairs, figures, bodies } = await store.readNewestTicks(description.id);
  const documentOf = documentsOf(bodies);
  const instants = new Map<number, Date>();
  const instantOf = (atMs: number) => {
    const instant = instants.get(atMs) ?? new Date(atMs);
    instants.set(atMs, instant);
    return instant;
  };
  return {
    description,
    pairs: new Set(pairs),
    quotes: figures
      .filter(({ polledAtMs }) => polledAtMs <= now.getTime())
      .map(({ base, quote, rate, observedAtMs, polledAtMs, bodyId }) => ({
        base,
        quote,
        rate,
        observedAt: instantOf(observedAtMs),
        polledAt: instantOf(polledAtMs),
        ...documentOf(bodyId),
      })),
  };
}

/** Where a figure was read, by the number of its document. */
function documentsOf(bodies: readonly StoredBody[]) {
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
