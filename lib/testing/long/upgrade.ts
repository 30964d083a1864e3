import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { InvalidArgumentError, Option } from 'commander';
import pg from 'pg';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { createPostgresServer } from '#lib/testing/databases/postgres-server';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { steadyRequestsOf, warmUp } from './load-requests.ts';
import { ask, type LoadAnswer, startPacedLoad } from './paced-load.ts';
import { createLoadKey, SERVER_ROOT, type ServerProcess, startServerProcess } from './server-process.ts';
import { untilHistoryIsThere } from './soaked-service.ts';
import { layFormerVersionOut } from './upgrade/former-version.ts';
import { watchReadyServers } from './upgrade/ready-servers.ts';

/** The publishers' clock is behind the service's, so that no figure is ever ahead of its reader. */
const BEHIND_MS = 5_000;

const WEB_COUNT = 3;
/** Those who ask, each with a key of its own. */
const CLIENTS = 8;

const HISTORY_MS_MAX = 20 * 60_000;

/** The load goes on for so long before, between and after the changes. */
const STEADY_MS = 10_000;

const FAILURES_KEPT = 20;

/** Questions whose answers no later figure changes. */
const PINNED: readonly string[] = [
  '/v1/historical?from=EUR&to=USD&source=ecb&startDate=2025-01-01&endDate=2025-12-31',
  '/v1/historical?from=GBP&to=JPY&source=ecb&startDate=2025-01-01&endDate=2025-12-31',
  '/v1/historical?from=GBP&to=USD&source=boe&startDate=2026-01-01&endDate=2026-06-30',
  '/v1/rates/pair?from=EUR&to=USD&source=ecb&date=2026-04-13&include=provenance',
  '/v1/rates?base=EUR&source=ecb&date=2026-04-13',
  '/v1/convert?from=AUD&to=CAD&source=fed&date=2026-04-13&amount=12.34',
];

/** So that what was started ends with it. */
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

/** Three processes that answer and one that polls, each replaced by the next version in turn and then restarted, under a load of their own. */
await runCommand(
  defineCommand('test:long', 'Replaces each process of the former version by one of this version under load.')
    .option('--rate <number>', 'requests a second', readRate, 2000)
    .addOption(new Option('--minutes <number>').hideHelp())
    .addOption(new Option('--report <file>').hideHelp())
    .action(({ rate }: { readonly rate: number }) => proveUpgrade(rate)),
);

async function proveUpgrade(rate: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-upgrade-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const former = await layFormerVersionOut(folder);
  say(`the former version is ${former.commit}, which lacks ${former.lacks}`);
  const upstreams = await startSimulatedUpstreams({ now: () => new Date(Date.now() - BEHIND_MS) });
  const postgres = createPostgresServer({ durable: true });
  try {
    await postgres.start();
    const databaseUrl = postgres.databaseUrl('postgres');
    const variables = {
      ...upstreams.environment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      MASTER_SECRET: 'one secret for all processes of this proof',
      SOURCES: 'all',
      SIMULATED: '1',
      LOG_LEVEL: 'error',
      RATE_LIMIT_PER_MINUTE: '0',
    };
    const offences = await replaceUnderLoad({ variables, databaseUrl, formerRoot: former.root, rate });
    if (offences.length > 0) throw new RefusedCommand(offences.join('\n'));
  } finally {
    await postgres.dispose();
    await upstreams.close();
  }
}

interface Upgrade {
  readonly variables: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly formerRoot: string;
  readonly rate: number;
}

/** What went wrong, a line each. */
async function replaceUnderLoad({
  variables,
  databaseUrl,
  formerRoot,
  rate,
}: Upgrade): Promise<readonly string[]> {
  const { start, replace, end } = startedProcesses(variables);
  const poller = await start('ingest', 0, formerRoot);
  say('the poller of the former version fetches the history of every publisher');
  if (!(await untilHistoryIsThere(() => poller.port, HISTORY_MS_MAX)))
    throw new Error('The history did not come.');
  const web = await Promise.all(Array.from({ length: WEB_COUNT }, () => start('web', 0, formerRoot)));
  const newKey = () => createLoadKey(variables, ['--limit', '0'], formerRoot);
  const key = await newKey();
  const keys = [key];
  while (keys.length < CLIENTS) keys.push(await newKey());
  const upgraded: ServerProcess[] = [];
  const servers = watchReadyServers(web.map(({ port }) => port));
  for (const { port } of web) await warmUp(port, { 'X-API-Key': key });
  const pinned = await readPinned(web[0]?.port ?? 0, key);
  const before = await migrationsIn(databaseUrl);
  const counted = createCounts(keys, rate, servers.next);
  try {
    await pause(STEADY_MS);
    counted.tell(`${WEB_COUNT} processes of the former version, ${before} migrations`);
    for (const [index, former] of web.entries()) {
      upgraded.push(await replace(former, 'web'));
      await servers.until(former.port);
      const same = await Promise.all(web.map(({ port }) => comparePinned(port, key, pinned)));
      counted.offences.push(...same.flat());
      await pause(STEADY_MS);
      const left = WEB_COUNT - index - 1;
      const migrations = await migrationsIn(databaseUrl);
      if (migrations !== before + 1) counted.offences.push(`${migrations} migrations after ${before}`);
      counted.tell(
        `${index + 1} replaced, ${left} of the former version go on, ${migrations} migrations, ${same.length * PINNED.length} pinned answers compared`,
      );
    }
    await replace(poller, 'ingest');
    await pause(STEADY_MS);
    counted.tell('the poller replaced');
    for (const server of upgraded) {
      await replace(server, 'web');
      await servers.until(server.port);
      await pause(STEADY_MS);
    }
    counted.tell(`${upgraded.length} of this version restarted in turn`);
    const same = await Promise.all(web.map(({ port }) => comparePinned(port, key, pinned)));
    counted.offences.push(...same.flat());
    return await counted.close();
  } finally {
    await counted.close();
    await servers.stop();
    await end();
  }
}

