import type { Kysely } from 'kysely';
import { hasLogin, readAccountByEmail } from '#lib/store/accounts/accounts';
import {
  type KeyTableRow,
  listApiKeys,
  type OwnedApiKey,
  readActiveApiKeys,
  readKeyOfAccount,
  readKeysOfAccount,
} from '#lib/store/accounts/api-keys';
import { countAuthRecords, readAuthRecords } from '#lib/store/accounts/auth-records';
import { readSessions } from '#lib/store/accounts/auth-sessions';
import { hasAuthToken, readSetUpToken } from '#lib/store/accounts/auth-tokens';
import { readBackfill } from '#lib/store/rates/backfill-parts';
import { readDamagedFigures } from '#lib/store/rates/damaged-figures';
import type { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { readRefusals } from '#lib/store/validation/refusals';
import type { Engine } from '#lib/store/engine/engine';
import type { AlteredFigures } from '#lib/store/rates/figure-digests';
import { readFlags } from '#lib/store/rates/figure-flags';
import { readHealthChanges, readHealthChecks, readHealthDays } from '#lib/store/health/health-history';
import { readIncidents, readWatchStarts } from '#lib/store/health/incidents';
import { readKeyUsage } from '#lib/store/accounts/key-usage';
import { readLease } from '#lib/store/engine/leases';
import {
  type NewestPublications,
  type NextPublications,
  readNewestPublications,
  readNextPublications,
} from '#lib/store/rates/publications';
import { readQuarantine } from '#lib/store/validation/quarantine';
import { readRevisions, type Revisions } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import type { StoreCondition } from '#lib/store/engine/store-condition';
import { listSeries } from '#lib/store/rates/series';
import {
  type PublicationSpan,
  readPublicationInstants,
  readSeries,
  type StoredSeries,
  type SeriesSpan,
} from '#lib/store/rates/series-history';
import { readSecretFingerprint } from '#lib/store/accounts/secret-fingerprint';
import { readSourceStates, type StoredSourceState } from '#lib/store/health/source-states';
import { readNewestTicks, readTickDays, readTickSeries, readTickSpan } from '#lib/store/rates/tick-history';
import { readImports } from '#lib/store/validation/taken-back-documents';
import { readUnprovenPairs } from '#lib/store/validation/unproven-series';
import { readNewestAuditEntry, readAuditLog, readAuditNotices } from '#lib/store/accounts/audit-log';
import {
  readRejectedUrls,
  readReleasedDocuments,
  readWithheld,
  readWithheldBody,
} from '#lib/store/validation/withheld-documents';
import type { Writer } from './write-commands.ts';

/** A read as a caller sees it: the database is the store's own affair. */
type ReadOf<Read extends (db: Kysely<Schema>, query: never) => unknown> = (
  query: Parameters<Read>[1],
) => ReturnType<Read>;

/** Everything that lasts. Reads come from the newest commit of any process; writes are one transaction each. */
export interface Store {
  readonly engine: Engine;
  readonly write: Writer;
  /** Settles when writes can begin; rejects when the database can only be read. */
  readonly writable: Promise<void>;
  /** What keeps this process from using its database as it should, as far as it has met it; null when nothing does. */
  readonly fault: StoreCondition['fault'];
  /** Looks whether what failed works again, and how much room the disk has; then the same as `fault`. Never rejects. */
  readonly look: StoreCondition['look'];
  /** Looks for damage in everything that is stored, beside other work; the fault that was found, which stays until a restart. */
  readonly findDamage: () => Promise<DatabaseUnavailable | null>;
  /** Looks for newest figures that something else has altered, which takes little time; they are the store's fault until a restart. */
  readonly findAltered: () => Promise<AlteredFigures>;
  readonly readRevisions: () => Promise<Revisions>;
  readonly readNewestPublications: (
    source: string,
    count: number,
    notAfterMs?: number,
  ) => Promise<NewestPublications>;
  readonly readNextPublications: (
    source: string,
    count: number,
    afterMs: number,
  ) => Promise<NextPublications>;
  readonly readSeries: (span: SeriesSpan) => Promise<StoredSeries>;
  readonly readPublicationInstants: (span: PublicationSpan) => Promise<readonly number[]>;
  readonly readSourceStates: () => Promise<readonly StoredSourceState[]>;
  readonly readActiveApiKeys: (endsAfterMs?: number) => Promise<readonly KeyTableRow[]>;
  readonly listApiKeys: () => Promise<readonly OwnedApiKey[]>;
  readonly hasLogin: () => Promise<boolean>;
  readonly readAccountByEmail: ReadOf<typeof readAccountByEmail>;
  readonly readKeysOfAccount: ReadOf<typeof readKeysOfAccount>;
  readonly readKeyOfAccount: ReadOf<typeof readKeyOfAccount>;
  readonly readKeyUsage: ReadOf<typeof readKeyUsage>;
  readonly readAuditLog: ReadOf<typeof readAuditLog>;
  readonly readAuditNotices: ReadOf<typeof readAuditNotices>;
  readonly readNewestAuditEntry: ReadOf<typeof readNewestAuditEntry>;
  readonly readSessions: ReadOf<typeof readSessions>;
  readonly readSetUpToken: ReadOf<typeof readSetUpToken>;
  readonly hasAuthToken: ReadOf<typeof hasAuthToken>;
  readonly readAuthRecords: ReadOf<typeof readAuthRecords>;
  readonly countAuthRecords: ReadOf<typeof countAuthRecords>;
  readonly readNewestTicks: ReadOf<typeof readNewestTicks>;
  readonly readTickSeries: ReadOf<typeof readTickSeries>;
  readonly readTickSpan: ReadOf<typeof readTickSpan>;
  readonly readTickDays: ReadOf<typeof readTickDays>;
  readonly readFlags: ReadOf<typeof readFlags>;
  readonly readQuarantine: ReadOf<typeof readQuarantine>;
  readonly readWithheld: () => ReturnType<typeof readWithheld>;
  readonly readRejectedUrls: ReadOf<typeof readRejectedUrls>;
  readonly readReleasedDocuments: ReadOf<typeof readReleasedDocuments>;
  readonly readWithheldBody: ReadOf<typeof readWithheldBody>;
  readonly readImports: () => ReturnType<typeof readImports>;
  readonly readUnprovenPairs: ReadOf<typeof readUnprovenPairs>;
  readonly readDamagedFigures: () => ReturnType<typeof readDamagedFigures>;
  readonly listPairs: ReadOf<typeof listSeries>;
  readonly readRefusals: ReadOf<typeof readRefusals>;
  readonly readHealthChecks: ReadOf<typeof readHealthChecks>;
  readonly readHealthDays: ReadOf<typeof readHealthDays>;
  readonly readHealthChanges: ReadOf<typeof readHealthChanges>;
  readonly readIncidents: ReadOf<typeof readIncidents>;
  readonly readWatchStarts: () => ReturnType<typeof readWatchStarts>;
  readonly readBackfill: ReadOf<typeof readBackfill>;
  readonly readLease: ReadOf<typeof readLease>;
  readonly readSecretFingerprint: () => ReturnType<typeof readSecretFingerprint>;
  /** Finishes pending writes and lets go of the database. */
  readonly close: () => Promise<void>;
}

/** Those members of a store that read and do nothing else. */
export type StoreReads = Omit<
  Store,
  'engine' | 'write' | 'writable' | 'fault' | 'look' | 'findDamage' | 'findAltered' | 'close'
>;

/** Carries a read out, and explains its failure. */
export type RunRead = (read: () => Promise<unknown>) => Promise<unknown>;

/** The reads of a store, the same on every engine, each carried out by `run`. */
export function readsOf(db: Kysely<Schema>, run: RunRead): StoreReads {
  return eachThrough(plainReadsOf(db), run);
}

/** Holds because each read keeps its name and its arguments, and `run` gives what the read gave. */
function eachThrough(reads: StoreReads, run: RunRead): StoreReads {
  const entries = Object.entries(reads).map(([name, read]) => [
    name,
    (...query: readonly unknown[]) => run(() => (read as AnyRead)(...query)),
  ]);
  return Object.fromEntries(entries) as StoreReads;
}

type AnyRead = (...query: readonly unknown[]) => Promise<unknown>;

function plainReadsOf(db: Kysely<Schema>): StoreReads {
  return {
    readRevisions: () => readRevisions(db),
    readNewestPublications: (source, count, notAfterMs) =>
      readNewestPublications(db, source, count, notAfterMs),
    readNextPublications: (source, count, afterMs) => readNextPublications(db, source, count, afterMs),
    readSeries: (span) => readSeries(db, span),
    readPublicationInstants: (span) => readPublicationInstants(db, span),
    readSourceStates: () => readSourceStates(db),
    readActiveApiKeys: (endsAfterMs) => readActiveApiKeys(db, endsAfterMs),
    listApiKeys: () => listApiKeys(db),
    hasLogin: () => hasLogin(db),
    readAccountByEmail: (query) => readAccountByEmail(db, query),
    readKeysOfAccount: (query) => readKeysOfAccount(db, query),
    readKeyOfAccount: (query) => readKeyOfAccount(db, query),
    readKeyUsage: (query) => readKeyUsage(db, query),
    readAuditLog: (query) => readAuditLog(db, query),
    readAuditNotices: (query) => readAuditNotices(db, query),
    readNewestAuditEntry: (query) => readNewestAuditEntry(db, query),
    readSessions: (query) => readSessions(db, query),
    readSetUpToken: (query) => readSetUpToken(db, query),
    hasAuthToken: (query) => hasAuthToken(db, query),
    readAuthRecords: (query) => readAuthRecords(db, query),
    countAuthRecords: (query) => countAuthRecords(db, query),
    readNewestTicks: (query) => readNewestTicks(db, query),
    readTickSeries: (query) => readTickSeries(db, query),
    readTickSpan: (query) => readTickSpan(db, query),
    readTickDays: (query) => readTickDays(db, query),
    readFlags: (query) => readFlags(db, query),
    readQuarantine: (query) => readQuarantine(db, query),
    readWithheld: () => readWithheld(db),
    readRejectedUrls: (source) => readRejectedUrls(db, source),
    readReleasedDocuments: (source) => readReleasedDocuments(db, source),
    readWithheldBody: (query) => readWithheldBody(db, query),
    readImports: () => readImports(db),
    readUnprovenPairs: (source) => readUnprovenPairs(db, source),
    readDamagedFigures: () => readDamagedFigures(db),
    listPairs: (source) => listSeries(db, source),
    readRefusals: (query) => readRefusals(db, query),
    readHealthChecks: (query) => readHealthChecks(db, query),
    readHealthDays: (query) => readHealthDays(db, query),
    readHealthChanges: (query) => readHealthChanges(db, query),
    readIncidents: (query) => readIncidents(db, query),
    readWatchStarts: () => readWatchStarts(db),
    readBackfill: (query) => readBackfill(db, query),
    readLease: (query) => readLease(db, query),
    readSecretFingerprint: () => readSecretFingerprint(db),
  };
}
