import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createOutcomes } from '#lib/testing/long/outcomes';
import { ask, startPacedLoad } from '#lib/testing/long/paced-load';
import { longCount } from '#lib/testing/long-count';
import { createPostgresServer } from '#lib/testing/databases/postgres-server';
import { startScript } from '#lib/testing/run-script';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';

const SMALL_SECONDS = 3;

/** What happens to the database, for how long, and how it ends. */
interface Trouble {
  readonly name: string;
  readonly seconds: number;
  readonly begin: () => Promise<() => Promise<void>>;
}

const READS_PER_SECOND = 40;

/** Writes go on within this time after the database is back; the exchange is asked every 20 s. */
const RESUMED_MS_MAX = 15_000 + 21_000;
const POLLED_MS_MAX = 60_000;

const PEGGED_PATH = '/v1/rates/pair?from=EUR&to=DEM';
const MARKET = '/v1/rates/pair?from=BTC&to=USD&source=crypto-exchange';

describe('a service whose PostgreSQL', () => {
  const postgres = createPostgresServer({ durable: true });
  beforeAll(() => postgres.start());
  afterAll(() => postgres.dispose());

  const troubles: readonly Trouble[] = [
    {
      name: 'is stopped',
      seconds: longCount('STOPPED_SECONDS', SMALL_SECONDS),
      begin: async () => {
        await postgres.killAll();
        return postgres.start;
      },
    },
    {
      name: 'is frozen',
      seconds: longCount('FROZEN_SECONDS', SMALL_SECONDS),
      begin: async () => {
        await postgres.freeze();
        return postgres.thaw;
      },
    },
    {
      name: 'loses its connections every second',
      seconds: longCount('KILLED_SECONDS', SMALL_SECONDS),
      begin: () => Promise.resolve(killConnections(postgres.databaseUrl('postgres'))),
    },
  ];

  it.for(troubles)(
    '$name for $seconds s answers every read, writes again afterwards, and has lost nothing',
    { timeout: 180_000 + Math.max(...troubles.map(({ seconds }) => seconds)) * 2000 },
    async (trouble, { annotate }) => {
      const told = await passThrough(trouble, postgres.databaseUrl('postgres'));
      await annotate(told);
    },
  );
});

/** Reads beside a trouble from before its beginning to after its end; tells what was reached. */
async function passThrough({ seconds, begin }: Trouble, database: string): Promise<string> {
  const { port, key, databaseUrl } = await openService(database);
  await expect.poll(() => instantOf(port, key), { timeout: POLLED_MS_MAX, interval: 200 }).toBeGreaterThan(0);
  const outcomes = createOutcomes();
  let index = 0;
  const load = startPacedLoad({
    port: () => port,
    perSecond: READS_PER_SECOND,
    next: () => ({ path: (index += 1) % 2 === 0 ? PEGGED_PATH : MARKET, headers: { 'X-API-Key': key } }),
    onAnswer: (answer) => outcomes.note('reads', answer),
  });
  onTestFinished(load.stop);
  const end = await begin();
  const untilMs = performance.now() + seconds * 1000;
  await expect
    .poll(() => performance.now() >= untilMs, { timeout: seconds * 2000 + 10_000, interval: 200 })
    .toBe(true);
  await end();
  const backAtMs = Date.now();
  await expect
    .poll(() => instantOf(port, key), { timeout: RESUMED_MS_MAX, interval: 200 })
    .toBeGreaterThan(backAtMs);
  const resumedMs = Date.now() - backAtMs;
  await load.stop();
  const reads = outcomes.counts()['reads'];
  const told = `${seconds} s of trouble: ${JSON.stringify(reads?.byStatus)} reads, the slowest ${reads?.slowestMs} ms; a newer figure was committed ${resumedMs} ms after it`;
  expect(outcomes.offences()).toEqual([]);
  expect(Object.keys(reads?.byStatus ?? {})).toEqual(['200']);
  const second = await makeKeyIn({ DATABASE_URL: databaseUrl }, { limitPerMinute: 0 });
  await expect.poll(() => statusOf(port, second), { timeout: 10_000 }).toBe(200);
  expect(await statusOf(port, key)).toBe(200);
  return told;
}

async function openService(databaseUrl: string) {
  const upstreams = await startSimulatedUpstreams({ now: () => new Date(Date.now() - 5000) });
  onTestFinished(upstreams.close);
  const key = await makeKeyIn({ DATABASE_URL: databaseUrl }, { limitPerMinute: 0 });
  const server = startScript(['server.ts'], {
    ...upstreams.environment,
    DATABASE_URL: databaseUrl,
    MASTER_SECRET: 'a secret that all processes of one database share',
    PORT: '0',
    SOURCES: 'crypto-exchange,fixed',
    LOG_LEVEL: 'silent',
  });
  const [, port] = await server.waitForOutput(/^Crossrate listens on http:\/\/localhost:(\d+)$/m);
  return { port: Number(port), key, databaseUrl };
}

/** Ends every other connection to the database once a second until it is told to stop. */
function killConnections(url: string): () => Promise<void> {
  const kill = async () => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'crossrate'",
    );
    await client.end();
  };
  let killing = kill();
  const timer = setInterval(() => {
    killing = killing.then(kill);
  }, 1000);
  return async () => {
    clearInterval(timer);
    await killing;
  };
}

const answer = z.object({ timestamp: z.string() });

/** The instant of the exchange's figure that is served; 0 while there is none. */
async function instantOf(port: number, key: string): Promise<number> {
  const next = () => ({ path: MARKET, headers: { 'X-API-Key': key } });
  const { status, body } = await ask({ port: () => port, next });
  return status === 200 ? Date.parse(answer.parse(JSON.parse(body)).timestamp) : 0;
}

async function statusOf(port: number, key: string): Promise<number> {
  const next = () => ({ path: PEGGED_PATH, headers: { 'X-API-Key': key } });
  return (await ask({ port: () => port, next })).status;
}
