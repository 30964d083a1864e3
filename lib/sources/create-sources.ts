import { SOURCE_IDS } from '#lib/domain/source-id';
import type { Environment } from '#lib/platform/environment';

import { isPublishing, listSources } from './registry.ts';
import type { ExchangeName, ListedSource, PublisherId } from './source-facts.ts';
import type { Source } from './source.ts';

/** What the operator decided about the sources. */
export interface SourceOptions {
  /** The address that replaces a publisher's (UPSTREAM_<ID>), or undefined. */
  readonly upstream: (id: PublisherId) => URL | undefined;
  /** Which exchange `crypto-exchange` reads (CRYPTO_EXCHANGE). */
  readonly exchange: ExchangeName;
}

/** What `source.ts` of a source exports as `createSource`: makes the whole source; `upstream` replaces the publisher's address. */
type CreateSource = (upstream: URL | undefined, options: Pick<SourceOptions, 'exchange'>) => Source;

/** Read once, when this module is loaded: a source without what fetches and parses stops every poll at once. */
const MAKERS: ReadonlyMap<PublisherId, CreateSource> = new Map(
  await Promise.all(SOURCE_IDS.filter((id) => id !== 'fixed').map(readMaker)),
);

/** The whole sources, which fetch and parse, of those listed that publish, in their order; every one unless some are listed. */
export function createSources(
  options: SourceOptions,
  listed: readonly ListedSource[] = listSources(options.exchange),
): readonly Source[] {
  return listed.filter(isPublishing).map(({ id }) => {
    const create = MAKERS.get(id);
    if (create === undefined) throw new Error(`${id} is not in the registry.`);
    return create(options.upstream(id), options);
  });
}

/** The same with the addresses and the exchange that the environment names. */
export function createSourcesOf(
  { upstreams, createSource: exchange }: Pick<Environment, 'upstreams' | 'createSource'>,
  listed: readonly ListedSource[],
): readonly Source[] {
  const variableOf = (id: string) => `UPSTREAM_${id.toUpperCase().replaceAll('-', '_')}`;
  return createSources({ upstream: (id) => upstreams.get(variableOf(id)), exchange }, listed);
}

async function readMaker(id: PublisherId): Promise<readonly [PublisherId, CreateSource]> {
  const folder: unknown = await import(`./${id}/source.ts`);
  if (hasMaker(folder)) return [id, folder.createSource];
  throw new Error(`lib/sources/${id}/source.ts must export createSource.`);
}

/** Every `source.ts` declares that its function gives a source; lib/sources/registry.test.ts calls each of them. */
function hasMaker(folder: unknown): folder is { readonly createSource: CreateSource } {
  return (
    typeof folder === 'object' &&
    folder !== null &&
    'createSource' in folder &&
    typeof folder.createSource === 'function'
  );
}
