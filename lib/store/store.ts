import type { Kysely } from 'kysely';
import { listApiKeys, type OwnedApiKey, readActiveApiKeys } from './api-keys.ts';
import type { Engine } from './engine.ts';
import { type NewestPublications, readNewestPublications } from './publications.ts';
import { readRevisions, type Revisions } from './revisions.ts';
import type { ApiKeyRow, Schema } from './schema.ts';
import {
  type PublicationSpan,
  readPublicationInstants,
  readSeries,
  type SeriesFigures,
  type SeriesSpan,
} from './series-history.ts';
import { readSourceStates, type SourceStateRow } from './source-states.ts';
import type { Writer } from './write-commands.ts';

/** Everything that lasts. Reads come from the newest commit of any process; writes are one transaction each. */
export interface Store {
  readonly engine: Engine;
  readonly write: Writer;
  /** Settles when writes can begin; rejects when the database can only be read. */
  readonly writable: Promise<void>;
  readonly readRevisions: () => Promise<Revisions>;
  readonly readNewestPublications: (
    source: string,
    count: number,
    notAfterMs?: number,
  ) => Promise<NewestPublications>;
  readonly readSeries: (span: SeriesSpan) => Promise<SeriesFigures>;
  readonly readPublicationInstants: (span: PublicationSpan) => Promise<readonly number[]>;
  readonly readSourceStates: () => Promise<readonly SourceStateRow[]>;
  readonly readActiveApiKeys: () => Promise<readonly ApiKeyRow[]>;
  readonly listApiKeys: () => Promise<readonly OwnedApiKey[]>;
  /** Finishes pending writes and lets go of the database. */
  readonly close: () => Promise<void>;
}

/** The reads of a store, the same on every engine. */
export function readsOf(db: Kysely<Schema>): Omit<Store, 'engine' | 'write' | 'writable' | 'close'> {
  return {
    readRevisions: () => readRevisions(db),
    readNewestPublications: (source, count, notAfterMs) =>
      readNewestPublications(db, source, count, notAfterMs),
    readSeries: (span) => readSeries(db, span),
    readPublicationInstants: (span) => readPublicationInstants(db, span),
    readSourceStates: () => readSourceStates(db),
    readActiveApiKeys: () => readActiveApiKeys(db),
    listApiKeys: () => listApiKeys(db),
  };
}
