import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import { createAnswerCache } from '#lib/api/answers/answer-cache';
import { endpointAt } from '#lib/api/endpoints/endpoint-at';
import { createLiveSnapshot } from '#lib/api/memory/live-snapshot';
import { route } from '#lib/api/route';
import { loadDocument } from '#lib/ingest/history/load-document';
import type { Service } from '#lib/service';
import { createSourcesOf } from '#lib/sources/create-sources';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import {
  RECORDED_PUBLISHERS,
  type RecordedHistory,
  type RecordedPublisher,
} from '#lib/testing/oracles/publishers-record';
import { createReplayOracle, type ReplayOracle } from '#lib/testing/oracles/replay-oracle';
import { startOwnService } from './own-service.ts';

/** A service over recorded history on a clock that the test moves, and what each publisher had made public by then. */
export interface ReplayWorld {
  readonly oracles: ReadonlyMap<RecordedPublisher, ReplayOracle>;
  /** Sets the clock, back or forth, and waits until the service has what counts then in memory. */
  readonly moveTo: (now: Date) => Promise<void>;
  /** Asks /v1 for a path; null where it answers with an error. */
  readonly ask: <Schema extends z.ZodType>(schema: Schema, path: string) => Promise<z.infer<Schema> | null>;
  readonly close: () => Promise<void>;
}

/** Loads the recorded files of every publisher at `loadedAt`, after all that they state. */
export async function openReplayWorld(
  histories: ReadonlyMap<RecordedPublisher, RecordedHistory>,
  loadedAt: Date,
): Promise<ReplayWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossrate-replay-'));
  const variables = {
    DATA_DIR: dataDir,
    CLOCK: loadedAt.toISOString(),
    LOG_LEVEL: 'silent',
    SOURCES: [...RECORDED_PUBLISHERS, 'fixed'].join(','),
    ROLE: 'web',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  const service = await startOwnService(variables);
  const oracles = new Map<RecordedPublisher, ReplayOracle>();
  for (const source of createSourcesOf(service.environment, service.sources)) {
    const id = RECORDED_PUBLISHERS.find((recorded) => recorded === source.id);
    const history = id && histories.get(id);
    if (!id || !history || source.cadence !== 'fixing') continue;
    oracles.set(id, createReplayOracle(history.record, source));
    for (const { name, body } of history.files) {
      const { sources: listed, store } = service;
      const context = { source, listed, store, now: loadedAt, origin: 'import' as const };
      const loaded = await loadDocument(context, { url: `file:${name}`, body, fetchedAt: loadedAt });
      if (!loaded.ok) throw new Error(`${name}: ${loaded.error.sentence}`);
    }
  }
  return { oracles, ...replaying(service), close: () => closeAll(service, dataDir) };
}

function replaying(service: Service): Pick<ReplayWorld, 'moveTo' | 'ask'> {
  const clock = fixedClock(service.clock.service().toISOString());
  const live = createLiveSnapshot(service.sources, service.store, clock);
  const replayed: Service = {
    ...service,
    clock,
    snapshot: live.current,
    catchUp: live.load,
    answers: createAnswerCache(),
  };
  return {
    moveTo: async (now) => {
      clock.moveTo(now);
      await live.load();
    },
    ask: async (schema, path) => {
      const url = new URL(path, 'http://localhost');
      const endpoint = endpointAt(url.pathname);
      if (!endpoint) throw new Error(`There is no endpoint ${url.pathname}.`);
      const inside = { kind: 'inside', allowedSources: null } as const;
      const answer = await route(endpoint, () => replayed).GET(new Request(url), inside);
      return answer.ok ? schema.parse(await answer.json()) : null;
    },
  };
}

async function closeAll(service: Service, dataDir: string): Promise<void> {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
}
