import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { POSSIBLE_RATES } from '#lib/domain/validation/figure-rules';
import { readSecretFingerprint } from '#lib/store/accounts/secret-fingerprint';
import type { Engine } from '#lib/store/engine/engine';
import { connectForWriting } from '#lib/store/engine/postgres/postgres-database';
import type { Schema } from '#lib/store/engine/schema';
import { openSqliteForReading } from '#lib/store/engine/sqlite/sqlite-database';
import { refuseLostDatabase, SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { damaged, explainingSqlite, refuseOtherProgram } from '#lib/store/engine/sqlite/sqlite-refusal';
import { readTablesState, type TablesState } from '#lib/store/migrations/migrate';
import { explaining, type StoreLocation } from './open-store.ts';
import { isReadOnly } from './postgres-store.ts';

/** What a check of a database found. */
export interface DatabaseCheck {
  readonly engine: Engine;
  readonly tables: TablesState;
  readonly isWritable: boolean;
  /** Figures that break the range rules. */
  readonly impossible: readonly ImpossibleFigure[];
  /** Of the master secret that the database belongs to; null if none was noted. */
  readonly fingerprint: string | null;
}

/** A stored figure that no currency can be quoted at: it was damaged after it had been stored. Never served. */
export interface ImpossibleFigure {
  readonly source: string;
  readonly base: string;
  readonly quote: string;
  /** The fixing's instant, or the beginning of the bucket. */
  readonly atMs: number;
  /** Null if it is not a number at all. */
  readonly rate: number | null;
}

/** Impossible figures that are named at most for each table. */
const NAMED_MAX = 1000;

/** Tables that hold figures, and the instant of each. */
const FIGURE_TABLES = [
  { table: 'obs_day', at: 'ts' },
  { table: 'tick_newest', at: 'observed_at' },
  { table: 'tick_recent', at: 'ts' },
  { table: 'tick_minute', at: 'ts' },
  { table: 'tick_hour', at: 'ts' },
  { table: 'tick_day', at: 'ts' },
] as const;

const NOTHING = { tables: 'none', impossible: [], fingerprint: null } as const;

/**
 * Checks a whole database without making or changing anything, also while a service runs; it takes a second for every few million
 * figures. Rejects with an EnvironmentError if the database cannot be opened or fails SQLite's quick check; PostgreSQL takes care
 * of its files itself.
 */
export function checkDatabase(location: StoreLocation): Promise<DatabaseCheck> {
  const { databaseUrl, dataDir } = location;
  return explaining(location, () =>
    databaseUrl === null ? explainingSqlite(dataDir, () => checkSqlite(dataDir)) : checkPostgres(databaseUrl),
  );
}

async function checkSqlite(dataDir: string): Promise<DatabaseCheck> {
  const path = join(dataDir, SQLITE_FILE);
  refuseLostDatabase(dataDir);
  if (!existsSync(path)) return { ...NOTHING, engine: 'sqlite', isWritable: true };
  const { db, plain } = openSqliteForReading(path);
  try {
    refuseOtherProgram(plain, dataDir);
    const isWritable = [path, dirname(path)].every(mayWrite);
    const complaint = String(plain.pragma('quick_check(1)', { simple: true }));
    if (complaint !== 'ok') throw damaged(dataDir, complaint.replaceAll(/\s+/g, ' '));
    return { ...NOTHING, ...(await checkTables(db, 'sqlite')), engine: 'sqlite', isWritable };
  } finally {
    plain.close();
  }
}

async function checkPostgres(databaseUrl: string): Promise<DatabaseCheck> {
  // A whole table may take longer to read than reads of a service may.
  const { plainDb, close } = connectForWriting(databaseUrl, 'rates');
  try {
    return {
      ...NOTHING,
      ...(await checkTables(plainDb, 'postgres')),
      engine: 'postgres',
      isWritable: !(await isReadOnly(plainDb)),
    };
  } finally {
    await close();
  }
}

async function checkTables(
  db: Kysely<Schema>,
  engine: Engine,
): Promise<Partial<Pick<DatabaseCheck, 'tables' | 'impossible' | 'fingerprint'>>> {
  const tables = await readTablesState(db, engine);
  if (tables !== 'current') return { tables };
  return {
    tables,
    impossible: await readImpossibleFigures(db),
    fingerprint: await readSecretFingerprint(db),
  };
}

async function readImpossibleFigures(db: Kysely<Schema>): Promise<readonly ImpossibleFigure[]> {
  const { smallest, largest } = POSSIBLE_RATES;
  const found: ImpossibleFigure[] = [];
  for (const { table, at } of FIGURE_TABLES) {
    // Reads the whole table.
    const { rows } = await sql<Omit<ImpossibleFigure, 'atMs'> & { at: number }>`
      select s.source, s.base, s.quote, o.${sql.ref(at)} as at, o.rate
      from ${sql.table(table)} o join series s on s.id = o.series_id
      where o.rate is null or not (o.rate >= ${smallest} and o.rate <= ${largest})
      order by s.source, s.base, s.quote, o.${sql.ref(at)} limit ${NAMED_MAX}`.execute(db);
    found.push(...rows.map(({ at: atMs, ...row }) => ({ ...row, atMs: Number(atMs) })));
  }
  return found;
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
