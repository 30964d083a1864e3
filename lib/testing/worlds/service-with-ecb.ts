import { endpointAt } from '#lib/api/endpoints/endpoint-at';
import { route } from '#lib/api/route';
import { loadDocument } from '#lib/ingest/history/load-document';
import { createSourcesOf } from '#lib/sources/create-sources';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { openService } from './own-service.ts';

/** A service that has the sample of the ECB. */
export interface ServiceWithEcb {
  readonly dataDir: string;
  /** Asks /v1 as somebody who may read these sources only; every enabled one where null. */
  readonly ask: (path: string, allowedSources: ReadonlySet<string> | null) => Promise<Response>;
}

/** Opens one with these sources, the ECB among them, on the morning after the newest day of the sample. */
export async function openServiceWithEcb(sources: string): Promise<ServiceWithEcb> {
  const dataDir = throwAwayFolder();
  const service = await openService({ DATA_DIR: dataDir, SOURCES: sources, CLOCK: '2026-04-14T08:00:00Z' });
  const { environment, sources: listed, store, clock, catchUp } = service;
  const source = createSourcesOf(environment, listed).find(({ id }) => id === 'ecb');
  if (!source) throw new Error('The service has no ECB.');
  const now = clock.service();
  const context = { source, listed, store, now, origin: 'import' } as const;
  const loaded = await loadDocument(context, { url: 'file:test', body: recentEcbSample(), fetchedAt: now });
  if (!loaded.ok) throw new Error(loaded.error.sentence);
  await catchUp();
  return {
    dataDir,
    ask: async (path, allowedSources) => {
      const url = new URL(path, 'http://localhost');
      const endpoint = endpointAt(url.pathname);
      if (!endpoint) throw new Error(`There is no endpoint ${url.pathname}.`);
      return route(endpoint, () => service).GET(new Request(url), { kind: 'inside', allowedSources });
    },
  };
}
