import { Socket } from 'node:net';
import {
  CompiledQuery,
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { PooledPostgresAdapter } from '#lib/store/engine/migration-lock';
import { databaseServers } from '#lib/platform/database-servers';
import { explainConnect, NO_ANSWER, NO_PRIMARY } from './postgres-refusal.ts';
import type { Schema } from '#lib/store/engine/schema';

/** A server admits 100 connections unless told otherwise, and several processes share it. */
const READ_CONNECTIONS = 8;

/** Of both reaching the server and waiting for a free connection. */
const CONNECT_TIMEOUT_MS = 5000;

/** The largest read, 5,000 points of history, takes 10 ms. */
const READ_TIMEOUT_MS = 10_000;

/** The largest import takes 4 s; this also bounds the wait for another process's. */
const WRITE_TIMEOUT_MS = 5 * 60_000;

/** A transaction whose process stands still holds up every other writer. */
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;

/** How much longer than its statements a connection may be silent before it is given up: the server stands still or is gone. */
const SILENCE_SLACK_MS = 5000;

type PostgresConnection = Parameters<PostgresDriver['rollbackTransaction']>[0];

/** Type number of bigint in PostgreSQL's catalogue. */
const INT8 = 20;

/** How many connections are busy and idle, and how many statements wait for one. */
export interface ConnectionCounts {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Connections of one purpose to one server. */
export interface PostgresConnections {
  readonly db: Kysely<Schema>;
  /** The same connections for migrations: their transactions take no write lock, whose table they may have to make. */
  readonly plainDb: Kysely<Schema>;
  /** The connection handed out last, for COPY; where there is one only, it is the running transaction's. */
  readonly newestClient: () => pg.PoolClient;
  readonly counts: () => ConnectionCounts;
  readonly close: () => Promise<void>;
}

/**
 * What transactions hold from their beginning on: the row of a counter, so that those of all processes that write the same
 * tables run one after another. Keys and accounts have theirs, since a revocation must not wait for an import.
 */
export type WriteLock = 'rates' | 'keys';

/** What every transaction of a connection begins with. */
interface TransactionStart {
  readonly timeoutMs: number;
  /** Null where transactions take no lock. */
  readonly lock: WriteLock | null;
}

/**
 * A transaction that takes the write lock when it begins, as with SQLite: a row lock that works through connection poolers.
 * Without it two loads of one document would both count its figures as new. One that only reads takes none. Each sets its own
 * time limits, since a pooler lends one connection of the server to many, and they would set each other's.
 */
class BoundedPostgresDriver extends PostgresDriver {
  readonly #start: TransactionStart;

  constructor(config: PostgresDialectConfig, start: TransactionStart) {
    super(config);
    this.#start = start;
  }

  override async beginTransaction(
    connection: PostgresConnection,
    { isolationLevel = 'read committed', accessMode = 'read write' }: TransactionSettings,
  ): Promise<void> {
    const { timeoutMs, lock } = this.#start;
    // Statements without parameters, which the server takes in one message.
    const begin = `begin isolation level ${isolationLevel} ${accessMode};
      set local statement_timeout = ${timeoutMs};
      set local idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_TIMEOUT_MS}`;
    await connection.executeQuery(CompiledQuery.raw(begin));
    if (lock === null || accessMode === 'read only') return;
    try {
      const take = `select subject from revision where subject = '${lock}' for update`;
      await connection.executeQuery(CompiledQuery.raw(take));
    } catch (error) {
      await this.rollbackTransaction(connection);
      throw error;
    }
  }

  /** A connection that cannot roll back is discarded; what is thrown is the error that made the rollback necessary. */
  override async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

class BoundedPostgresDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #start: TransactionStart;

  constructor(config: PostgresDialectConfig, start: TransactionStart) {
    super(config);
    this.#config = config;
    this.#start = start;
  }

  override createDriver(): BoundedPostgresDriver {
    return new BoundedPostgresDriver(this.#config, this.#start);
  }

  override createAdapter(): PooledPostgresAdapter {
    return new PooledPostgresAdapter();
  }
}

/** Connections for reads, several at a time. Nothing connects before the first statement. */
export function connectForReading(databaseUrl: string): PostgresConnections {
  return connect(databaseUrl, { connections: READ_CONNECTIONS, timeoutMs: READ_TIMEOUT_MS, lock: 'rates' });
}

/** One connection for writes under one lock, which the caller runs one after another. */
export function connectForWriting(databaseUrl: string, lock: WriteLock): PostgresConnections {
  return connect(databaseUrl, { connections: 1, timeoutMs: WRITE_TIMEOUT_MS, lock });
}

interface ConnectionPlan {
  readonly connections: number;
  readonly timeoutMs: number;
  readonly lock: WriteLock;
}

function connect(databaseUrl: string, { connections, timeoutMs, lock }: ConnectionPlan): PostgresConnections {
  const servers = databaseServers(databaseUrl) ?? [];
  const pools = servers.map(({ href }) =>
    openPool(href, { connections, timeoutMs, lock }, servers.length > 1),
  );
  const connectInTurn = createTurns(pools);
  let newest: pg.PoolClient | null = null;
  const config: PostgresDialectConfig = {
    pool: {
      options: {},
      end: () => endAll(pools),
      connect: async () => {
        newest = await connectInTurn().catch((error: unknown) => {
          throw explainConnect(error, databaseUrl);
        });
        return newest;
      },
    },
  };
  const sum = (count: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + count(pool), 0);
  return {
    db: new Kysely<Schema>({ dialect: new BoundedPostgresDialect(config, { timeoutMs, lock }) }),
    plainDb: new Kysely<Schema>({ dialect: new BoundedPostgresDialect(config, { timeoutMs, lock: null }) }),
    newestClient: () => {
      if (!newest) throw new Error('no connection was opened yet');
      return newest;
    },
    counts: () => ({
      busy: sum((pool) => pool.totalCount - pool.idleCount),
      idle: sum((pool) => pool.idleCount),
      waiting: sum((pool) => pool.waitingCount),
    }),
    close: () => endAll(pools),
  };
}

async function endAll(pools: readonly pg.Pool[]): Promise<void> {
  await Promise.all(pools.map((pool) => pool.end()));
}

/** Connects to the server that was connected to last, else to the first of the others that can be written. */
function createTurns(pools: readonly pg.Pool[]): () => Promise<pg.PoolClient> {
  let current = 0;
  return async () => {
    const errors: unknown[] = [];
    for (let turn = 0; turn < pools.length; turn += 1) {
      const place = (current + turn) % pools.length;
      try {
        const client = await pools[place]?.connect();
        current = place;
        if (client) return client;
      } catch (error) {
        errors.push(error);
      }
    }
    throw errors.find((error) => error instanceof ReadOnlyServer) ?? errors[0];
  };
}

/** One of several servers, and not the one that can be written. */
class ReadOnlyServer extends Error {
  readonly code = NO_PRIMARY;
}

function openPool(
  serverUrl: string,
  { connections, timeoutMs }: ConnectionPlan,
  isOneOfSeveral: boolean,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: serverUrl,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'crossrate',
    keepAlive: true,
    stream: () => impatientSocket(timeoutMs + SILENCE_SLACK_MS),
    types: { getTypeParser: numberParser },
    // Not by Kysely's own hook, which would never give back a connection on which this fails.
    onConnect: async (client) => {
      await limitStatements(client, timeoutMs);
      if (isOneOfSeveral) await refuseReadOnly(client);
    },
  });
  // A connection that ends says so, in use or not; whoever uses it hears of it by its statement, and the next statement
  // opens a new one.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

async function refuseReadOnly(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ may_write: boolean }>(
    "select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as may_write",
  );
  if (rows[0]?.may_write !== true) throw new ReadOnlyServer('this server can only be read');
}

/** Set by a statement and not when connecting: poolers such as PgBouncer refuse unknown words there. */
async function limitStatements(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  const limits =
    "select set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false)";
  await client.query(limits, [String(timeoutMs), String(IDLE_TRANSACTION_TIMEOUT_MS)]);
}

/** Sockets out of use are closed by the pool long before; a time-out means that a statement gets no answer. */
function impatientSocket(silenceMs: number): Socket {
  const socket = new Socket();
  socket.setTimeout(silenceMs, () => {
    const error = new Error(`No answer from the database for ${silenceMs / 1000} s.`);
    socket.destroy(Object.assign(error, { code: NO_ANSWER }));
  });
  return socket;
}

/** Our bigints are counts and epoch milliseconds, far below 2^53; the library would give them as text. */
const numberParser: typeof pg.types.getTypeParser = (typeId: number, format?: 'text' | 'binary') =>
  typeId === INT8 ? Number : pg.types.getTypeParser(typeId, format);
