import { join } from 'node:path';
import process from 'node:process';
import pg from 'pg';
import { createPostgresServer, type PostgresServer } from '#lib/testing/databases/postgres-server';
import { createRounds, type ColdRound } from './cold.ts';
import type { Figure } from './figures.ts';
import { windowPath, type HistoryWindows } from './history-windows.ts';
import { askPlain, CLOCK, makeKey, settingsFor } from './measured-service.ts';
import { median, round } from './numbers.ts';
import { type ServerProcess, startServer } from './processes.ts';
import {
  type FilledTicks,
  fillTicks,
  minutesPath,
  type RemovedTicks,
  type TickPlace,
  type TimedTicks,
  timeRemoval,
  timeTicks,
} from './tick-store.ts';
import { MINUTE_MS } from '#lib/domain/durations';

/** Rows by the name of their figure; what the others are compared with comes first. */
export const GROWTH_ROWS = {
  'growth-1m': 1_000_000,
  'growth-10m': 10_000_000,
  'growth-100m': 100_000_000,
} as const;

/** A name of {@link GROWTH_ROWS}. */
export type GrowthName = keyof typeof GROWTH_ROWS;

const POINTS = 5000;
const WARM_UP_REQUESTS = 100;

/** Of both ways, the least that a window may have: markets have a figure every minute. */
const POINTS_MIN = POINTS - 10;

/** How a database of some rows is asked. */
export interface GrowthPlan {
  readonly folder: string;
  readonly roundMs: number;
  readonly rounds: number;
}

/** The time of a history of 5,000 minutes that was never asked, by how much is stored, on each engine that is there; told when an engine is done. */
export async function benchGrowth(
  names: readonly GrowthName[],
  plan: GrowthPlan,
  tell: (figure: Figure) => void,
): Promise<void> {
  const asked = names.includes('growth-1m') ? names : (['growth-1m', ...names] as const);
  for (const figure of await benchEngine(asked, plan, null)) tell(figure);
  const postgres = findPostgres();
  if (postgres === null) return;
  try {
    await postgres.start();
    for (const figure of await benchEngine(asked, plan, postgres)) tell(figure);
  } finally {
    await postgres.dispose();
  }
}

