import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Service, startService } from '#lib/service';
import type { Store } from '#lib/store/store';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import {
  createPostgresServer,
  type PostgresServer,
  TEST_PASSWORD,
  TEST_USER,
} from '#lib/testing/databases/postgres-server';
import { PROJECT_ROOT, runScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { aFixingBatch } from '#lib/testing/worlds/empty-store';
import { startListening } from '#lib/testing/worlds/listening-server';
import { makeKeyIn, withStore } from '#lib/testing/worlds/own-store';

const HISTORY = '/v1/historical?from=EUR&to=USD&source=ecb&limit=10';
/** Questions about the past, one of each kind. */
const PAST = [
  HISTORY,
  '/v1/revisions?source=ecb',
  '/v1/rates/pair?from=EUR&to=USD&source=ecb&date=2026-04-13',
];

const PATIENT = { timeout: 30_000, interval: 20 };

/** Commits that answers are compared with, and the pauses between two questions. */
const COMMITS = 24;
const PAUSE_MS = 5;

const ANSWERS_A_COMMIT = 3;

const FIRST_RATE = 1.17;

let primary: PostgresServer;
let replica: PostgresServer;
let variables: Readonly<Record<string, string>>;

beforeAll(async () => {
  primary = createPostgresServer({ durable: false });
  await primary.start();
  replica = createPostgresServer({ durable: false, primary });
  await replica.start();
  variables = {
    DATABASE_URL: primary.databaseUrl('postgres'),
    DATABASE_READ_URL: replica.databaseUrl('postgres'),
    CLOCK: '2026-04-14T08:00:00Z',
    SOURCES: 'ecb',
    ROLE: 'web',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '0',
    MASTER_SECRET: 'one secret for both processes of this test',
  };
});
afterAll(async () => {
  await replica.dispose();
  await primary.dispose();
});

describe('a service with a read replica', () => {
  it('reads history there, starts and goes on without it, and says so once each time', expectReadsThere);

  it('never serves figures of another version than the answer bears, while the replica stops and goes on', async () => {
    const service = await startService(
      { ...variables, LOG_LEVEL: 'silent', DATA_DIR: throwAwayFolder() },
      PROJECT_ROOT,
    );
    onTestFinished(() => service.close());
    const seen: Seen[] = [];
    const committing = commitAndLag(service, seen);
    await askUntil(committing, service, seen);
    const rateOf = await committing;
    expect(seen.filter(([version, rate]) => rateOf.get(revisionIn(version)) !== rate)).toEqual([]);
    expect(new Set(seen.map(([version]) => version)).size).toBeGreaterThanOrEqual(COMMITS);
  });

  it('does not start where an address is of another kind, in one sentence', expectRefusals);
});

async function expectReadsThere(): Promise<void> {
  await withStore(variables, (store) => commit(store, FIRST_RATE));
  const key = await makeKeyIn(variables);
  await replica.killAll();
  const { server, send } = await startListening(variables, false);
  const ask = async (path: string) => send({ path, headers: { Host: 'localhost', 'X-API-Key': key } });
  const isUsed = async () => /^crossrate_read_replica_used (\d)$/m.exec((await ask('/metrics')).body)?.[1];
  expect(await isUsed()).toBe('0');
  await replica.start();
  await expect.poll(isUsed, PATIENT).toBe('1');
  const committed = await revisionOf(primary);
  await expect.poll(() => revisionOf(replica), PATIENT).toBe(committed);

  await primary.freeze();
  const answers = await Promise.all(PAST.map(ask));
  await primary.thaw();
  expect(answers.map(({ status }) => status)).toEqual(PAST.map(() => 200));
  expect(answers[0]?.body).toContain(`"rate":${FIRST_RATE}`);
  expect(await isUsed()).toBe('1');

  await replica.killAll();
  const withoutIt = await ask(`${HISTORY}&startDate=2026-04-01`);
  expect([withoutIt.status, withoutIt.body.includes(`"rate":${FIRST_RATE}`)]).toEqual([200, true]);
  await expect.poll(isUsed, PATIENT).toBe('0');
  await replica.start();
  await expect.poll(isUsed, PATIENT).toBe('1');
  server.kill('SIGTERM');
  const { stderr } = await server.ended;
  const told = stderr.split('\n').filter((line) => line.includes('read replica'));
  expect(told.map((line) => asLogLine(JSON.parse(line)).msg)).toEqual([
    'the read replica cannot be used; the primary answers',
    'the read replica answers again',
    'the read replica cannot be used; the primary answers',
    'the read replica answers again',
  ]);
  for (const secret of [TEST_USER, TEST_PASSWORD]) expect(stderr).not.toContain(secret);
}

/** The version and the rate of an answer. */
type Seen = readonly [version: string, rate: number];

/**
 * Commits a figure whenever some answers were given since the one before, while the replica stands still now and then; which commit
 * has which. A faster pace would leave answers no time to be made of one commit.
 */
async function commitAndLag(
  { store, catchUp }: Pick<Service, 'store' | 'catchUp'>,
  seen: readonly Seen[],
): Promise<ReadonlyMap<number, number>> {
  const rateOf = new Map([[await revisionOf(primary), FIRST_RATE]]);
  for (let n = 1; n <= COMMITS; n += 1) {
    if (n % 8 === 4) await query(replica, 'select pg_wal_replay_pause()');
    if (n % 8 === 0) await query(replica, 'select pg_wal_replay_resume()');
    const rate = 1.2 + n / 1000;
    await commit(store, rate);
    rateOf.set(await revisionOf(primary), rate);
    await catchUp();
    const wanted = seen.length + ANSWERS_A_COMMIT;
    while (seen.length < wanted) await pause(PAUSE_MS);
  }
  return rateOf;
}

/** Asks again and again. Each question is another one, so that no kept answer fits. */
async function askUntil(
  over: Promise<unknown>,
  { answerInside, snapshot }: Pick<Service, 'answerInside' | 'snapshot'>,
  seen: Seen[],
): Promise<void> {
  const state = { isOver: false };
  void over.finally(() => (state.isOver = true));
  for (let limit = 1; !state.isOver; limit += 1) {
    await pause(PAUSE_MS);
    if (snapshot().sources[0]?.publications.length === 0) continue;
    const answer = await answerInside('member', HISTORY.replace('limit=10', `limit=${limit}`));
    const [, rate] = /"rate":([\d.]+)/.exec(await answer.text()) ?? [];
    seen.push([answer.headers.get('X-Data-Version') ?? '', Number(rate)]);
  }
}

async function expectRefusals(): Promise<void> {
  const { DATABASE_URL = '', DATABASE_READ_URL = '' } = variables;
  const other = await freshDatabase();
  const cases = [
    [
      { DATABASE_URL, DATABASE_READ_URL: other },
      /^The database at \S+ is no replica of the one in DATABASE_URL; correct DATABASE_READ_URL\.\n$/,
    ],
    [{ DATABASE_URL: DATABASE_READ_URL }, /^The database at \S+ can only be read; name the primary server/],
  ] as const;
  await Promise.all(
    cases.map(async ([addresses, sentence]) => {
      const { code, stdout, stderr } = await runScript(['server.ts'], { ...addresses, PORT: '0' });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(sentence);
    }),
  );
}

/** Stores the figure of one day, which replaces that of the commit before. */
async function commit(store: Pick<Store, 'write'>, rate: number): Promise<void> {
  await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': rate } }));
}

/** The commit that a version names. */
function revisionIn(version: string): number {
  return Number(version.split('.')[0]);
}

/** Holds because every line on standard error is one event of the log, and each has a message. */
function asLogLine(line: unknown): { readonly msg: string } {
  return line as { readonly msg: string };
}

async function revisionOf(server: PostgresServer): Promise<number> {
  const [row] = await query(server, `select n::int as n from revision where subject = 'rates'`);
  return row?.n ?? 0;
}

async function query(server: PostgresServer, statement: string): Promise<readonly { readonly n: number }[]> {
  const client = new pg.Client({ connectionString: server.databaseUrl('postgres') });
  await client.connect();
  try {
    return (await client.query<{ readonly n: number }>(statement)).rows;
  } finally {
    await client.end();
  }
}
