import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAnswerCache } from '#lib/api/answers/answer-cache';
import { endpointAt } from '#lib/api/endpoints/endpoint-at';
import { createLiveSnapshot } from '#lib/api/memory/live-snapshot';
import { route } from '#lib/api/route';
import { DAY_MS } from '#lib/domain/durations';
import type { Service } from '#lib/service';
import { operatorSources } from '#lib/sources/operator-sources';
import { openStore } from '#lib/store/open-store';
import type { Store } from '#lib/store/store';
import type { FixedClock } from '#lib/testing/builders/fixed-clock';
import type { YearEvent } from '#lib/testing/builders/bank-events';
import { openPolledWorld, type PolledWorld, type PolledWorldOptions } from './polled-world.ts';
import { PROJECT_ROOT } from './service-bench.ts';
import { startOwnService } from './own-service.ts';

/** What a caller sees of an answer of rates. */
export interface SeenRates {
  readonly status: number;
  /** The headers that tell of a figure's age and day. */
  readonly headers: readonly (string | null)[];
  readonly body: string;
}

/** A service on a clock that the test moves, over simulated publishers, whose polls and configuration the test decides. */
export interface BankYear {
  readonly clock: FixedClock;
  /** The sources that are enabled now, in priority order. */
  readonly enabled: () => readonly string[];
  /** Lets something happen now. */
  readonly happen: (event: YearEvent) => Promise<void>;
  /** Polls a market now. */
  readonly pollMarket: (id: 'crypto-exchange' | 'web-finance') => Promise<void>;
  readonly ask: (path: string) => Promise<SeenRates>;
  readonly close: () => Promise<void>;
}

/** Opens one that begins at `start`; `variables` name another engine than the embedded database, `upstream` another publisher. */
export async function openBankYear(
  start: Date,
  variables: Readonly<Record<string, string>>,
  upstream?: PolledWorldOptions['upstream'],
): Promise<BankYear> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crossrate-year-'));
  const service = await startOwnService({
    DATA_DIR: dataDir,
    // Its own note of its sources is of before the year.
    CLOCK: new Date(start.getTime() - DAY_MS).toISOString(),
    LOG_LEVEL: 'silent',
    ROLE: 'web',
    RATE_LIMIT_PER_MINUTE: '0',
    ...variables,
  });
  const world = await openPolledWorld(start.toISOString(), {
    openStore: () => openStore({ ...service.environment, root: PROJECT_ROOT }, 'here'),
    ...(upstream && { upstream }),
  });
  const configured = configuring(service, world);
  return {
    clock: world.clock,
    enabled: configured.enabled,
    happen: (event) => happen(world, configured, event),
    pollMarket: async (id) => {
      await world.poll(id);
    },
    ask: configured.ask,
    close: async () => {
      await world.close();
      await service.close();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

type Configured = ReturnType<typeof configuring>;

/** The service as it is under the configuration of now. */
function configuring(service: Service, { clock, store }: PolledWorld) {
  let sources = service.sources;
  let live = createLiveSnapshot(sources, store, clock);
  let answers = createAnswerCache();
  return {
    enabled: () => sources.map(({ id }) => id),
    configure: async (wishes: { readonly sources: string; readonly sourcePriority: string | undefined }) => {
      sources = operatorSources({ createSource: 'kraken', ...wishes });
      live = createLiveSnapshot(sources, store, clock);
      answers = createAnswerCache();
      await store.write.noteSources({ sources: sources.map(({ id }) => id), atMs: clock.serviceMs() });
    },
    ask: async (path: string): Promise<SeenRates> => {
      await live.load();
      const now: Service = { ...service, clock, snapshot: live.current, catchUp: live.load, answers };
      const url = new URL(path, 'http://localhost');
      const endpoint = endpointAt(url.pathname);
      if (!endpoint) throw new Error(`There is no endpoint ${url.pathname}.`);
      const inside = { kind: 'inside', allowedSources: null } as const;
      const answer = await route(endpoint, () => now).GET(new Request(url), inside);
      const headers = ['X-Rate-Stale', 'X-Rate-Date'].map((name) => answer.headers.get(name));
      return { status: answer.status, headers, body: await answer.text() };
    },
  };
}

async function happen(world: PolledWorld, { enabled, configure }: Configured, event: YearEvent) {
  switch (event.kind) {
    case 'poll':
      if (enabled().includes(event.source)) await world.poll(event.source);
      return;
    case 'revalue':
      world.upstreams.shock(event.code, event.factor);
      return;
    case 'fault':
      await world.upstreams.setFault(event.source, event.fault);
      return;
    case 'decide':
      await decide(world.store, event, world.clock.serviceMs());
      await world.context.catchUp();
      return;
    case 'configure':
      await configure(event);
  }
}

/** Decides one of the figures that are held for review, where there are any. */
async function decide(
  store: Store,
  { decision, place }: Extract<YearEvent, { kind: 'decide' }>,
  atMs: number,
): Promise<void> {
  const held = await store.readHeldFigures({ state: 'held', limit: 1000 });
  const figure = held[Math.floor(place * held.length)];
  if (figure) await store.write.decideHeld({ id: figure.id, decision, atMs });
}
