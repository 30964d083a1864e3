import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Option } from 'commander';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { STREAM_LIMITS } from '#lib/contract/request-limits';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { ask, startPacedLoad } from './paced-load.ts';
import { steppedNow } from '#lib/testing/long/judging/printed-figures';
import { createLoadKey, type ServerProcess, sizeOf, startServerProcess } from './server-process.ts';
import type { StreamCrowd, StreamCrowdSeen } from '#lib/testing/long/crowds/stream-readers-thread';

const PAIRS = 'BTC/USD,EUR/USD';
const LOADED_PATH = '/v1/rates/pair?from=EUR&to=USD';

/** One address may have so many connections open, which the streams take. */
const ASKED_FROM = '127.0.0.2';

const P99_TIMES_MAX = 1.2;
const MEMORY_MB_MAX = 60;

/** For polls to come in, and for readers to come back after a restart. */
const SETTLED_MS = 20_000;

/** How often it is looked whether all readers have what is answered: between two polls they do. */
const LOOKS = 20;
const LOOK_MS = 500;

/** Every stream that may be open, beside a steady load and over a restart by kill -9. */
await runCommand(
  defineCommand(
    'test:long',
    'Memory and the p99 of a pair beside 2,000 streams, which lose and repeat nothing.',
  )
    .option('--rate <number>', 'requests a second on /v1/rates/pair', Number, 1000)
    .option('--seconds <number>', 'how long each phase goes on', Number, 30)
    .addOption(new Option('--minutes <number>').hideHelp())
    .addOption(new Option('--report <file>').hideHelp())
    .action(compareStreams),
);

interface Flags {
  readonly rate: number;
  readonly seconds: number;
}

async function compareStreams({ rate: perSecond, seconds }: Flags): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-streams-'));
  const upstreams = await startSimulatedUpstreams({ now: () => steppedNow() });
  const sources = 'ecb,fixed,crypto-exchange';
  const variables = { ...upstreams.environment, DATA_DIR: folder, SOURCES: sources, LOG_LEVEL: 'error' };
  let server = await startServerProcess({ ...variables, PORT: '0' });
  const { port } = server;
  try {
    const keys: string[] = [];
    for (let made = 0; made * STREAM_LIMITS.caller < STREAM_LIMITS.all; made += 1)
      keys.push(await createLoadKey(variables, ['--limit', '0']));
    const [key = ''] = keys;
    await setTimeout(SETTLED_MS);
    const load = { port, perSecond, seconds, key };
    const alone = await measure(load);
    const beforeMb = memoryOf(server);
    const crowd = startCrowd({ port, keys, streamsAKey: STREAM_LIMITS.caller, pairs: PAIRS });
    await setTimeout(SETTLED_MS);
    const beside = await measure(load);
    const addedMb = memoryOf(server) - beforeMb;
    const opened = await crowd.see();
    await server.end('SIGKILL');
    server = await startServerProcess({ ...variables, PORT: String(port) });
    await setTimeout(SETTLED_MS);
    const { seen, wrong } = await lookAtEnd(crowd, { port, key });
    await crowd.end();
    const times = beside.p99Ms / alone.p99Ms;
    process.stdout.write(
      `alone: ${told(alone)}; beside ${keys.length * STREAM_LIMITS.caller} streams: ${told(beside)}, p99 ${times.toFixed(2)} times; ${addedMb.toFixed(0)} MB more; ${seen.events} events, ${seen.doubled} of them doubled, each stream opened ${seen.openedLeast} times at least\n`,
    );
    const failures = [
      ...seen.offences,
      ...wrong,
      ...(opened.openedLeast < 1 ? ['not every stream was open before the restart'] : []),
      ...(seen.openedLeast < 2 ? ['not every stream was open again after the restart'] : []),
      ...(seen.doubled > 0 ? [`${seen.doubled} figures were told twice`] : []),
      ...(alone.failed + beside.failed > 0 ? [`${alone.failed + beside.failed} requests failed`] : []),
      ...(times > P99_TIMES_MAX ? [`p99 is ${times.toFixed(2)} times its value alone`] : []),
      ...(addedMb > MEMORY_MB_MAX ? [`streams take ${addedMb.toFixed(0)} MB`] : []),
    ];
    if (failures.length > 0) throw new RefusedCommand(failures.join('\n'));
  } finally {
    await server.end('SIGTERM');
    await upstreams.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Readers in a thread of their own. */
function startCrowd(crowd: StreamCrowd) {
  const thread = new Worker(new URL('./crowds/stream-readers-thread.ts', import.meta.url), {
    workerData: crowd,
  });
  return {
    see: async (): Promise<StreamCrowdSeen> => {
      thread.postMessage('tell');
      const [seen] = await once(thread, 'message');
      return asSeen(seen);
    },
    end: () => thread.terminate(),
  };
}

/** The thread answers with exactly this. */
function asSeen(message: unknown): StreamCrowdSeen {
  return message as StreamCrowdSeen;
}

/** Compares what every reader has last with what is answered. */
async function lookAtEnd(
  crowd: ReturnType<typeof startCrowd>,
  { port, key }: { readonly port: number; readonly key: string },
): Promise<{ readonly seen: StreamCrowdSeen; readonly wrong: readonly string[] }> {
  for (let look = 1; ; look += 1) {
    const seen = await crowd.see();
    const wrong: string[] = [];
    for (const [pair, newest] of Object.entries(seen.newest)) {
      const [from, to] = pair.split('/');
      const path = `/v1/rates/pair?from=${from}&to=${to}`;
      const { body } = await ask({
        port: () => port,
        next: () => ({ path, headers: { 'X-API-Key': key } }),
        localAddress: ASKED_FROM,
      });
      const { rate, timestamp } = asRate(JSON.parse(body));
      const answered = `${rate} ${timestamp}`;
      if (newest.join() !== answered)
        wrong.push(`${pair} is ${answered}, and readers have ${newest.join(', ')}`);
    }
    if (wrong.length === 0 || look === LOOKS) return { seen, wrong };
    await setTimeout(LOOK_MS);
  }
}

/** Our own answer of 200, whose form the tests of the endpoint hold. */
function asRate(body: unknown): { readonly rate: number; readonly timestamp: string } {
  return body as { readonly rate: number; readonly timestamp: string };
}

/** The load by itself, for a while. */
async function measure({
  port,
  perSecond,
  seconds,
  key,
}: LoadAsked): Promise<{ readonly p50Ms: number; readonly p99Ms: number; readonly failed: number }> {
  const latenciesMs: number[] = [];
  let failed = 0;
  const load = startPacedLoad({
    port: () => port,
    perSecond,
    localAddress: ASKED_FROM,
    next: () => ({ path: LOADED_PATH, headers: { 'X-API-Key': key } }),
    onAnswer: ({ status, latencyMs }) => {
      if (status !== 200) failed += 1;
      latenciesMs.push(latencyMs);
    },
  });
  await setTimeout(seconds * 1000);
  await load.stop();
  const sorted = Float64Array.from(latenciesMs).toSorted();
  const atPart = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return { p50Ms: atPart(0.5), p99Ms: atPart(0.99), failed };
}

/** A load, and what it is sent to. */
interface LoadAsked {
  readonly port: number;
  readonly perSecond: number;
  readonly seconds: number;
  readonly key: string;
}

function told({ p50Ms, p99Ms }: { readonly p50Ms: number; readonly p99Ms: number }): string {
  return `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
}

function memoryOf({ pid }: ServerProcess): number {
  return sizeOf(pid)?.residentMb ?? 0;
}
