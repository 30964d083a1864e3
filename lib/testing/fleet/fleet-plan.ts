import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { postgresBinaries } from '#lib/testing/databases/postgres-binaries';
import { SERVER_COMMAND, SERVER_ROOT } from '#lib/testing/long/server-process';

/** The files that an operator copies. */
const DEPLOY = join(SERVER_ROOT, 'lib/setup/deploy/fleet');

const HOST = '127.0.0.1';
const DATABASES = ['db1', 'db2', 'db3'] as const;
const WEB_COUNT = 3;
const INGEST_COUNT = 2;

/** Our own user and database on the cluster. */
const OWNER = 'crossrate';

/** How one program is started: with the files of the project, and with ports and folders of this fleet in their variables. */
export interface PlannedProgram {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One machine of the database: PostgreSQL under Patroni, beside etcd. */
export interface PlannedDatabase {
  readonly name: (typeof DATABASES)[number];
  readonly port: number;
  /** Where Patroni tells what the server is. */
  readonly healthUrl: string;
  readonly dataDir: string;
  readonly etcd: PlannedProgram;
  readonly patroni: PlannedProgram;
}

/** Ports, folders and secrets of a fleet on this machine. */
export interface FleetPlan {
  readonly databases: readonly PlannedDatabase[];
  readonly redis: PlannedProgram;
  readonly haproxy: PlannedProgram;
  readonly caddy: PlannedProgram;
  /** What all processes of the service share, and every command needs. */
  readonly variables: Readonly<Record<string, string>>;
  readonly web: readonly PlannedServer[];
  readonly ingest: readonly PlannedServer[];
  /** `https://localhost:PORT`. */
  readonly url: string;
  /** The certificate that Caddy's is signed with, once it runs. */
  readonly caFile: string;
  /** The leader and the replicas through HAProxy. */
  readonly leaderUrl: string;
  readonly replicasUrl: string;
  /** The leader as the owner of the cluster. */
  readonly adminUrl: string;
  readonly archive: string;
}

/** A process of the service. */
export interface PlannedServer extends PlannedProgram {
  readonly origin: string;
}

/** Plans a fleet in a folder: Caddy takes `port`, the others the next free ones. */
export async function planFleet(folder: string, port: number): Promise<FleetPlan> {
  const ports = await freePortsFrom(port);
  const take = () => ports.next().value ?? 0;
  const [https, http, leader, replicas, redis] = [take(), take(), take(), take(), take()];
  const password = { admin: secret(), replication: secret(), owner: secret() };
  const machines = DATABASES.map((name) => ({
    name,
    postgres: take(),
    health: take(),
    client: take(),
    peer: take(),
  }));
  const shared = { folder, password, archive: join(folder, 'wal-archive') };
  const ours = (at: number) => `postgres://${OWNER}:${password.owner}@${HOST}:${at}/${OWNER}`;
  const variables = {
    DATABASE_URL: ours(leader),
    DATABASE_READ_URL: ours(replicas),
    REDIS_URL: `redis://${HOST}:${redis}`,
    MASTER_SECRET: secret(),
    TRUSTED_PROXIES: HOST,
    PUBLIC_URL: `https://localhost:${https}`,
  };
  const serverOf = (role: 'web' | 'ingest', index: number): PlannedServer => {
    const at = take();
    const name = `${role}${index + 1}`;
    const own = { ROLE: role, PORT: String(at), DATA_DIR: join(folder, name) };
    return {
      name,
      command: SERVER_COMMAND,
      origin: `http://${HOST}:${at}`,
      environment: { ...variables, ...own },
    };
  };
  const web = Array.from({ length: WEB_COUNT }, (_, index) => serverOf('web', index));
  return {
    databases: machines.map((machine) => planDatabase(machine, machines, shared)),
    redis: {
      name: 'redis',
      command: ['redis-server', '--port', String(redis), '--bind', HOST, '--save', '', '--dir', folder],
      environment: {},
    },
    haproxy: planHaproxy(folder, { leader, replicas, machines }),
    caddy: planCaddy(folder, { http, https, web }),
    variables,
    web,
    ingest: Array.from({ length: INGEST_COUNT }, (_, index) => serverOf('ingest', index)),
    url: variables.PUBLIC_URL,
    caFile: join(folder, 'caddy/pki/authorities/local/root.crt'),
    leaderUrl: ours(leader),
    replicasUrl: ours(replicas),
    adminUrl: `postgres://postgres:${password.admin}@${HOST}:${leader}/postgres`,
    archive: shared.archive,
  };
}

/** The files that programs read, copied where any user can read them. */
export const COPIED_FILES: readonly string[] = ['haproxy.cfg', 'Caddyfile', 'patroni.yml'].map((name) =>
  join(DEPLOY, name),
);

interface Machine {
  readonly name: (typeof DATABASES)[number];
  readonly postgres: number;
  readonly health: number;
  readonly client: number;
  readonly peer: number;
}

interface Shared {
  readonly folder: string;
  readonly archive: string;
  readonly password: { readonly admin: string; readonly replication: string };
}

interface ProxyPorts {
  readonly leader: number;
  readonly replicas: number;
  readonly machines: readonly Machine[];
}

function planHaproxy(folder: string, { leader, replicas, machines }: ProxyPorts): PlannedProgram {
  const servers = machines.flatMap(({ name, postgres, health }) => [
    [name.toUpperCase(), `${HOST}:${postgres}`],
    [`${name.toUpperCase()}_HEALTH`, `${HOST}:${health}`],
  ]);
  return {
    name: 'haproxy',
    command: ['haproxy', '-db', '-f', join(folder, 'haproxy.cfg')],
    environment: {
      ...settingsOf('haproxy.env'),
      LEADER: `${HOST}:${leader}`,
      REPLICAS: `${HOST}:${replicas}`,
      ...Object.fromEntries(servers),
    },
  };
}

interface FrontPorts {
  readonly http: number;
  readonly https: number;
  readonly web: readonly PlannedServer[];
}

function planCaddy(folder: string, { http, https, web }: FrontPorts): PlannedProgram {
  return {
    name: 'caddy',
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
    environment: {
      ...settingsOf('caddy.env'),
      SITE: 'localhost',
      WEB: web.map(({ origin }) => new URL(origin).host).join(' '),
      TLS: 'internal',
      ADMIN: 'off',
      BIND: HOST,
      HTTP_PORT: String(http),
      HTTPS_PORT: String(https),
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
    },
  };
}

function planDatabase(
  { name, postgres, health, client, peer }: Machine,
  all: readonly Machine[],
  { folder, password, archive }: Shared,
): PlannedDatabase {
  const at = (port: number) => `http://${HOST}:${port}`;
  const dataDir = join(folder, name, 'data');
  return {
    name,
    port: postgres,
    healthUrl: at(health),
    dataDir,
    etcd: {
      name: `etcd-${name}`,
      command: ['etcd'],
      environment: {
        ...settingsOf('etcd.env'),
        ETCD_NAME: name,
        ETCD_DATA_DIR: join(folder, name, 'etcd'),
        ETCD_LISTEN_PEER_URLS: at(peer),
        ETCD_INITIAL_ADVERTISE_PEER_URLS: at(peer),
        ETCD_LISTEN_CLIENT_URLS: at(client),
        ETCD_ADVERTISE_CLIENT_URLS: at(client),
        ETCD_INITIAL_CLUSTER: all.map((one) => `${one.name}=${at(one.peer)}`).join(','),
      },
    },
    patroni: {
      name: `patroni-${name}`,
      command: ['patroni', join(folder, 'patroni.yml')],
      environment: {
        ...settingsOf('patroni.env'),
        PATRONI_NAME: name,
        PATRONI_RESTAPI_LISTEN: `${HOST}:${health}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `${HOST}:${health}`,
        PATRONI_ETCD3_HOSTS: all.map((one) => `${HOST}:${one.client}`).join(','),
        PATRONI_POSTGRESQL_LISTEN: `${HOST}:${postgres}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${HOST}:${postgres}`,
        PATRONI_POSTGRESQL_DATA_DIR: dataDir,
        PATRONI_POSTGRESQL_BIN_DIR: postgresBinaries(),
        PATRONI_POSTGRESQL_PGPASS: join(folder, name, 'pgpass'),
        PATRONI_SUPERUSER_PASSWORD: password.admin,
        PATRONI_REPLICATION_PASSWORD: password.replication,
        WAL_ARCHIVE: archive,
      },
    },
  };
}

/** The settings of a file that an operator copies. */
function settingsOf(file: string): NodeJS.Dict<string> {
  return parseEnv(readFileSync(join(DEPLOY, file), 'utf8'));
}

function secret(): string {
  return randomBytes(20).toString('hex');
}

/** Ports of this machine that nobody listens at, from one on; those that connections take by themselves are far above. */
async function freePortsFrom(first: number): Promise<Iterator<number, undefined>> {
  const wanted = 5 + DATABASES.length * 4 + WEB_COUNT + INGEST_COUNT;
  const found: number[] = [];
  for (let port = first; found.length < wanted; port += 1) if (await isFree(port)) found.push(port);
  return found.values();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, HOST, () => server.close(() => resolve(true)));
  });
}
