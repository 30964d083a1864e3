import type { Kysely } from 'kysely';
import { hasLogin, readAccountByEmail } from '#lib/store/accounts/accounts';
import {
  listApiKeys,
  readActiveApiKeys,
  readKeyOfAccount,
  readKeysOfAccount,
} from '#lib/store/accounts/api-keys';
import { countAuthRecords, readAuthRecords } from '#lib/store/accounts/auth-records';
import { readSessions } from '#lib/store/accounts/auth-sessions';
import { hasAuthToken, readSetUpToken } from '#lib/store/accounts/auth-tokens';
import { readBackfill } from '#lib/store/rates/backfill-parts';
import type { ConnectionCounts } from '#lib/store/engine/postgres/postgres-database';
import { readClosingTicks } from '#lib/store/rates/closing-ticks';
import { readRefusals } from '#lib/store/validation/refusals';
import type { Engine } from '#lib/store/engine/engine';
import { readFlags } from '#lib/store/rates/figure-flags';
import {
  readHealthChanges,
  readHealthChecks,
  readHealthDays,
  readUntoldChanges,
} from '#lib/store/health/health-history';
import { readIncidents, readWatchStarts } from '#lib/store/health/incidents';
import { readKeyUsage } from '#lib/store/accounts/key-usage';
import { readFirstSight, readPublicationsKnownAt, readSeriesKnownAt } from '#lib/store/rates/known-figures';
import { readLease } from '#lib/store/engine/leases';
import { readBodies, readNewestPublications, readNextPublications } from '#lib/store/rates/publications';
import { readHeldPairs } from '#lib/store/validation/held';
import {
  readDecidedDocuments,
  readHeldBody,
  readHeldDocuments,
  readHeldFigures,
  readHolds,
} from '#lib/store/validation/held';
import { readRevisions } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import type { StoreCondition } from '#lib/store/engine/store-condition';
import { listSeries } from '#lib/store/rates/series';
import { readReplacedFigures } from '#lib/store/rates/replaced-figures';
import { readDocuments } from '#lib/store/rates/documents';
import { readSeriesWithOrigins } from '#lib/store/rates/series-origins';
import { readPublicationInstants, readSeries } from '#lib/store/rates/series-history';
import { readSecretFingerprint } from '#lib/store/accounts/secret-fingerprint';
import { readStatusNotes } from '#lib/store/health/status-notes';
import { readNotedSources, readSourceStates } from '#lib/store/health/source-states';
import {
  readNewestTicks,
  readTickDays,
  readTickSeries,
  readTickSeriesWithOrigins,
  readTickSpan,
} from '#lib/store/rates/tick-history';
import { readImports } from '#lib/store/validation/taken-back-documents';
import { readNewestAuditEntry, readAuditLog, readAuditNotices } from '#lib/store/accounts/audit-log';
import { readFeedLink, readFeedLinks } from '#lib/store/accounts/feed-links';
import { readReceipt, readReceiptKeys } from '#lib/store/rates/receipts';
import { readDueMessages, readWebhooks } from '#lib/store/accounts/webhooks';
import { readPairWatches } from '#lib/store/accounts/pair-watches';
import type { Writer } from './write-commands.ts';

/** Every read there is, the same on every engine. */
const READS = {
  hasAuthToken,
  hasLogin,
  countAuthRecords,
  listApiKeys,
  listPairs: listSeries,
  readAccountByEmail,
  readActiveApiKeys,
  readAuditLog,
  readAuditNotices,
  readAuthRecords,
  readBackfill,
  readBodies,
  readClosingTicks,
  readDocuments,
  readFirstSight,
  readDueMessages,
  readFlags,
  readHealthChanges,
  readFeedLink,
  readFeedLinks,
  readHealthChecks,
  readHealthDays,
  readHeldPairs,
  readImports,
  readIncidents,
  readKeyOfAccount,
  readKeysOfAccount,
  readKeyUsage,
  readLease,
  readNewestAuditEntry,
  readNewestPublications,
  readNewestTicks,
  readNextPublications,
  readNotedSources,
  readPairWatches,
  readPublicationInstants,
  readPublicationsKnownAt,
  readDecidedDocuments,
  readHeldBody,
  readHeldDocuments,
  readHeldFigures,
  readHolds,
  readReceipt,
  readReceiptKeys,
  readRefusals,
  readReplacedFigures,
  readRevisions,
  readSecretFingerprint,
  readSeries,
  readSeriesKnownAt,
  readSeriesWithOrigins,
  readSessions,
  readSetUpToken,
  readSourceStates,
  readStatusNotes,
  readTickDays,
  readTickSeries,
  readTickSeriesWithOrigins,
  readTickSpan,
  readUntoldChanges,
  readWatchStarts,
  readWebhooks,
} as const;

/** The same reads as a caller sees them: the database is the store's own affair. */
export type StoreReads = {
  readonly [Name in keyof typeof READS]: (typeof READS)[Name] extends (
    db: Kysely<Schema>,
    ...query: infer Query
  ) => infer Found
    ? (...query: Query) => Found
    : never;
};

/** Everything that lasts. Reads come from the newest commit of any process; writes are one transaction each. */
export interface Store extends StoreReads {
  readonly engine: Engine;
  readonly write: Writer;
  /** Settles when writes can begin; rejects when the database can only be read. */
  readonly writable: Promise<void>;
  /** What keeps this process from using its database as it should, as far as it has met it; null when nothing does. */
  readonly fault: StoreCondition['fault'];
  /** Looks whether what failed works again, and how much room the disk has; then the same as `fault`. Never rejects. */
  readonly look: StoreCondition['look'];
  /** The connections of this process by what they are for; none where the database is embedded. */
  readonly connections: () => readonly (ConnectionCounts & { readonly pool: string })[];
  /** Finishes pending writes and lets go of the database. */
  readonly close: () => Promise<void>;
}

/** Carries a read out, and explains its failure. */
export type RunRead = (read: () => Promise<unknown>) => Promise<unknown>;

/** The reads of a store, each from what `dbOf` gives at the time, carried out by `run`. */
export function readsOf(dbOf: () => Kysely<Schema>, run: RunRead): StoreReads {
  const entries = Object.entries(READS).map(([name, read]) => [
    name,
    (...query: readonly unknown[]) => run(() => (read as AnyRead)(dbOf(), ...query)),
  ]);
  return asReads(Object.fromEntries(entries));
}

type AnyRead = (db: Kysely<Schema>, ...query: readonly unknown[]) => Promise<unknown>;

/** Holds because each read keeps its name and its arguments, and `run` gives what the read gave. */
function asReads(reads: object): StoreReads {
  return reads as StoreReads;
}
