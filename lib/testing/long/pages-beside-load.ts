import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Option } from 'commander';
import { defineCommand, RefusedCommand, runCommand } from '#lib/scripts/command-line';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { coldRequests, steadyRequests } from './load-requests.ts';
import { createOutcomes } from './outcomes.ts';
import { type LoadAnswer, startPacedLoad } from './paced-load.ts';
import { hangUp, startPageCrowd } from './page-crowd.ts';
import { steppedNow } from './printed-figures.ts';
import {
  pageProcessOf,
  runProjectScript,
  type ServerProcess,
  sizeOf,
  togetherMb,
  startServerProcess,
} from './server-process.ts';
import { startSlowClients } from './slow-clients.ts';
import { untilHistoryIsThere } from './soaked-service.ts';

/** For one reader of each page: so many hang-ups, connections and cold histories a second. */
const HEAVY_PAGES: readonly string[] = ['/docs', '/charts/EUR/USD', '/'];
const HANG_UPS_PER_READER = 16;
const CONNECTIONS_PER_READER = 47;
const COLD_PER_READER = 1.6;

const HANG_UP_MS = 20;
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
    const steady = { perSecond, seconds, key: await makeKey(variables, ['--limit', '0']) };
    const alone = await measure(server, steady, () => () => Promise.resolve());
    const coldKey = await makeKey(variables, []);
    const beside = await measure(server, steady, (take) => crowd(server, { readers, coldKey }, take));
    await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
    const quietMb = memoryOf(server);
    const times = beside.p99Ms / alone.p99Ms;
    process.stdout.write(
      `alone: p99 ${alone.p99Ms} ms of ${alone.answers}; beside pages: p99 ${beside.p99Ms} ms of ${beside.answers}, ${times.toFixed(2)} times; memory up to ${beside.memoryMb.toFixed(0)} MB, ${quietMb.toFixed(0)} MB afterwards\n`,
    );
    process.stdout.write(`${JSON.stringify(beside.groups)}\n`);
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

type Take = (group: string) => (answer: LoadAnswer) => void;

/** The load alone or beside others, which `begin` starts and whose end it gives. */
async function measure(
  server: ServerProcess,
  { perSecond, seconds, key }: { readonly perSecond: number; readonly seconds: number; readonly key: string },
  begin: (take: Take) => () => Promise<void>,
) {
  const outcomes = createOutcomes();
  const latenciesMs: number[] = [];
  const end = begin((group) => (answer) => outcomes.note(group, answer));
  const load = startPacedLoad({
    port: () => server.port,
    perSecond,
    next: steadyRequests(key),
    onAnswer: (answer) => {
      outcomes.note('steady load', answer);
      latenciesMs.push(answer.endedAtMs - answer.startedAtMs);
    },
  });
  let memoryMb = memoryOf(server);
  for (const untilMs = performance.now() + seconds * 1000; performance.now() < untilMs;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    memoryMb = Math.max(memoryMb, memoryOf(server));
  }
  await load.stop();
  await end();
  const p99Ms = latenciesMs.toSorted((a, b) => a - b)[Math.floor(latenciesMs.length * 0.99)] ?? Number.NaN;
  const answers = latenciesMs.length;
  return { p99Ms, answers, memoryMb, groups: outcomes.counts(), offences: outcomes.offences() };
}

/** Starts everybody who is a nuisance; gives what ends them. */
function crowd(
  { port }: ServerProcess,
  { readers, coldKey }: { readonly readers: number; readonly coldKey: string },
  take: Take,
): () => Promise<void> {
  const pages = startPageCrowd({
    port: () => port,
    readers: readers * HEAVY_PAGES.length,
    pages: HEAVY_PAGES,
    pauseMs: 0,
    hangUpsPerSecond: 0,
    onAnswer: take('pages'),
  });
  for (let index = 0; index < readers * HANG_UPS_PER_READER; index += 1) {
    hangUp(port, HEAVY_PAGES[index % HEAVY_PAGES.length] ?? '/', HANG_UP_MS);
  }
  const clients = readers * CONNECTIONS_PER_READER;
  const held = startSlowClients({ port: () => port, clients, key: '', kinds: ['silent'] });
  const cold = startPacedLoad({
    port: () => port,
    perSecond: readers * COLD_PER_READER,
    next: coldRequests(coldKey, Math.random),
    onAnswer: take('cold histories'),
  });
  return async () => {
    held.stop();
    await Promise.all([pages.stop(), cold.stop()]);
  };
}

function memoryOf({ pid }: ServerProcess): number {
  const pagesPid = pageProcessOf(pid);
  return togetherMb(sizeOf(pid), pagesPid === null ? null : sizeOf(pagesPid));
}

async function makeKey(
  variables: Readonly<Record<string, string>>,
  more: readonly string[],
): Promise<string> {
  const args = ['create', '--email', 'pages@example.org', '--name', 'load', ...more];
  const { stdout, stderr } = await runProjectScript(['lib/scripts/keys.ts', ...args], variables);
  const key = stdout.trim().split('\n').at(-1) ?? '';
  if (key === '') throw new Error(`A key could not be made: ${stderr}`);
  return key;
}
