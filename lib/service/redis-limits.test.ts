import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { freePort } from '#lib/testing/wire/front-proxy';
import { exchange } from '#lib/testing/wire/raw-exchange';
import { type ListeningServer, startListening } from '#lib/testing/worlds/listening-server';
import { emptyDatabaseFolder, makeKeyIn } from '#lib/testing/worlds/own-store';

const PROCESSES = 3;
const PER_MINUTE = 1200;
const PER_SECOND = PER_MINUTE / 60;
const STEADY_MS = 4_000;
const PATIENT = { timeout: 30_000, interval: 50 };

/** Each process is asked some 60 times a second: three times what all of them may let pass. */
const CLIENTS_PER_PROCESS = 2;
const PAUSE_MS = 30;

it(
  `${PROCESSES} processes share one limit through Redis, each lets its share pass while it is away, and all say so once`,
  { timeout: 150_000 },
  async ({ annotate, skip }) => {
    skip(!hasRedis(), 'redis-server is not installed on this machine');
    const redisPort = await freePort();
    let redis = await startRedis(redisPort);
    onTestFinished(() => void redis.kill('SIGKILL'));
    const folder = await emptyDatabaseFolder();
    const key = await makeKeyIn({ DATA_DIR: folder }, { limitPerMinute: PER_MINUTE });
    const variables = {
      DATA_DIR: folder,
      REDIS_URL: `redis://:not-a-secret@127.0.0.1:${redisPort}/1`,
      LOG_LEVEL: 'info',
    };
    const services = await Promise.all(
      Array.from({ length: PROCESSES }, () => startListening(variables, false)),
    );
    const load = startLoad(services, key);
    onTestFinished(load.stop);
    await expect.poll(load.refused, PATIENT).toBeGreaterThan(0);
    const shared = await load.rate();
    redis.kill('SIGKILL');
    for (const { server } of services) await server.waitForError(/Redis cannot be reached/);
    const alone = await load.rate();
    const metrics = await exchange({
      port: services[0]?.port ?? 0,
      path: '/metrics',
      headers: { Host: 'localhost' },
    });
    expect(metrics.body).toContain('\ncrossrate_redis_reached 0\n');
    redis = await startRedis(redisPort);
    for (const { server } of services) await server.waitForError(/limits are shared through Redis again/);
    await load.stop();
    await annotate(`of ${PER_SECOND} a second: ${shared} through Redis, ${alone} without it`);
    expect(shared).toBeLessThanOrEqual(1.1 * PER_SECOND);
    expect(shared).toBeGreaterThanOrEqual(0.5 * PER_SECOND);
    expect(alone).toBeLessThanOrEqual(1.1 * PER_SECOND);
    expect(alone).toBeGreaterThanOrEqual(0.5 * PER_SECOND);
    for (const { server } of services) {
      server.kill('SIGTERM');
      const { stderr } = await server.ended;
      expect(stderr.match(/^.*Redis.*$/gm)).toMatchObject([
        expect.stringContaining('Redis cannot be reached'),
        expect.stringContaining('through Redis again'),
      ]);
      expect(stderr).not.toContain('not-a-secret');
    }
  },
);

function hasRedis(): boolean {
  const { error, status } = spawnSync('redis-server', ['--version'], { stdio: 'ignore' });
  return error === undefined && status === 0;
}

async function startRedis(port: number): Promise<ChildProcess> {
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--requirepass', 'not-a-secret'];
  const redis = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const line of createInterface(redis.stdout)) if (line.includes('Ready to accept')) break;
  redis.stdout.resume();
  return redis;
}

/** Clients of every process that ask more often than the limit lets. */
function startLoad(services: readonly ListeningServer[], key: string) {
  let passed = 0;
  let refused = 0;
  let isOver = false;
  const run = async ({ send }: ListeningServer) => {
    while (!isOver) {
      const { status } = await send({
        path: '/v1/rates/pair?from=XOF&to=EUR',
        headers: { Host: 'localhost', 'X-API-Key': key },
      });
      if (status === 200) passed += 1;
      if (status === 429) refused += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const running = services.flatMap((service) =>
    Array.from({ length: CLIENTS_PER_PROCESS }, () => run(service)),
  );
  return {
    refused: () => refused,
    /** Requests a second that pass, from the first one that does once what passed too much is paid for. */
    rate: async () => {
      const before = passed;
      await expect.poll(() => passed, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before);
      const [first, startedMs] = [passed, performance.now()];
      await once(AbortSignal.timeout(STEADY_MS), 'abort');
      return (passed - first) / ((performance.now() - startedMs) / 1000);
    },
    stop: async () => {
      isOver = true;
      await Promise.all(running);
    },
  };
}
