import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { openStore } from '#lib/store/open-store';
import { SQLITE_FILE } from '#lib/store/engine/sqlite/sqlite-file';
import { aTickPoll, MARKET } from '#lib/testing/builders/store-suite-builders';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import { rollUpUntilDone } from '#lib/store/roll-up-until-done';
import type { Store } from '#lib/store/store';

/** Where minutes of quotes are written. */
export interface TickPlace {
  readonly dataDir: string;
  /** A PostgreSQL database; null for the embedded one of the folder. */
  readonly databaseUrl: string | null;
  /** The end of the last minute. */
  readonly endMs: number;
}

/** What so many rows took. */
export interface FilledTicks {
  readonly rows: number;
  readonly seconds: number;
  /** On disk, keys included. */
  readonly bytesPerRow: number;
}

/** Markets of one exchange, all against the dollar; each has a figure every minute. */
export const MARKETS = ['BTC', 'ETH', ...Array.from({ length: 98 }, (_, index) => `M${index + 10}`)];

const MINUTES = 60;

/**
 * Fills a new database with minutes. The markets and their newest quotes go in as polls bring them; the minutes are copied in
 * bulk, hour by hour as the roll-up writes them, so that pages fill as they do in use.
 */
export async function fillTicks(place: TickPlace, rows: number): Promise<FilledTicks> {
  await storeNewest(place);
  const startMs = performance.now();
  const hours = Math.ceil(rows / MARKETS.length / MINUTES);
  const lastHourMs = Math.floor(place.endMs / HOUR_MS) * HOUR_MS;
  const starts = Array.from({ length: hours }, (_, hour) => lastHourMs - (hours - hour) * HOUR_MS);
  const bytes =
    place.databaseUrl === null
      ? fillSqlite(join(place.dataDir, SQLITE_FILE), starts)
      : await fillPostgres(place.databaseUrl, starts);
  const filled = hours * MINUTES * MARKETS.length;
  return { rows: filled, seconds: (performance.now() - startMs) / 1000, bytesPerRow: bytes / filled };
}

async function storeNewest({ dataDir, databaseUrl, endMs }: TickPlace): Promise<void> {
  const store = await openStore({ dataDir, databaseUrl, root: process.cwd() });
  try {
    const figures = Object.fromEntries(MARKETS.map((code, index) => [`${code}/USD`, 100 + index]));
    await store.write.storePoll(aTickPoll(endMs - MINUTE_MS, figures));
  } finally {
    await store.close();
  }
}

/** Every third minute's figure differs by a little from the one before; four quotes made each minute. */
const COLUMNS = `select n.series_id, $hour + m.minute * ${MINUTE_MS}, $hour + m.minute * ${MINUTE_MS} + 41000,
  n.rate + m.minute * 0.013, n.rate + m.minute * 0.013 - 0.02, n.rate + m.minute * 0.013 + 0.02, 4, n.body_id`;
const INSERT = `insert into tick_minute (series_id, ts, at, rate, low, high, n, body_id) ${COLUMNS} from tick_newest n`;

/** Hours that one commit writes. */
const HOURS_A_COMMIT = 100;

function fillSqlite(file: string, starts: readonly number[]): number {
  const db = new BetterSqlite3(file);
  try {
    const emptyBytes = checkpointedBytes(db, file);
    const insert = db.prepare(`with recursive m (minute) as
      (select 0 union all select minute + 1 from m where minute < ${MINUTES - 1})
      ${INSERT} cross join m order by 1, 2`);
    for (let at = 0; at < starts.length; at += HOURS_A_COMMIT) {
      db.transaction(() => {
        for (const hour of starts.slice(at, at + HOURS_A_COMMIT)) insert.run({ hour });
      })();
    }
    db.exec('analyze');
    return checkpointedBytes(db, file) - emptyBytes;
  } finally {
    db.close();
  }
}

function checkpointedBytes(db: BetterSqlite3.Database, file: string): number {
  db.pragma('wal_checkpoint(TRUNCATE)');
  return statSync(file).size;
}

