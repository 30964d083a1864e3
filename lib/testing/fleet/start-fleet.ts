import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { unprivilegedUser } from '#lib/testing/databases/postgres-server';
import { ask } from '#lib/testing/long/paced-load';
import { startedWith } from '#lib/testing/long/server-process';
import { startSimulatedUpstreams, type SimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { clusterOf, isWhole } from './cluster.ts';
import {
  COPIED_FILES,
  type FleetPlan,
  type PlannedDatabase,
  type PlannedProgram,
  type PlannedServer,
  planFleet,
} from './fleet-plan.ts';
import { lastWords, layProgramOut, type Program, refuseMissingPrograms } from './programs.ts';

/** The publishers' clock is behind the service's, so that no figure is ever ahead of its reader. */
const BEHIND_MS = 5000;

/** Longer than any part takes to start on a machine that has other work to do as well. */
const START_PATIENCE_MS = 180_000;

const LOOK_EVERY_MS = 200;

/** A machine of the database that runs. */
export interface FleetDatabase extends Pick<PlannedDatabase, 'name' | 'port' | 'healthUrl' | 'dataDir'> {
  readonly etcd: Program;
  readonly patroni: Program;
}

/** A process of the service that runs. */
export interface FleetServer extends Pick<PlannedServer, 'name' | 'origin'> {
  readonly program: Program;
  /** Starts it where it does not run, and waits until it is ready. */
  readonly start: () => Promise<void>;
}

/** Everything of a fleet, running on this machine. */
export interface Fleet extends Pick<
  FleetPlan,
  'url' | 'variables' | 'leaderUrl' | 'replicasUrl' | 'adminUrl' | 'archive'
> {
  readonly folder: string;
  /** The certificate that Caddy's is signed with. */
  readonly caFile: string;
  readonly databases: readonly FleetDatabase[];
  readonly redis: Program;
  readonly haproxy: Program;
  readonly caddy: Program;
  readonly web: readonly FleetServer[];
  readonly ingest: readonly FleetServer[];
  readonly upstreams: SimulatedUpstreams;
  /** Ends everything in order and removes the folder. */
  readonly stop: () => Promise<void>;
}

/** How a fleet is started. */
export interface FleetWish {
  /** Where Caddy listens; the others take the next free ports. */
  readonly port: number;
  readonly log: (line: string) => void;
  /** Variables of the service's processes, before those of the fleet. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Puts something into the empty database before the service starts. */
  readonly fill?: (leaderUrl: string) => Promise<void>;
  /** Ends the start. */
  readonly signal?: AbortSignal;
}

/** Starts a fleet in a throw-away folder. Throws one sentence where a program is missing; nothing is left where it fails. */
export async function startFleet(wish: FleetWish): Promise<Fleet> {
  refuseMissingPrograms();
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-fleet-'));
  const endings: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (let end = endings.pop(); end !== undefined; end = endings.pop()) await end();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    return await start(folder, wish, { endings, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Ending {
  readonly endings: (() => Promise<unknown>)[];
  readonly stop: () => Promise<void>;
}

async function start(folder: string, wish: FleetWish, { endings, stop }: Ending): Promise<Fleet> {
  const user = unprivilegedUser();
  const plan = await planFleet(folder, wish.port);
  const layOut = (planned: PlannedProgram) => layProgramOut({ ...planned, folder, user });
  const startTogether = (...programs: readonly Program[]) => {
    endings.push(() => Promise.all(programs.map(({ end }) => end())));
    for (const program of programs) program.start();
  };
  const until = (what: string, programs: readonly Program[], isSo: () => Promise<boolean>) =>
    waitUntil({ what, programs, isSo, signal: wish.signal });

  makeFolders(folder, plan, user);
  const upstreams = await startSimulatedUpstreams({ now: () => new Date(Date.now() - BEHIND_MS) });
  endings.push(upstreams.close);

  wish.log('Starting etcd, PostgreSQL under Patroni, HAProxy and Redis.');
  const databases = plan.databases.map((planned) => ({
    ...planned,
    etcd: layOut(planned.etcd),
    patroni: layOut(planned.patroni),
  }));
  const [haproxy, redis, caddy] = [layOut(plan.haproxy), layOut(plan.redis), layOut(plan.caddy)];
  const patronis = databases.map(({ patroni }) => patroni);
  startTogether(...databases.map(({ etcd }) => etcd), redis);
  startTogether(...patronis);
  startTogether(haproxy);
  await until('the leader of PostgreSQL', [...patronis, haproxy], () => admits(plan.adminUrl));
  await makeDatabase(plan);
  await until('two replicas', patronis, async () => isWhole(await clusterOf(databases), databases.length));

  await wish.fill?.(plan.leaderUrl);

  wish.log('Starting the processes of the service, and Caddy.');
  const shared = {
    ...startedWith(),
    ...upstreams.environment,
    SOURCES: 'all',
    SIMULATED: '1',
  };
  const serverOf = (planned: PlannedServer): FleetServer => {
    const environment = { ...shared, ...planned.environment, ...wish.variables };
    const program = layProgramOut({ ...planned, environment, folder, user: null });
    return {
      ...planned,
      program,
      start: async () => {
        program.start();
        await until(planned.name, [program], () => isReady(planned.origin));
      },
    };
  };
  const [web, ingest] = [plan.web.map(serverOf), plan.ingest.map(serverOf)];
  const [first, ...others] = [...web, ...ingest];
  endings.push(() => Promise.all([...web, ...ingest].map(({ program }) => program.end())));
  // It makes the tables.
  await first?.start();
  await Promise.all(others.map((server) => server.start()));
  startTogether(caddy);
  await until('Caddy', [caddy], () => passesOn(plan));
  const variables = { ...plan.variables, ...wish.variables };
  return { ...plan, variables, folder, databases, redis, haproxy, caddy, web, ingest, upstreams, stop };
}

function makeFolders(folder: string, plan: FleetPlan, user: ReturnType<typeof unprivilegedUser>): void {
  chmodSync(folder, 0o755);
  const machines = plan.databases.map(({ name }) => join(folder, name));
  const owned = [folder, plan.archive, ...machines];
  for (const path of owned) {
    mkdirSync(path, { recursive: true });
    if (user) chownSync(path, user.uid, user.gid);
  }
  for (const file of COPIED_FILES) {
    const copy = join(folder, basename(file));
    copyFileSync(file, copy);
    if (user) chownSync(copy, user.uid, user.gid);
  }
}

interface Waiting {
  readonly what: string;
  /** If one of them ends, waiting is over. */
  readonly programs: readonly Program[];
  readonly isSo: () => Promise<boolean>;
  readonly signal: AbortSignal | undefined;
}

async function waitUntil({ what, programs, isSo, signal }: Waiting): Promise<void> {
  const deadlineMs = performance.now() + START_PATIENCE_MS;
  while (!(await isSo())) {
    const ended = programs.find((program) => !program.isRunning());
    if (ended) throw new Error(`${ended.name} ended: ${lastWords(ended)}`);
    if (performance.now() > deadlineMs) {
      const words = programs.map((program) => `${program.name}: ${lastWords(program)}`);
      throw new Error(`Not there within ${START_PATIENCE_MS / 1000} s: ${what}.\n${words.join('\n')}`);
    }
    await pause(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function admits(databaseUrl: string): Promise<boolean> {
  return query(databaseUrl, ['select 1']).then(
    () => true,
    () => false,
  );
}

/** The user and the database of the service, who may see how far replicas are behind. */
async function makeDatabase({ adminUrl, leaderUrl }: FleetPlan): Promise<void> {
  const { username, password } = new URL(leaderUrl);
  await query(adminUrl, [
    `create role ${username} login password '${password}' in role pg_monitor`,
    `create database ${username} owner ${username}`,
  ]);
}

async function query(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 3000 });
  client.on('error', () => {});
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function isReady(origin: string): Promise<boolean> {
  const answer = await fetch(`${origin}/readyz`).catch(() => null);
  await answer?.arrayBuffer();
  return answer?.status === 200;
}

/** Whether Caddy has made its certificate and passes requests on. */
async function passesOn({ url, caFile }: FleetPlan): Promise<boolean> {
  if (!existsSync(caFile)) return false;
  const ca = readFileSync(caFile, 'utf8');
  const { status } = await ask({
    port: () => Number(new URL(url).port),
    next: () => ({ path: '/readyz' }),
    ca,
  });
  return status === 200;
}
