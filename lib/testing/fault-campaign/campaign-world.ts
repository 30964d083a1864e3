import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { backfillSource } from '#lib/ingest/history/backfill';
import { loadDocument } from '#lib/ingest/history/load-document';
import { pollSource } from '#lib/ingest/poll/poll-source';
import { isoDayOf } from '#lib/domain/iso-day';
import type { SourceId } from '#lib/domain/source-id';
import type { Clock } from '#lib/platform/clock';
import type { HttpClient } from '#lib/platform/http-client';
import { listSources } from '#lib/sources/registry';
import type { HistorySpan, Source, SourceDocument } from '#lib/sources/source';
import { openSqliteStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import { HELD_MAX } from '#lib/store/validation/held';
import { createMemory, pollContextOf } from '#lib/testing/worlds/polled-world';
import { PROJECT_ROOT } from '#lib/testing/worlds/service-bench';
import type { PublishedTruth } from './published-truth.ts';

/** The first day of what the service loads by itself here; its parts are named by their days, so that each day loads anew. */
const FIRST_DAY_LOADED = isoDayOf(new Date('2026-10-01T00:00:00Z'));

/** A service without its server: one process on a store, from its start to its end. */
export interface CampaignWorld {
  readonly store: Store;
  readonly snapshot: () => RateSnapshot;
  readonly source: (id: SourceId) => Source;
  readonly poll: (id: SourceId) => Promise<void>;
  /** Loads history as `npm run backfill` does; what the service loads by itself unless a span is given. */
  readonly backfill: (id: SourceId, span?: HistorySpan) => Promise<void>;
  /** Loads a file as `npm run import` does. */
  readonly importFile: (id: SourceId, document: SourceDocument) => Promise<void>;
  /**
   * Decides about all that is held of a source as an operator does who asks the publisher: releases documents and the figures that
   * it stands by, and rejects the others.
   */
  readonly decide: (id: SourceId, truth: PublishedTruth) => Promise<void>;
  /** The process ends; the store stays. */
  readonly close: () => Promise<void>;
}

/** What a world is opened with. */
export interface CampaignWorldSettings {
  readonly dataDir: string;
  readonly clock: Clock & { readonly moveTo: (instant: Date) => void };
  readonly http: HttpClient;
  /** Fresh ones, because a process remembers what it read. */
  readonly sources: readonly Source[];
}

/**
 * Starts a process on a folder's database. This is the one place where the campaign meets the ways in: `pollSource`,
 * `backfillSource` and `loadDocument`.
 */
export async function openCampaignWorld(settings: CampaignWorldSettings): Promise<CampaignWorld> {
  const { dataDir, clock, http, sources } = settings;
  const store = await openSqliteStore({ dataDir, root: PROJECT_ROOT }, 'here');
  const listed = listSources('kraken');
  const memory = createMemory(listed, store, clock);
  await memory.catchUp();
  const context = pollContextOf({ store, http, clock, memory });
  const source = (id: SourceId): Source => {
    const found = sources.find((candidate) => candidate.id === id);
    if (!found) throw new Error(`${id} is not polled.`);
    return found;
  };
  return {
    store,
    snapshot: memory.snapshot,
    source,
    poll: async (id) => {
      await pollSource(source(id), context);
    },
    backfill: async (id, span) => {
      const wanted = span ?? { from: FIRST_DAY_LOADED, to: isoDayOf(clock.service()) };
      await backfillSource(source(id), wanted, { ...context, listed });
      await memory.catchUp();
    },
    importFile: async (id, document) => {
      const now = clock.service();
      await loadDocument({ source: source(id), listed, store, now, origin: 'import' }, document);
      await memory.catchUp();
    },
    decide: async (id, truth) => {
      const now = clock.service();
      for (const { id: held, source: of } of await store.readHeldDocuments()) {
        const document = of === id ? await store.readHeldBody(held) : null;
        if (!document) continue;
        await loadDocument(
          { source: source(id), listed, store, now, origin: 'import', releases: held },
          { ...document, fetchedAt: new Date(document.fetchedAtMs) },
        );
      }
      for (const figure of await store.readHeldFigures({ state: 'held', source: id, limit: HELD_MAX })) {
        const { base, quote, observedAtMs, rate } = figure;
        const decision = truth.figure(id, base, quote, observedAtMs) === rate ? 'release' : 'reject';
        await store.write.decideHeld({ id: figure.id, decision, atMs: now.getTime() });
      }
      await memory.catchUp();
    },
    close: () => store.close(),
  };
}