async function fillPostgres(databaseUrl: string, starts: readonly number[]): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const insert = `${INSERT.replaceAll('$hour', '$1::bigint')} cross join generate_series(0, ${MINUTES - 1}) m (minute)
      order by 1, 2`;
    for (const hour of starts) await client.query(insert, [hour]);
    await client.query('vacuum analyze tick_minute');
    const { rows } = await client.query(`select pg_total_relation_size('tick_minute')::float8 as bytes`);
    return bytesIn(rows);
  } finally {
    await client.end();
  }
}

/** Holds because the statement gives one row with this column. */
function bytesIn(rows: unknown): number {
  return (rows as readonly [{ readonly bytes: number }])[0].bytes;
}

/** What an exchange quotes, and how many ticks of all of them are timed. */
const TICK_SERIES = 850;
const TICKS = 30;

/** What polls took to store, in milliseconds. */
export interface TimedTicks {
  /** One for each poll. */
  readonly wallMs: readonly number[];
  /** Of this process a poll, the writer's thread included; PostgreSQL's own is not in it. */
  readonly cpuMs: number;
}

/** Stores thirty polls, each of which brings another quote of each of 850 series. */
export async function timeTicks({ dataDir, databaseUrl, endMs }: TickPlace): Promise<TimedTicks> {
  const store = await openStore({ dataDir, databaseUrl, root: process.cwd() });
  const wallMs: number[] = [];
  let before = process.cpuUsage();
  try {
    // The first one makes the series.
    for (let tick = 0; tick <= TICKS; tick += 1) {
      const figures = Array.from({ length: TICK_SERIES }, (_, index) => [
        `T${index + 100}/USD`,
        100 + index + tick / 100,
      ]);
      const poll = aTickPoll(endMs - (2 * TICKS - tick) * MINUTE_MS, Object.fromEntries(figures));
      const startMs = performance.now();
      await store.write.storePoll(poll);
      if (tick > 0) wallMs.push(performance.now() - startMs);
      else before = process.cpuUsage();
    }
    const { user, system } = process.cpuUsage(before);
    return { wallMs, cpuMs: (user + system) / 1000 / TICKS };
  } finally {
    await store.close();
  }
}

/** What retention removed, and how long that took in all. */
export interface RemovedTicks {
  readonly rows: number;
  readonly seconds: number;
  /** The longest that one step may have held up another write, in milliseconds. */
  readonly stepMaxMs: number;
}

/** Removes the oldest day of minutes of every market as retention does, step by step. */
export async function timeRemoval(
  { dataDir, databaseUrl, endMs }: TickPlace,
  rows: number,
): Promise<RemovedTicks> {
  const store = await openStore({ dataDir, databaseUrl, root: process.cwd() });
  const stepsMs: number[] = [];
  const rollUpTicks: Store['write']['rollUpTicks'] = async (step) => {
    const startMs = performance.now();
    const progress = await store.write.rollUpTicks(step);
    stepsMs.push(performance.now() - startMs);
    return progress;
  };
  try {
    const firstMs = endMs - (rows / MARKETS.length) * MINUTE_MS;
    const retention = { nowMs: firstMs + 2 * DAY_MS, retainMinutesDays: 1, retainHoursDays: 1 };
    const position = { phase: 'minutes', afterSeriesId: 0 } as const;
    const { removed } = await rollUpUntilDone({ rollUpTicks }, { ...retention, position });
    const seconds = stepsMs.reduce((sum, ms) => sum + ms, 0) / 1000;
    return { rows: removed, seconds, stepMaxMs: Math.max(...stepsMs) };
  } finally {
    await store.close();
  }
}

/** The path of a history of minutes: of a market itself, or of two of them through the dollar. */
export function minutesPath(legs: 1 | 2): string {
  const pair = legs === 1 ? 'from=BTC&to=USD' : 'from=BTC&to=ETH';
  return `/v1/historical?${pair}&source=${MARKET}&limit=5000`;
}
