import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { askerOf, makeKey, say, until } from './ask-container.ts';
import type { Composed, Podman } from './podman.ts';

/** What only the simulated exchange publishes. */
const PAIR = '/v1/rates/pair?from=BTC&to=USD';

/** Within which another process must poll when the one that did is killed. */
const TAKEOVER_MAX_MS = 15_000;

/** Between two requests of a client that keeps asking: within the share of one process of what a key may ask. */
const PACE_MS = 250;

/** Longer than Caddy takes to learn which processes there are. */
const SETTLED_MS = 5_000;

const ROOT_CERTIFICATE = '/data/caddy/pki/authorities/local/root.crt';

/** compose.fleet.yaml for the name localhost, for which Caddy makes a certificate itself, with a simulated exchange to poll. */
export async function proveFleet(podman: Podman): Promise<void> {
  const upstreams = await startSimulatedUpstreams({ now: () => new Date() });
  const exchange = await relay(Number(new URL(upstreams.addressOf('crypto-exchange')).port));
  const variables = {
    SITE: 'localhost',
    SOURCES: 'crypto-exchange',
    POSTGRES_PASSWORD: 'a-password-of-the-proof',
    MASTER_SECRET: 'a master secret of the proof, of more than 32 characters',
  };
  const environment = { UPSTREAM_CRYPTO_EXCHANGE: `http://host.containers.internal:${exchange.port}` };
  const override = { services: { ingest: { environment } } };
  try {
    await podman.compose({ file: 'compose.fleet.yaml', variables, override }, (composed) =>
      judgeFleet(podman, composed, () => upstreams.requests('crypto-exchange').length),
    );
  } finally {
    exchange.close();
    await upstreams.close();
  }
}

async function judgeFleet(
  podman: Podman,
  { containersOf, stop }: Composed,
  requestCount: () => number,
): Promise<void> {
  const webs = containersOf('web', 2);
  const pollers = containersOf('ingest', 2);
  const [caddy = ''] = containersOf('caddy');
  const isHealthy = async (name: string) => (await podman.run('healthcheck', 'run', name)).code === 0;
  const readyMs = await until('all healthy', async () => {
    const healths = await Promise.all([...webs, ...pollers, ...containersOf('postgres')].map(isHealthy));
    return healths.every(Boolean);
  });
  say(`compose.fleet.yaml: all healthy ${readyMs} ms after all were started`);

  const ca = await podman.read('exec', caddy, 'cat', ROOT_CERTIFICATE);
  const ask = askerOf({ port: 443, ca });
  await until('ready', async () => (await ask('/readyz')) === 200);
  const key = { 'X-API-Key': await makeKey(podman, webs[0] ?? '') };
  const rateMs = await until('a rate', async () => (await ask(PAIR, key)) === 200);
  const inClear = askerOf({ port: 80 });
  assert.deepEqual([await inClear(PAIR, key), await inClear('/')], [403, 308]);
  say(`compose.fleet.yaml: a rate over HTTPS after ${rateMs} ms more; plain HTTP is refused for /v1`);

  const isAsked = { isOver: false };
  const asked = (async () => {
    const statuses: number[] = [];
    for (; !isAsked.isOver; await setTimeout(PACE_MS)) statuses.push(await ask(PAIR, key));
    return statuses;
  })();
  await setTimeout(SETTLED_MS);
  await podman.read('stop', '--time=20', webs[0] ?? '');
  await setTimeout(SETTLED_MS);
  isAsked.isOver = true;
  const statuses = await asked;
  assert.deepEqual(new Set(statuses), new Set([200]));
  say(
    `compose.fleet.yaml: one of two that answer was stopped, and none of ${statuses.length} requests failed`,
  );

  const polled = await Promise.all(pollers.map((name) => hasPolled(podman, name)));
  assert.deepEqual(polled.toSorted(), [false, true]);
  const [first = '', second = ''] = polled[0] === true ? pollers : pollers.toReversed();
  await podman.read('kill', first);
  const before = requestCount();
  const takeoverMs = await until('the other polls', () => Promise.resolve(requestCount() > before));
  assert.ok(takeoverMs <= TAKEOVER_MAX_MS, `the other polled after ${takeoverMs} ms`);
  await until('the other says so', () => hasPolled(podman, second));
  say(`compose.fleet.yaml: the one that polls was killed, and the other polled ${takeoverMs} ms later`);

  await podman.read('start', webs[0] ?? '', first);
  for (const name of [...webs, first]) await until('healthy again', () => isHealthy(name));
  assert.deepEqual(await stop(), []);
  say('compose.fleet.yaml: all six end by themselves');
}

/** Whether a process has polled, which it prints. */
async function hasPolled(podman: Podman, name: string): Promise<boolean> {
  return /^crypto-exchange: \d+ new figures/m.test(await podman.read('logs', name));
}

/** Lets containers reach a port of this machine's loopback by another one. */
async function relay(target: number): Promise<{ readonly port: number; readonly close: () => void }> {
  const sockets = new Set<{ destroy: () => void }>();
  const server = createServer((outer) => {
    const inner = connect(target, '127.0.0.1');
    for (const [one, other] of [
      [outer, inner],
      [inner, outer],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const listening = server.address();
  const port = typeof listening === 'object' && listening ? listening.port : 0;
  const close = () => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port, close };
}