/** Processes of the service, all of which `end` ends; `replace` starts this version in the place of one. */
function startedProcesses(variables: Upgrade['variables']) {
  const running = new Set<ServerProcess>();
  const start = async (role: 'web' | 'ingest', port: number, root: string) => {
    const server = await startServerProcess({ ...variables, ROLE: role, PORT: String(port) }, root);
    running.add(server);
    return server;
  };
  const replace = async (former: ServerProcess, role: 'web' | 'ingest') => {
    await former.end('SIGTERM');
    running.delete(former);
    return start(role, former.port, SERVER_ROOT);
  };
  return {
    start,
    replace,
    end: () => Promise.all([...running].map((server) => server.end('SIGTERM'))),
  };
}

function createCounts(keys: readonly string[], perSecond: number, port: () => number) {
  const offences: string[] = [];
  let [answered, failed, slowestMs, sinceMs] = [0, 0, 0, performance.now()];
  let [answeredInAll, failedInAll, resent] = [0, 0, 0];
  const note = ({ path, status, failure, body, latencyMs, isSecondTry }: LoadAnswer) => {
    answered += 1;
    if (isSecondTry) resent += 1;
    slowestMs = Math.max(slowestMs, latencyMs);
    if (status === 200) return;
    failed += 1;
    if (offences.length < FAILURES_KEPT)
      offences.push(`${path}: ${failure ?? `${status} ${body.slice(0, 160)}`}`);
  };
  const load = startPacedLoad({ port, perSecond, next: steadyRequestsOf(keys), onAnswer: note });
  const tell = (what: string) => {
    const seconds = (performance.now() - sinceMs) / 1000;
    say(
      `${what}: ${answered} requests, ${failed} failed, ${Math.round(answered / seconds)} a second, slowest ${Math.round(slowestMs)} ms`,
    );
    answeredInAll += answered;
    failedInAll += failed;
    [answered, failed, slowestMs, sinceMs] = [0, 0, 0, performance.now()];
  };
  const end = async () => {
    await load.stop();
    tell('the end');
    say(
      `${answeredInAll} requests in all, ${failedInAll} failed, ${resent} sent again because their kept connection was closing, ${load.withheld()} not sent as too many waited`,
    );
    return offences;
  };
  let ending: Promise<readonly string[]> | null = null;
  return { offences, tell, close: () => (ending ??= end()) };
}

function askOnce(
  port: number,
  request: { readonly path: string; readonly headers?: Readonly<Record<string, string>> },
) {
  return ask({ port: () => port, next: () => request });
}

async function readPinned(port: number, key: string): Promise<ReadonlyMap<string, string>> {
  const pinned = new Map<string, string>();
  for (const path of PINNED) {
    const { status, body } = await askOnce(port, { path, headers: { 'X-API-Key': key } });
    if (status !== 200) throw new Error(`${path} is answered ${status}: ${body}`);
    pinned.set(path, body);
  }
  return pinned;
}

/** Where a server answers otherwise than before, a line each. */
async function comparePinned(
  port: number,
  key: string,
  pinned: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const now = await readPinned(port, key);
  return [...pinned].flatMap(([path, body]) =>
    now.get(path) === body ? [] : [`port ${port} answers ${path} otherwise than before`],
  );
}

async function migrationsIn(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from kysely_migration');
    return rows[0]?.n ?? 0;
  } finally {
    await client.end();
  }
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
}

function readRate(text: string): number {
  const rate = Number(text);
  if (Number.isInteger(rate) && rate > 0) return rate;
  throw new InvalidArgumentError('It must be a whole number above 0.');
}