function findPostgres(): PostgresServer | null {
  try {
    return createPostgresServer({ durable: false });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}

/** A database of a size, and a server on it. */
interface Grown {
  readonly name: GrowthName;
  readonly place: TickPlace;
  readonly filled: FilledTicks;
  readonly server: ServerProcess;
  readonly direct: () => Promise<ColdRound>;
  readonly legs: () => Promise<ColdRound>;
}

/** All sizes in alternating rounds of one run. */
async function benchEngine(
  names: readonly GrowthName[],
  plan: GrowthPlan,
  postgres: PostgresServer | null,
): Promise<readonly Figure[]> {
  const all: Grown[] = [];
  try {
    for (const name of names) all.push(await grow(name, plan, postgres));
    const rounds = new Map(
      all.map(({ name }) => [name, { direct: [] as ColdRound[], legs: [] as ColdRound[] }]),
    );
    for (let count = 0; count < plan.rounds; count += 1) {
      for (const { name, direct, legs } of all) {
        rounds.get(name)?.direct.push(await direct());
        rounds.get(name)?.legs.push(await legs());
      }
    }
    const timed: Times[] = [];
    for (const { name, place, filled } of all) {
      const ticks = await timeTicks(place);
      const removed = await timeRemoval(place, filled.rows);
      timed.push({ ...timesOf(name, filled, rounds.get(name) ?? { direct: [], legs: [] }), ticks, removed });
    }
    const [least] = timed;
    return timed.map((one) => figureOf(one, least ?? one, postgres === null ? 'sqlite' : 'postgres'));
  } finally {
    await Promise.all(all.map(({ server }) => server.stop()));
  }
}

async function grow(name: GrowthName, plan: GrowthPlan, postgres: PostgresServer | null): Promise<Grown> {
  const folder = join(plan.folder, `${name}-${postgres === null ? 'sqlite' : 'postgres'}`);
  const databaseUrl = postgres && (await newDatabase(postgres, name));
  const settings = settingsFor(folder);
  const variables = {
    ...settings,
    SOURCES: 'crypto-exchange,fixed',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  };
  const endMs = Date.parse(CLOCK);
  const place = { dataDir: settings.DATA_DIR, databaseUrl, endMs };
  const filled = await fillTicks(place, GROWTH_ROWS[name]);
  const keys = [await makeKey(variables)] as const;
  const server = await startServer('server.ts', [], variables);
  const windowsOf = (legs: 1 | 2): HistoryWindows => ({
    path: minutesPath(legs),
    newestEndMs: endMs - 2 * 60 * MINUTE_MS,
    stepMs: MINUTE_MS,
    // As far back as a million rows reach, so that every size is asked the same.
    rangeMs: 4500 * MINUTE_MS,
    spanMs: POINTS * MINUTE_MS,
  });
  for (const legs of [1, 2] as const) await checkPoints(server, windowPath(windowsOf(legs), 0), keys[0]);
  const roundsOf = async (legs: 1 | 2) => {
    const next = createRounds({ keys, roundMs: plan.roundMs }, windowsOf(legs));
    await next(server, 1, WARM_UP_REQUESTS);
    return () => next(server, 1);
  };
  return { name, place, filled, server, direct: await roundsOf(1), legs: await roundsOf(2) };
}

async function newDatabase(postgres: PostgresServer, name: GrowthName): Promise<string> {
  const database = name.replaceAll('-', '_');
  const client = new pg.Client({ connectionString: postgres.databaseUrl('postgres') });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  return postgres.databaseUrl(database);
}

/** What is timed must be what is meant. */
async function checkPoints(server: ServerProcess, path: string, key: string): Promise<void> {
  const { status, body } = await askPlain(server, path, key);
  const count = Number(/"count":(\d+)/.exec(body)?.[1]);
  if (status !== 200 || count < POINTS_MIN)
    throw new Error(`${path} answered ${status} with ${count} points`);
}

interface Times {
  readonly name: GrowthName;
  readonly filled: FilledTicks;
  readonly direct: Timed;
  readonly legs: Timed;
  readonly ticks: TimedTicks;
  readonly removed: RemovedTicks;
}

interface Timed {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly cpuMicros: number;
  readonly failed: number;
}

function timesOf(
  name: GrowthName,
  filled: FilledTicks,
  { direct, legs }: { readonly direct: readonly ColdRound[]; readonly legs: readonly ColdRound[] },
): Omit<Times, 'ticks' | 'removed'> {
  return { name, filled, direct: middleOf(direct), legs: middleOf(legs) };
}

function middleOf(rounds: readonly ColdRound[]): Timed {
  const middle = (field: 'p50Ms' | 'p99Ms' | 'cpuMicros') => median(rounds.map((one) => one[field]));
  return {
    p50Ms: middle('p50Ms'),
    p99Ms: middle('p99Ms'),
    cpuMicros: middle('cpuMicros'),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  };
}

function figureOf(
  { name, filled, direct, legs, ticks, removed }: Times,
  least: Times,
  engine: string,
): Figure {
  return {
    name,
    value: round(direct.p50Ms, 2),
    unit: 'ms (p50)',
    p50Ms: round(direct.p50Ms, 2),
    p99Ms: round(direct.p99Ms, 2),
    cpuMicros: Math.round(direct.cpuMicros),
    engine,
    timesOf1m: round(direct.p50Ms / least.direct.p50Ms, 3),
    cpuTimesOf1m: round(direct.cpuMicros / least.direct.cpuMicros, 3),
    legsP50Ms: round(legs.p50Ms, 2),
    legsTimesOf1m: round(legs.p50Ms / least.legs.p50Ms, 3),
    failed: direct.failed + legs.failed,
    rows: filled.rows,
    bytesPerRow: round(filled.bytesPerRow, 1),
    fillSeconds: round(filled.seconds, 1),
    tickMs: round(median(ticks.wallMs), 2),
    tickMaxMs: round(Math.max(...ticks.wallMs), 2),
    tickCpuMs: round(ticks.cpuMs, 2),
    removedRows: removed.rows,
    removalSeconds: round(removed.seconds, 2),
    removalStepMaxMs: round(removed.stepMaxMs, 1),
  };
}
