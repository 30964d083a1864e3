import { SOURCE_IDS, type SourceId } from '#lib/domain/source-id';
import type { DeclaredFacts, ExchangeName, FixingFacts, ListedSource, TickFacts } from './source-facts.ts';

/** Read once, when this module is loaded: a source without its folder or with another one's facts stops every command at once. */
const EVERY: readonly DeclaredFacts[] = await Promise.all(SOURCE_IDS.map(readFacts));

/**
 * Every source there is, in the order of priority; `exchange` is the one that `crypto-exchange` reads (CRYPTO_EXCHANGE).
 * Facts alone: what fetches and parses is made by `createSources`, which whoever only answers need not load.
 */
export function listSources(exchange: ExchangeName): readonly ListedSource[] {
  return EVERY.map((facts) => ('id' in facts ? facts : facts[exchange]));
}

/** Whether a source publishes, and so has an upstream, documents and history in the store. */
export function isPublishing(source: ListedSource): source is FixingFacts | TickFacts {
  return source.id !== 'fixed';
}

async function readFacts(id: SourceId): Promise<DeclaredFacts> {
  const folder: unknown = await import(`./${id}/facts.ts`);
  if (hasFacts(folder)) {
    const { FACTS } = folder;
    const ids = 'id' in FACTS ? [FACTS.id] : Object.values(FACTS).map((facts) => facts.id);
    if (ids.every((own) => own === id)) return FACTS;
  }
  throw new Error(`lib/sources/${id}/facts.ts must export FACTS with the id '${id}'.`);
}

/** Every `facts.ts` declares the type of its `FACTS`, so that its presence is enough. */
function hasFacts(folder: unknown): folder is { readonly FACTS: DeclaredFacts } {
  return typeof folder === 'object' && folder !== null && 'FACTS' in folder;
}
