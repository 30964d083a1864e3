import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import type { WriteDatabase } from '#lib/store/engine/write-database';

/** The authentication library's tables and their columns; the only names that get into a statement here. */
const AUTH_COLUMNS = {
  auth_user: [
    'id',
    'name',
    'email',
    'email_verified',
    'image',
    'created_at',
    'updated_at',
    'two_factor_enabled',
  ],
  auth_session: [
    'id',
    'expires_at',
    'token',
    'created_at',
    'updated_at',
    'ip_address',
    'user_agent',
    'user_id',
  ],
  auth_account: [
    'id',
    'account_id',
    'provider_id',
    'user_id',
    'access_token',
    'refresh_token',
    'id_token',
    'access_token_expires_at',
    'refresh_token_expires_at',
    'scope',
    'password',
    'created_at',
    'updated_at',
  ],
  auth_verification: ['id', 'identifier', 'value', 'expires_at', 'created_at', 'updated_at'],
  auth_two_factor: [
    'id',
    'secret',
    'backup_codes',
    'user_id',
    'verified',
    'failed_verification_count',
    'locked_until',
  ],
} as const satisfies Partial<Record<keyof Schema, readonly string[]>>;

export type AuthTable = keyof typeof AUTH_COLUMNS;

/** Whether a name is one of the authentication library's tables. */
export function isAuthTable(name: string): name is AuthTable {
  return Object.hasOwn(AUTH_COLUMNS, name);
}

/** What a column of those tables holds: texts, epoch milliseconds, and truth values as 0 and 1. */
export type AuthValue = string | number | null;

export type AuthRecord = Readonly<Record<string, AuthValue>>;

/** A condition on one column; several are all meant. */
export interface AuthCondition {
  readonly column: string;
  readonly operator: 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in';
  readonly value: AuthValue | readonly AuthValue[];
}

/** Some records of a table. */
export interface AuthSelection {
  readonly table: AuthTable;
  readonly where: readonly AuthCondition[];
}

/** Some records in some order. */
export interface AuthQuery extends AuthSelection {
  readonly limit: number;
  readonly offset: number;
  readonly sortBy: { readonly column: string; readonly direction: 'asc' | 'desc' } | null;
}

const OPERATORS = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/** Records by a condition that the library chose: on the primary key, or `*_of_user` or another index of the table. */
export async function readAuthRecords(db: Kysely<Schema>, query: AuthQuery): Promise<readonly AuthRecord[]> {
  const { table, where, sortBy } = query;
  const order = sortBy
    ? sql`order by ${columnOf(table, sortBy.column)} ${sql.raw(sortBy.direction === 'asc' ? 'asc' : 'desc')}`
    : sql``;
  const { rows } = await sql<AuthRecord>`
    select ${columnsOf(table)} from ${sql.table(table)} where ${allOf(table, where)} ${order}
    limit ${query.limit} offset ${query.offset}`.execute(db);
  return rows;
}

/** How many records fit. */
export async function countAuthRecords(db: Kysely<Schema>, { table, where }: AuthSelection): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(table)} where ${allOf(table, where)}`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** Adds a record and gives it back. */
export async function createAuthRecord(
  store: WriteDatabase,
  { table, record }: { readonly table: AuthTable; readonly record: AuthRecord },
): Promise<AuthRecord> {
  const names = Object.keys(record);
  const columns = sql.join(names.map((name) => columnOf(table, name)));
  const values = sql.join(names.map((name) => sql`${record[name] ?? null}`));
  const { rows } = await sql<AuthRecord>`
    insert into ${sql.table(table)} (${columns}) values (${values}) returning ${columnsOf(table)}`.execute(
    store.db,
  );
  const [created] = rows;
  if (!created) throw new Error(`nothing was added to ${table}`);
  return created;
}

/** Changes the records that fit and gives them back as they are then. */
export async function updateAuthRecords(
  store: WriteDatabase,
  { table, where, change }: AuthSelection & { readonly change: AuthRecord },
): Promise<readonly AuthRecord[]> {
  const { rows } = await sql<AuthRecord>`
    update ${sql.table(table)} set ${assigned(table, change)} where ${allOf(table, where)}
    returning ${columnsOf(table)}`.execute(store.db);
  return rows;
}

/** Removes the records that fit; their number. */
export async function deleteAuthRecords(
  store: WriteDatabase,
  { table, where }: AuthSelection,
): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from ${sql.table(table)} where ${allOf(table, where)} returning id`.execute(store.db);
  return rows.length;
}

/** Removes one record that fits and gives it back: of many that ask at once, one gets it and the others null. */
export async function consumeAuthRecord(
  store: WriteDatabase,
  { table, where }: AuthSelection,
): Promise<AuthRecord | null> {
  const { rows } = await sql<AuthRecord>`
    delete from ${sql.table(table)}
    where id = (select id from ${sql.table(table)} where ${allOf(table, where)} limit 1)
    returning ${columnsOf(table)}`.execute(store.db);
  return rows[0] ?? null;
}

/** Adds to numbers of one record and sets others while it fits, in one statement; null when none does. */
export async function incrementAuthRecord(
  store: WriteDatabase,
  request: AuthSelection & {
    readonly increment: Readonly<Record<string, number>>;
    readonly change: AuthRecord;
  },
): Promise<AuthRecord | null> {
  const { table, where } = request;
  const increments = Object.entries(request.increment).map(([name, delta]) => {
    const column = columnOf(table, name);
    return sql`${column} = coalesce(${column}, 0) + ${delta}`;
  });
  const changes = Object.keys(request.change).length > 0 ? [assigned(table, request.change)] : [];
  const { rows } = await sql<AuthRecord>`
    update ${sql.table(table)} set ${sql.join([...increments, ...changes])}
    where id = (select id from ${sql.table(table)} where ${allOf(table, where)} limit 1)
      and ${allOf(table, where)}
    returning ${columnsOf(table)}`.execute(store.db);
  return rows[0] ?? null;
}

function assigned(table: AuthTable, change: AuthRecord): RawBuilder<unknown> {
  const entries = Object.entries(change);
  return sql.join(entries.map(([name, value]) => sql`${columnOf(table, name)} = ${value}`));
}

function allOf(table: AuthTable, where: readonly AuthCondition[]): RawBuilder<unknown> {
  if (where.length === 0) return sql`1 = 1`;
  return sql.join(
    where.map((condition) => conditionOf(table, condition)),
    sql` and `,
  );
}

function conditionOf(table: AuthTable, { column, operator, value }: AuthCondition): RawBuilder<unknown> {
  const left = columnOf(table, column);
  if (operator === 'in') {
    const values = Array.isArray(value) ? value : [value];
    return values.length === 0 ? sql`1 = 0` : sql`${left} in (${sql.join(values)})`;
  }
  if (value === null) return operator === 'eq' ? sql`${left} is null` : sql`${left} is not null`;
  return sql`${left} ${sql.raw(OPERATORS[operator])} ${value}`;
}

function columnsOf(table: AuthTable): RawBuilder<unknown> {
  return sql.join(AUTH_COLUMNS[table].map((name) => sql.ref(name)));
}

function columnOf(table: AuthTable, name: string): RawBuilder<unknown> {
  const columns: readonly string[] = AUTH_COLUMNS[table];
  if (!columns.includes(name)) throw new Error(`${table} has no column ${name}`);
  return sql.ref(name);
}
