import { type Kysely, sql, type Transaction } from 'kysely';
import { EnvironmentError } from '#lib/platform/environment';
import {
  appliedMigrations,
  knownMigrations,
  migrateUpTo,
  newestMigration,
} from '#lib/store/migrations/migrate';
import type { StoreLocation } from '#lib/store/open-store';
import { readEndedKeys } from '#lib/store/engine/ended-keys-file';
import type { Schema } from '#lib/store/engine/schema';
import { readSecretFingerprint } from '#lib/store/accounts/secret-fingerprint';
import { type BackupHeader, type BackupPart, newer, readBackup, type RowCounts } from './backup-file.ts';
import { findTables } from './backup-tables.ts';
import { keepEnds, type KeptEnds, rememberEnds } from './kept-revocations.ts';
import { replaceWhole, type RowSink, type WholeDatabase } from './replace-whole.ts';

/** A backup whose checksum is right and that this version can restore. */
export interface VerifiedBackup {
  readonly path: string;
  readonly header: BackupHeader;
  readonly rows: RowCounts;
}

/** What a restore is to do. */
export interface RestoreWish {
  /** Whether a database that holds something may be replaced. */
  readonly replaces: boolean;
  readonly now: Date;
  /** Hears of packed bytes that were read. */
  readonly onBytes: (count: number) => void;
}

/** What came of a restore. */
export interface Restored extends KeptEnds {
  /** Whether anything told which keys have ended since the backup was made. */
  readonly knowsEnds: boolean;
  /** The fingerprint of the master secret that the database now belongs to; null when the backup's had none. */
  readonly fingerprint: string | null;
}

/** Reads a backup to its end and changes nothing; throws an {@link EnvironmentError} when it cannot be restored. */
export async function verifyBackup(path: string, onBytes: (count: number) => void): Promise<VerifiedBackup> {
  let header: BackupHeader | null = null;
  let rows: RowCounts = {};
  for await (const part of readBackup(path, onBytes)) {
    if (part.kind === 'header') {
      header = part.header;
      const known = knownMigrations(header.engine);
      if (header.migrations.some((name) => !known.includes(name))) throw newer(path);
    }
    if (part.kind === 'end') rows = part.rows;
  }
  if (header === null) throw new Error('a backup without a header was read to its end');
  return { path, header, rows };
}

/**
 * Puts a backup in the place of all that a database holds, in one transaction. Keys that were revoked, ended or removed in the
 * replaced database stay so; nobody is signed in afterwards. Rejects with an {@link EnvironmentError} and changes nothing when
 * the database is in use, or holds something and may not be replaced.
 */
export function restoreBackup(
  location: StoreLocation,
  backup: VerifiedBackup,
  wish: RestoreWish,
): Promise<Restored> {
  return replaceWhole(location, async (whole) => {
    const { db, engine } = whole;
    const present = await appliedMigrations(db, engine);
    if (present.some((name) => !knownMigrations(engine).includes(name))) {
      throw new EnvironmentError(
        'A newer version of this program has changed the database; use that version.',
      );
    }
    const tables = await findTables(db, engine);
    if (!wish.replaces && (await holdsSomething(db, tables))) {
      throw new EnvironmentError(
        'The database holds figures or accounts already; nothing was changed. Add --replace to put the backup in their place.',
      );
    }
    const names = tables.map(({ name }) => name);
    const endedBefore = readEndedKeys(location.dataDir);
    await rememberEnds(db, names, endedBefore ?? []);
    const revision = names.includes('revision') ? await newestRevision(db) : 0;
    await dropTables(db, names);
    await migrateUpTo(db, engine, backup.header.migrations.at(-1) ?? '');
    await fillTables(whole, readBackup(backup.path, wish.onBytes));
    await migrateUpTo(db, engine, newestMigration(engine) ?? '');
    if (engine === 'postgres') await settlePostgres(db);
    const kept = await keepEnds(db);
    await raiseAbove(db, Math.max(revision, Math.floor(wish.now.getTime() / 1000)));
    const knowsEnds = endedBefore !== null || names.includes('api_key');
    return { ...kept, knowsEnds, fingerprint: await readSecretFingerprint(db) };
  });
}

/** Tables of what cannot be had again by a start on an empty database. */
const PRECIOUS = ['body', 'account', 'withheld_document', 'status_note'];

/** Whether a database holds what is not made by a mere start. */
export async function holdsSomething(
  db: Kysely<Schema>,
  tables: readonly { readonly name: string }[],
): Promise<boolean> {
  for (const { name } of tables) {
    if (!PRECIOUS.includes(name)) continue;
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Those that refer to others first, which stand last. */
async function dropTables(db: Transaction<Schema>, names: readonly string[]): Promise<void> {
  for (const name of [...names.toReversed(), 'kysely_migration', 'kysely_migration_lock']) {
    await sql`drop table if exists ${sql.table(name)}`.execute(db);
  }
}

async function fillTables(whole: WholeDatabase, parts: AsyncIterable<BackupPart>): Promise<void> {
  let sink: RowSink | null = null;
  try {
    for await (const part of parts) {
      if (part.kind === 'rows') await sink?.add(part.rows);
      if (part.kind !== 'table' && part.kind !== 'end') continue;
      await sink?.end();
      sink = null;
      if (part.kind === 'end') return;
      // Migrations put rows of their own into some.
      await sql`delete from ${sql.table(part.table.name)}`.execute(whole.db);
      sink = whole.fill(part.table);
    }
  } catch (error) {
    await sink?.stop();
    throw error;
  }
}

/** Rows that come with their number do not move the counter that numbers the next one, and the planner must know of the rows. */
export async function settlePostgres(db: Kysely<Schema>): Promise<void> {
  for (const { name, numbered } of await findTables(db, 'postgres')) {
    const table = sql.table(name);
    await sql`analyze ${table}`.execute(db);
    if (numbered === null) continue;
    await sql`
      select setval(pg_get_serial_sequence(${name}, ${numbered}),
        coalesce((select max(${sql.ref(numbered)}) from ${table}), 0) + 1, false)`.execute(db);
  }
}

async function newestRevision(db: Kysely<Schema>): Promise<number> {
  const { newest } = await db
    .selectFrom('revision')
    .select(({ fn }) => fn.max('n').as('newest'))
    .executeTakeFirstOrThrow();
  return Number(newest ?? 0);
}

/**
 * Callers that kept an answer by its version must not take the restored figures for the same. Seconds since 1970 are more than
 * the commits of any service, so that this holds after a wiped database too.
 */
async function raiseAbove(db: Kysely<Schema>, floor: number): Promise<void> {
  await sql`
    update revision set n = case when n > ${sql.lit(floor)} then n + 1 else ${sql.lit(floor + 1)} end`.execute(
    db,
  );
}
