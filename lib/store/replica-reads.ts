import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type ControlledTransaction, type Kysely, sql } from 'kysely';
import { EnvironmentError } from '#lib/platform/environment-error';
import { DatabaseUnavailable } from '#lib/store/engine/database-unavailable';
import { connectForReading } from '#lib/store/engine/postgres/postgres-database';
import { explainStatement, hostAndPort } from '#lib/store/engine/postgres/postgres-refusal';
import { readRevisions } from '#lib/store/engine/revisions';
import type { Schema } from '#lib/store/engine/schema';
import type { ReplicaLocation, VersionedReads } from './store.ts';

/** How long an answer, or a start, waits for a replica that may be gone. */
const OPEN_MS_MAX = 1_000;

/** Between two looks at a replica that is not used. */
const RETRY_MS = 1_000;

/** A replica that lacks a commit for so long is behind; some milliseconds are usual. */
const LAG_MS_MAX = 10_000;

/** Where one answer is read from: one commit of the replica, whatever is replayed meanwhile. */
interface ReplicaView {
  readonly transaction: ControlledTransaction<Schema>;
  /** Of all rates. */
  readonly revision: number;
  /** What went wrong with a read; null where nothing did. */
  failure: unknown;
}

/** A replica beside its primary, from one answer to the next. */
export interface Replica extends Pick<VersionedReads, 'ofVersion'> {
  /** Where the answer that is being made is read from; null for the primary. */
  readonly currentView: () => ReplicaView | null;
}

/**
 * Uses a replica for answers of a version that is its newest one, and the primary for all others. `onFault` hears why the primary
 * answers instead, in a sentence, and null when the replica answers again.
 */
export function openReplica(location: ReplicaLocation, onFault: (fault: string | null) => void): Replica {
  const { db } = connectForReading(location.readUrl);
  const current = new AsyncLocalStorage<ReplicaView>();
  let fault: string | null = null;
  const lag = createLagWatch();
  const setFault = (found: string | null) => {
    const isNew = (fault === null) !== (found === null);
    fault = found;
    if (!isNew) return;
    onFault(found);
    if (found !== null) void probeUntilUsable();
  };
  const noteRevision = (replayed: number) => {
    const lagMs = lag.after(replayed);
    // One that was behind is used again when it has everything.
    if (lagMs === 0) setFault(null);
    else if (fault !== null || lagMs >= LAG_MS_MAX) setFault(sentenceOf(location, 'is behind'));
  };
  const probeUntilUsable = async () => {
    while (fault !== null) {
      await pause(RETRY_MS, undefined, { ref: false });
      try {
        const view = await openView(db, location);
        await closeView(view);
        noteRevision(view.revision);
      } catch (error) {
        setFault(faultOf(error, location));
      }
    }
  };
  const viewOf = async (revision: number): Promise<ReplicaView | null> => {
    lag.ask(revision);
    if (fault !== null) return null;
    try {
      const view = await soon(openView(db, location), location);
      noteRevision(view.revision);
      if (view.revision === revision) return view;
      await closeView(view);
    } catch (error) {
      setFault(faultOf(error, location));
    }
    return null;
  };
  return {
    currentView: () => current.getStore() ?? null,
    ofVersion: async (revision, work) => {
      const view = await viewOf(revision);
      if (view === null) return work();
      try {
        const made = await current.run(view, work);
        if (view.failure === null) return made;
      } catch (error) {
        if (view.failure === null) throw error;
      } finally {
        await closeView(view);
      }
      setFault(faultOf(view.failure, location));
      return work();
    },
  };
}

/** How long a replica has lacked a commit that was asked for. */
interface LagWatch {
  readonly ask: (revision: number) => void;
  /** In milliseconds, once the replica has replayed a commit; 0 where it lacks none. */
  readonly after: (replayed: number) => number;
}

