import { createAdapterFactory, type CustomAdapter } from 'better-auth/adapters';
import {
  type AuthCondition,
  type AuthRecord,
  type AuthTable,
  type AuthValue,
  isAuthTable,
} from '#lib/store/accounts/auth-records';
import { isDiskFull } from '#lib/store/engine/database-unavailable';
import type { Store } from '#lib/store/store';
import { hashToken } from '#lib/account/secrets/one-time-token';

/** What the adapter stands on: the writer's commands and the reads of records. */
export type AuthRecords = Pick<Store, 'readAuthRecords' | 'countAuthRecords'> & {
  readonly write: Pick<
    Store['write'],
    | 'createAuthRecord'
    | 'updateAuthRecords'
    | 'deleteAuthRecords'
    | 'consumeAuthRecord'
    | 'incrementAuthRecord'
    | 'keepNewestSessions'
  >;
};

/** A condition as the library gives it. */
type Condition = Parameters<CustomAdapter['count']>[0]['where'] extends (infer One)[] | undefined
  ? One
  : never;

/** Browsers an account is signed in with at most; one more ends the oldest session. */
const SESSIONS_MAX = 50;

const FIND_ONE = { limit: 1, offset: 0, sortBy: null } as const;

/**
 * The library's tables in our store: reads by the store's own reads, writes by its one writer. Instants are kept as epoch
 * milliseconds. A session's token is kept as its SHA-256: who reads the database cannot sign in with it.
 */
export function createAuthAdapter(store: AuthRecords) {
  return createAdapterFactory({
    config: {
      adapterId: 'crossrate',
      supportsBooleans: false,
      supportsNumericIds: false,
      customTransformInput: ({ data }: { readonly data: unknown }) =>
        data instanceof Date ? data.getTime() : data,
      customTransformOutput: ({ data, fieldAttributes }) =>
        fieldAttributes.type === 'date' && data !== null && data !== undefined
          ? new Date(Number(data))
          : data,
    },
    adapter: () => adapterOf(store),
  });
}

function adapterOf(store: AuthRecords): CustomAdapter {
  const { write } = store;
  return {
    create: async ({ model, data }) => {
      const table = tableOf(model);
      const created = await write.createAuthRecord({ table, record: recordOf(model, data) });
      const accountId = created['user_id'];
      if (table === 'auth_session' && typeof accountId === 'string') {
        await write.keepNewestSessions({ accountId, keptMax: SESSIONS_MAX });
      }
      return answered(model, created, tokenIn(data));
    },
    findOne: async ({ model, where }) => {
      const [found] = await store.readAuthRecords({ ...selectionOf(model, where), ...FIND_ONE });
      return found ? answered(model, found, tokenSought(where)) : null;
    },
    findMany: async ({ model, where, limit, offset, sortBy }) => {
      const sort = sortBy && { column: columnOf(sortBy.field), direction: sortBy.direction };
      const query = { ...selectionOf(model, where), limit, offset: offset ?? 0, sortBy: sort ?? null };
      return (await store.readAuthRecords(query)).map((record) => answered(model, record, undefined));
    },
    count: async ({ model, where }) => store.countAuthRecords(selectionOf(model, where)),
    update: async ({ model, where, update }) => {
      const change = recordOf(model, asFields(update));
      const selection = selectionOf(model, where);
      const [changed] = await write
        .updateAuthRecords({ ...selection, change })
        .catch(async (error: unknown) => {
          // When a session was last seen may be lost: whoever is signed in must be able to revoke keys on a full disk.
          if (selection.table !== 'auth_session' || !isDiskFull(error)) throw error;
          const found = await store.readAuthRecords({ ...selection, ...FIND_ONE });
          return found.map((record) => ({ ...record, ...change }));
        });
      return changed ? answered(model, changed, tokenSought(where)) : null;
    },
    updateMany: async ({ model, where, update }) => {
      const change = recordOf(model, update);
      return (await write.updateAuthRecords({ ...selectionOf(model, where), change })).length;
    },
    delete: async ({ model, where }) => {
      await write.deleteAuthRecords(selectionOf(model, where));
    },
    deleteMany: async ({ model, where }) => write.deleteAuthRecords(selectionOf(model, where)),
    consumeOne: async ({ model, where }) => {
      const consumed = await write.consumeAuthRecord(selectionOf(model, where));
      return consumed ? answered(model, consumed, tokenSought(where)) : null;
    },
    incrementOne: async ({ model, where, increment, set }) => {
      const changed = await write.incrementAuthRecord({
        ...selectionOf(model, where),
        increment: Object.fromEntries(
          Object.entries(increment).map(([field, delta]) => [columnOf(field), delta]),
        ),
        change: recordOf(model, set ?? {}),
      });
      return changed ? answered(model, changed, tokenSought(where)) : null;
    },
  };
}

function selectionOf(model: string, where: readonly Condition[] = []) {
  return { table: tableOf(model), where: where.map((condition) => conditionOf(model, condition)) };
}

function conditionOf(model: string, { field, operator, value, connector, mode }: Condition): AuthCondition {
  if (connector === 'OR' || mode === 'insensitive') throw new Error(`no ${connector} ${mode} in conditions`);
  switch (operator) {
    case 'eq':
    case 'ne':
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return { column: columnOf(field), operator, value: storedValue(model, field, value) };
    case 'in':
      return { column: columnOf(field), operator, value: listOf(model, field, value) };
    default:
      throw new Error(`no condition ${operator}`);
  }
}

function listOf(model: string, field: string, value: unknown): readonly AuthValue[] {
  return (Array.isArray(value) ? value : [value]).map((one: unknown) => storedValue(model, field, one));
}

function recordOf(model: string, fields: Readonly<Record<string, unknown>>): AuthRecord {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [columnOf(field), storedValue(model, field, value)]),
  );
}

function storedValue(model: string, field: string, value: unknown): AuthValue {
  if (typeof value === 'string') return isToken(model, field) ? hashToken(value) : value;
  if (typeof value === 'number' || value === null) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value instanceof Date) return value.getTime();
  throw new Error(`${model}.${field} cannot be kept`);
}

/** What the library gets: its own names, and the token that it asked with in the place of the hash. */
function answered<T>(model: string, record: AuthRecord, token: string | undefined): T {
  const fields = Object.fromEntries(
    Object.entries(record).map(([column, value]) => [fieldOf(column), value] as const),
  );
  return asAsked<T>(isToken(model, 'token') && token !== undefined ? { ...fields, token } : fields);
}

function isToken(model: string, field: string): boolean {
  return model === 'session' && field === 'token';
}

function tokenIn(fields: Readonly<Record<string, unknown>>): string | undefined {
  return typeof fields['token'] === 'string' ? fields['token'] : undefined;
}

function tokenSought(where: readonly Condition[]): string | undefined {
  const sought = where.find(({ field, operator }) => field === 'token' && operator === 'eq')?.value;
  return typeof sought === 'string' ? sought : undefined;
}

function tableOf(model: string): AuthTable {
  const name = `auth_${columnOf(model)}`;
  if (!isAuthTable(name)) throw new Error(`there is no table for ${model}`);
  return name;
}

/** `twoFactorEnabled` is `two_factor_enabled`. */
function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function fieldOf(column: string): string {
  return column.replaceAll(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** The library asks for the records of a model and knows their fields, which the tables have column by column. */
function asAsked<T>(fields: object): T {
  return fields as T;
}

/** The library changes records by plain objects of fields. */
function asFields(update: unknown): Readonly<Record<string, unknown>> {
  return update as Readonly<Record<string, unknown>>;
}
