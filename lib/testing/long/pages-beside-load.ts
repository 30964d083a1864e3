import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Option } from 'commander';
import { defineCommand, RefusedCommand, runCommand } from '#lib/cli/command-line';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { steadyRequests } from './load-requests.ts';
import { createOutcomes } from './outcomes.ts';
import { startPacedLoad } from './paced-load.ts';
import { steppedNow } from '#lib/testing/long/judging/printed-figures';
import {
  createLoadKey,
  pageProcessOf,
  type ServerProcess,
  sizeOf,
  togetherMb,
  startServerProcess,
} from './server-process.ts';
import { untilHistoryIsThere } from './soaked-service.ts';
import { type Crowd, startCrowd } from '#lib/testing/long/crowds/start-crowd';

const SETTLED_MS = 30_000;
const HISTORY_MS_MAX = 20 * 60_000;
const LOOK_MS = 1_000;

const P99_TIMES_MAX = 1.5;
const BUSY_MB_MAX = 420;
const QUIET_MB_MAX = 320;

/** Readers, hang-ups, connections and cold histories beside a steady load, against the same load alone. */
await runCommand(
  defineCommand('test:long', 'The p99 of /v1 beside readers of heavy pages, against its value alone.')
    .option('--rate <number>', 'requests a second on /v1', Number, 2000)
    .option('--readers <number>', 'readers of each of three pages, and the rest in proportion', Number, 64)
    .option('--seconds <number>', 'how long each phase goes on', Number, 30)
    .option('--no-history', 'do not wait for the history of all publishers first')
    .addOption(new Option('--minutes <number>').hideHelp())
    .addOption(new Option('--report <file>').hideHelp())
    .action(comparePhases),
);

interface Flags {
  readonly rate: number;
  readonly readers: number;
  readonly seconds: number;
  readonly history: boolean;
}

async function comparePhases({ rate: perSecond, readers, seconds, history }: Flags): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-pages-'));
  const upstreams = await startSimulatedUpstreams({ now: () => steppedNow() });
  const variables = { ...upstreams.environment, DATA_DIR: folder, SOURCES: 'all', LOG_LEVEL: 'error' };
  const server = await startServerProcess({ ...variables, PORT: '0' });
  try {
    if (history) await untilHistoryIsThere(() => server.port, HISTORY_MS_MAX);
    const steady = { perSecond, seconds, key: await createLoadKey(variables, ['--limit', '0']) };
    const alone = await measure(server, steady, null);
    const coldKey = await createLoadKey(variables, []);
    const beside = await measure(server, steady, { readers, coldKey });
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const quietMb = memoryOf(server);
    const times = beside.p99Ms / alone.p99Ms;
    process.stdout.write(
      `alone: ${told(alone)}; beside pages: ${told(beside)}, p99 ${times.toFixed(2)} times; memory up to ${beside.memoryMb.toFixed(0)} MB, ${quietMb.toFixed(0)} MB afterwards\n`,
    );
    process.stdout.write(`${beside.connections} silent connections, ${JSON.stringify(beside.groups)}\n`);
    const failures = [
      ...alone.offences,
      ...beside.offences,
      ...(times > P99_TIMES_MAX ? [`p99 is ${times.toFixed(2)} times its value alone`] : []),
      ...(beside.memoryMb > BUSY_MB_MAX ? [`memory reached ${beside.memoryMb.toFixed(0)} MB`] : []),
      ...(quietMb > QUIET_MB_MAX ? [`memory stayed at ${quietMb.toFixed(0)} MB`] : []),
    ];
    if (failures.length > 0) throw new RefusedCommand(failures.slice(0, 20).join('\n'));
  } finally {
    await server.end('SIGTERM');
    await upstreams.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function told({ p50Ms, p99Ms, answers }: Awaited<ReturnType<typeof measure>>): string {
  return `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms of ${answers}`;
}

/** The load alone or beside a crowd, if one is given. */
async function measure(
  server: ServerProcess,
  { perSecond, seconds, key }: { readonly perSecond: number; readonly seconds: number; readonly key: string },
  crowd: Omit<Crowd, 'port'> | null,
) {
  const outcomes = createOutcomes();
  const latenciesMs: number[] = [];
  const endCrowd = crowd && startCrowd({ ...crowd, port: server.port });
  const load = startPacedLoad({
    port: () => server.port,
    perSecond,
    next: steadyRequests(key),
    onAnswer: (answer) => {
      outcomes.note('steady load', answer);
      latenciesMs.push(answer.latencyMs);
    },
  });
  let memoryMb = memoryOf(server);
  for (const untilMs = performance.now() + seconds * 1000; performance.now() < untilMs;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    memoryMb = Math.max(memoryMb, memoryOf(server));
  }
  await load.stop();
  const seen = await endCrowd?.();
  const sorted = Float64Array.from(latenciesMs).toSorted();
  const atPart = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  return {
    p50Ms: atPart(0.5),
    p99Ms: atPart(0.99),
    answers: sorted.length,
    memoryMb,
    connections: seen?.connections ?? 0,
    groups: { ...outcomes.counts(), ...seen?.counts },
    offences: [...outcomes.offences(), ...(seen?.offences ?? [])],
  };
}

function memoryOf({ pid }: ServerProcess): number {
  const pagesPid = pageProcessOf(pid);
  return togetherMb(sizeOf(pid), pagesPid === null ? null : sizeOf(pagesPid));
}
