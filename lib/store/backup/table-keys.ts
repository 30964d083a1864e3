import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Engine } from '#lib/store/engine/engine';
import type { Schema } from '#lib/store/engine/schema';
import type { BackupCell } from './backup-tables.ts';

/** A column of a primary key. */
export interface KeyColumn {
  readonly name: string;
  readonly isText: boolean;
}

/** The primary key of a table, in its own order; every table has one. */
export async function primaryKeyOf(
  db: Kysely<Schema>,
  engine: Engine,
  table: string,
): Promise<readonly KeyColumn[]> {
  const { rows } = await (engine === 'postgres' ? postgresKey(table) : sqliteKey(table)).execute(db);
  if (rows.length === 0) throw new Error(`${table} has no primary key`);
  return rows.map(({ name, type }) => ({ name, isText: /text|char/i.test(type) }));
}

interface NamedType {
  readonly name: string;
  readonly type: string;
}

function sqliteKey(table: string): RawBuilder<NamedType> {
  return sql<NamedType>`select name, type from pragma_table_info(${table}) where pk > 0 order by pk`;
}

function postgresKey(table: string): RawBuilder<NamedType> {
  return sql<NamedType>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_index i
      cross join unnest(i.indkey) with ordinality as k (attnum, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
    where i.indrelid = ${table}::regclass and i.indisprimary and k.place <= i.indnkeyatts
    order by k.place`;
}

/** Orders by a key, the same on both engines: text by its bytes. Nothing for no key. */
export function inOrder(key: readonly KeyColumn[], engine: Engine): RawBuilder<unknown> {
  return key.length === 0 ? sql`` : sql`order by ${sql.join(columnsOf(key, engine))}`;
}

/** Rows after one key and up to another; without a bound where that is null. */
export function between(
  key: readonly KeyColumn[],
  engine: Engine,
  [after, upTo]: readonly [after: readonly BackupCell[] | null, upTo: readonly BackupCell[] | null],
): RawBuilder<unknown> {
  const columns = sql`(${sql.join(columnsOf(key, engine))})`;
  const bounds = [
    ...(after ? [sql`${columns} > (${sql.join(after)})`] : []),
    ...(upTo ? [sql`${columns} <= (${sql.join(upTo)})`] : []),
  ];
  return bounds.length === 0 ? sql`` : sql`where ${sql.join(bounds, sql` and `)}`;
}

/** PostgreSQL would order text by the language of its database, SQLite orders it by bytes. */
function columnsOf(key: readonly KeyColumn[], engine: Engine): readonly RawBuilder<unknown>[] {
  return key.map(({ name, isText }) =>
    isText && engine === 'postgres' ? sql`${sql.ref(name)} collate "C"` : sql`${sql.ref(name)}`,
  );
}
