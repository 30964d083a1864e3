import assert from 'node:assert/strict';
import { createPostgresServer } from '#lib/testing/databases/postgres-server';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { askerOf, makeKey, say, until } from './ask-container.ts';
import { HARDENED, type Podman } from './podman.ts';
import { relay } from './relay.ts';

const SECRET = 'a master secret of the proof, of more than 32 characters';

const PAIR = '/v1/rates/pair?from=EUR&to=USD';

/** Two processes that answer and two that may poll, each in a container on a bridge, on one PostgreSQL of this machine. */
export async function proveFleet(podman: Podman, image: string): Promise<void> {
  const postgres = createPostgresServer({ durable: true });
  const upstreams = await startSimulatedUpstreams({ now: () => new Date() });
  const ofNetwork = (fact: string) =>
    podman.read('network', 'inspect', 'podman', `--format={{range .Subnets}}{{.${fact}}}{{end}}`);
  const gateway = await ofNetwork('Gateway');
  // The bridge has its address while a container is on it.
  const holder = await podman.read('run', '--detach', image, 'node', '--eval', 'setInterval(() => {}, 1e6)');
  const address = new URL(postgres.databaseUrl('postgres'));
  const { port } = new URL(upstreams.addressOf('ecb'));
  const database = await relay(gateway, { path: `${address.searchParams.get('host')}/.s.PGSQL.5432` });
  const ecb = await relay(gateway, { port: Number(port), host: '127.0.0.1' });
  const login = `${address.username}:${address.password}`;
  const fleet = startFleet(podman, image, {
    HOST: '0.0.0.0',
    TRUSTED_PROXIES: await ofNetwork('Subnet'),
    PUBLIC_URL: 'https://rates.example.org',
    MASTER_SECRET: SECRET,
    DATABASE_URL: `postgres://${login}@${gateway}:${database.port}/postgres`,
    SOURCES: 'ecb,fixed',
    UPSTREAM_ECB: `http://${gateway}:${ecb.port}`,
  });
  try {
    await postgres.start();
    await judgeFleet(podman, await fleet.start());
  } finally {
    await fleet.end();
    await podman.run('rm', '--force', '--volumes', holder);
    for (const { close } of [database, ecb]) close();
    await upstreams.close();
    await postgres.dispose();
  }
}

function startFleet(podman: Podman, image: string, variables: Readonly<Record<string, string>>) {
  const names: string[] = [];
  return {
    start: async () => {
      for (const role of ['web', 'web', 'ingest', 'ingest']) {
        const settings = Object.entries({ ...variables, ROLE: role }).map(
          ([key, value]) => `--env=${key}=${value}`,
        );
        const mounts = [...HARDENED, '--volume=/data'];
        names.push(await podman.read('run', '--detach', ...mounts, ...settings, image));
      }
      return names;
    },
    end: async () => {
      await podman.run('rm', '--force', '--volumes', ...names);
    },
  };
}

async function judgeFleet(podman: Podman, names: readonly string[]): Promise<void> {
  const read = (fact: string) =>
    Promise.all(names.map((name) => podman.read('inspect', `--format={{${fact}}}`, name)));
  const asks = (await read('.NetworkSettings.IPAddress')).map((address) => askerOf(`http://${address}:3000`));
  for (const ask of asks) await until(async () => (await ask('/readyz')).status === 200);
  const [first = ''] = names;
  const key = { 'X-API-Key': await makeKey(podman, first) };
  const proxied = { ...key, 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '192.0.2.7' };
  const polledMs = await until(async () => {
    const answers = await Promise.all(asks.slice(0, 2).map((ask) => ask(PAIR, proxied)));
    return answers.every(({ status }) => status === 200);
  });
  assert.equal((await asks[0]?.(PAIR, key))?.status, 403);
  for (const name of names) await podman.read('healthcheck', 'run', name);
  for (const name of names) await podman.read('stop', '--time=20', name);
  const codes = await read('.State.ExitCode');
  assert.deepEqual(new Set(codes), new Set(['0']));
  say(
    `fleet: all four healthy; the two that answer had the figures of the one that polls ${polledMs} ms after all were ready; plain HTTP is refused; all end by themselves`,
  );
}