function createLagWatch(): LagWatch {
  let newestAsked = 0;
  let missing: { readonly revision: number; readonly sinceMs: number } | null = null;
  return {
    ask: (revision) => {
      newestAsked = Math.max(newestAsked, revision);
    },
    after: (replayed) => {
      if (replayed >= newestAsked) missing = null;
      else if (missing === null || replayed >= missing.revision)
        missing = { revision: newestAsked, sinceMs: performance.now() };
      return missing === null ? 0 : Math.max(1, performance.now() - missing.sinceMs);
    },
  };
}

/**
 * Looks at a replica once, and tells why it cannot be used now; null where it can. Rejects with {@link EnvironmentError} where it is
 * none of the primary.
 */
export async function inspectReplica(location: ReplicaLocation): Promise<string | null> {
  const { db, close } = connectForReading(location.readUrl);
  try {
    await closeView(await soon(openView(db, location), location));
    return null;
  } catch (error) {
    if (isOfOther(error)) throw error;
    return faultOf(error, location);
  } finally {
    // One that does not answer would hold up its end.
    void close();
  }
}

/** By what a replica of a database is known. Rejects with {@link DatabaseUnavailable} where the database cannot be asked. */
export async function replicaLocation(databaseUrl: string, readUrl: string): Promise<ReplicaLocation> {
  const { db, close } = connectForReading(databaseUrl);
  try {
    return { readUrl, identity: await databaseIdentity(db) };
  } catch (error) {
    throw explainStatement(error, databaseUrl);
  } finally {
    await close();
  }
}

/** What a PostgreSQL database and its replicas have in common, and no other database. */
async function databaseIdentity(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || '/' || current_database() as identity from pg_control_system()`.execute(db);
  return rows[0]?.identity ?? '';
}

/** Rejects where the replica cannot be read, and where it is none of the primary. */
async function openView(db: Kysely<Schema>, location: ReplicaLocation): Promise<ReplicaView> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  const view = { transaction, failure: null };
  try {
    if ((await databaseIdentity(transaction)) !== location.identity) throw otherDatabase(location);
    const { rates } = await readRevisions(transaction);
    return { ...view, revision: rates };
  } catch (error) {
    await closeView(view);
    throw error;
  }
}

/** Nothing was written; a connection that is lost has nothing to end. */
async function closeView({ transaction }: Pick<ReplicaView, 'transaction'>): Promise<void> {
  await transaction
    .rollback()
    .execute()
    .catch(() => {});
}

/** Gives up a replica that does not answer at once; it is let go when it does. */
async function soon(opening: Promise<ReplicaView>, location: ReplicaLocation): Promise<ReplicaView> {
  const patience = new AbortController();
  const tooLong = pause(OPEN_MS_MAX, null, { signal: patience.signal }).catch(() => null);
  try {
    const view = await Promise.race([opening, tooLong]);
    if (view !== null) return view;
    opening.then(closeView).catch(() => {});
    throw new DatabaseUnavailable(sentenceOf(location, 'does not answer'));
  } finally {
    patience.abort();
  }
}

function sentenceOf({ readUrl }: ReplicaLocation, trouble: string): string {
  return `The replica at ${hostAndPort(readUrl)} ${trouble}.`;
}

function otherDatabase({ readUrl }: ReplicaLocation): EnvironmentError {
  return new EnvironmentError(
    `The database at ${hostAndPort(readUrl)} is no replica of the one in DATABASE_URL; correct DATABASE_READ_URL.`,
  );
}

function isOfOther(error: unknown): boolean {
  return error instanceof EnvironmentError && !(error instanceof DatabaseUnavailable);
}

/** The sentence for the operator; those of connections speak of the primary's variable. */
function faultOf(error: unknown, location: ReplicaLocation): string {
  if (!(error instanceof EnvironmentError)) return sentenceOf(location, 'cannot be read');
  return isOfOther(error) ? error.message : error.message.replaceAll('DATABASE_URL', 'DATABASE_READ_URL');
}
