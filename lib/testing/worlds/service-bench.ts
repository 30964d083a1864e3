import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterCheck, UNCHECKED } from '#lib/domain/health/health-machine';
import { healthStateText } from '#lib/domain/health/health-state-text';
import { loadDocument } from '#lib/ingest/history/load-document';
import { createClock } from '#lib/platform/clock';
import { readEnvironment } from '#lib/platform/environment';
import type { Service } from '#lib/service';
import { createSourcesOf } from '#lib/sources/create-sources';
import { operatorSources } from '#lib/sources/operator-sources';
import { listSources } from '#lib/sources/registry';
import type { WriterPlace } from '#lib/store/open-store';
import { NO_HELD_CHANGES } from '#lib/store/validation/held-changes';
import type { BenchSetup, EndpointBench } from './endpoint-bench.ts';
import { makeKey, withStore } from './own-store.ts';
import { startOwnService } from './own-service.ts';

/** Where the project lies. */
export const PROJECT_ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Hands a request to a service through the listener that is tested. */
export type ServiceDispatch = (service: Service, request: Request) => Promise<Response>;

/**
 * A service of its own in a throw-away folder: data and key are written before, so that the service under test knows them
 * from its start on. `variables` name another engine than the embedded database.
 */
export async function openServiceBench(
  setup: BenchSetup,
  dispatch: ServiceDispatch,
  variables: Readonly<Record<string, string>> = {},
  writer?: WriterPlace,
): Promise<EndpointBench> {
  const dataDir = await mkdtemp(join(tmpdir(), 'crossrate-endpoints-'));
  const wanted = {
    DATA_DIR: dataDir,
    CLOCK: setup.clock,
    LOG_LEVEL: 'silent',
    SOURCES: 'ecb',
    ROLE: 'web',
    // The suites ask far more often than a caller may; limits have suites of their own.
    RATE_LIMIT_PER_MINUTE: '0',
    ...variables,
  };
  const key = await withStore(wanted, async (store) => {
    const environment = readEnvironment(wanted, PROJECT_ROOT);
    const clock = createClock(environment.clockStartsAt);
    const before = { environment, sources: operatorSources(environment), store, clock };
    await load(before, setup.document);
    await noteCheck(before, setup);
    return makeKey(store);
  });
  const service = await startOwnService(wanted, writer);
  return {
    key,
    send: (path, { method = 'GET', headers = [] } = {}) =>
      dispatch(
        service,
        new Request(new URL(path, 'http://localhost'), {
          method,
          headers: new Headers(headers.map(([name, value]) => [name, value])),
        }),
      ),
    commit: (document) => load(service, document),
    dispose: async () => {
      await service.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What data is written with: a running service, or its database before. */
type Writing = Pick<Service, 'environment' | 'sources' | 'store' | 'clock'>;

async function load({ environment, sources, store, clock }: Writing, body: Uint8Array): Promise<void> {
  const [source] = createSourcesOf(environment, sources);
  if (!source) throw new Error('The service has no source.');
  const now = clock.service();
  const loaded = await loadDocument(
    { source, listed: listSources('kraken'), store, now, origin: 'import' },
    { url: 'file:test', body, fetchedAt: now },
  );
  if (!loaded.ok) throw new Error(loaded.error.sentence);
  if (loaded.value.rejected.length > 0) throw new Error(JSON.stringify(loaded.value.rejected.slice(0, 3)));
}

/** A passed check as the first one; a failed one as the second of two after it, which degrades. */
async function noteCheck({ store, clock }: Writing, { newestCheck }: BenchSetup): Promise<void> {
  if (newestCheck === undefined) return;
  const kinds = newestCheck === 'passed' ? (['pass'] as const) : (['pass', 'hard', 'hard'] as const);
  let state = UNCHECKED;
  for (const kind of kinds) {
    const atMs = clock.service().getTime();
    state = afterCheck(state, { kind, atMs, intervalMs: 900_000, age: 'fresh', isQuarantineLong: false });
    await store.write.storePoll({
      source: 'ecb',
      fixings: [],
      ticks: null,
      held: NO_HELD_CHANGES,
      refusals: [],
      flags: [],
      check: {
        atMs,
        kind,
        latencyMs: 123,
        reason: kind === 'pass' ? null : 'http_status',
        sentence: kind === 'pass' ? null : 'The publisher answered with status 500.',
        accepted: 0,
        rejected: 0,
        held: 0,
        status: state.status,
        cause: null,
        state: healthStateText(state),
        changedAtMs: state.changedAtMs ?? atMs,
        intervalMs: 900_000,
      },
    });
  }
}
