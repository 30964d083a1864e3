import { type Kysely, sql } from 'kysely';
import type { Engine } from '#lib/store/engine/engine';
import type { Schema } from '#lib/store/engine/schema';

/** A value of a row as a backup keeps it; bytes are base64. */
export type BackupCell = number | string | null;

/** A row, its cells in the order of its table's columns. */
export type BackupRow = readonly BackupCell[];

/** A table as a backup names it. */
export interface BackupTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Those of the columns that hold bytes. */
  readonly bytes: readonly string[];
}

/**
 * Every table, those that others refer to first, and whether backups hold it. What is left out belongs to one run: leases, and
 * what signs somebody in. A feed's address would come back although it had been revoked since.
 */
const TABLES: Readonly<Record<keyof Schema, boolean>> = {
  series: true,
  body: true,
  obs_day: true,
  obs_revision: true,
  obs_flag: true,
  tick_newest: true,
  tick_recent: true,
  tick_minute: true,
  tick_hour: true,
  tick_day: true,
  tick_unrolled: true,
  config_history: true,
  source_state: true,
  health_check: true,
  health_day: true,
  health_change: true,
  incident: true,
  status_note: true,
  quarantine: true,
  withheld_document: true,
  door_refusal: true,
  backfill_part: true,
  receipt_key: true,
  receipt: true,
  receipt_leg: true,
  revision: true,
  account: true,
  api_key: true,
  ended_key: true,
  key_usage: true,
  trail: true,
  pair_watch: true,
  watch_event: true,
  webhook: true,
  webhook_message: true,
  auth_user: true,
  auth_account: true,
  auth_two_factor: true,
  secret_fingerprint: true,
  feed_link: false,
  auth_token: false,
  auth_session: false,
  auth_verification: false,
  lease: false,
};

/** A table of a database as it is, with what it takes to fill it. */
export interface FoundTable extends BackupTable {
  /** The column that the database numbers by itself; null for none. */
  readonly numbered: string | null;
}

/** Every table of this program that a database has, those that others refer to first. */
export async function findTables(db: Kysely<Schema>, engine: Engine): Promise<readonly FoundTable[]> {
  const schema = engine === 'postgres' ? await currentSchema(db) : undefined;
  const all = (await db.introspection.getTables()).filter(
    (table) => !table.isView && table.schema === schema,
  );
  return Object.keys(TABLES).flatMap((name) => {
    const found = all.find((table) => table.name === name);
    if (!found) return [];
    return {
      name,
      columns: found.columns.map((column) => column.name),
      bytes: found.columns
        .filter(({ dataType }) => /blob|bytea/i.test(dataType))
        .map((column) => column.name),
      numbered: found.columns.find(({ isAutoIncrementing }) => isAutoIncrementing)?.name ?? null,
    };
  });
}

/** Whether backups hold a table of this name. */
export function isBackedUp(name: string): boolean {
  return isTable(name) && TABLES[name];
}

function isTable(name: string): name is keyof Schema {
  return Object.hasOwn(TABLES, name);
}

async function currentSchema(db: Kysely<Schema>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db);
  return rows[0]?.name;
}
