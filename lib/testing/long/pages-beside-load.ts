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
import { hangUp, PAGES, startPageCrowd } from './page-crowd.ts';
import { steppedNow } from './printed-figures.ts';
import {
  pageProcessOf,
  runProjectScript,
  type ServerProcess,
  sizeOf,
  startServerProcess,
} from './server-process.ts';
import { startSlowClients } from './slow-clients.ts';
import { untilHistoryIsThere } from './soaked-service.ts';

const READERS = 64 * 3;
const HANG_UPS = 1_000;
const CONNECTIONS = 3_000;
const COLD_PER_SECOND = 100;
const PHASE_MS = 30_000;
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
    .addOption(new Option('--minutes <number>').hideHelp())
    .addOption(new Option('--report <file>').hideHelp())
    .action(({ rate }: { rate: number }) => comparePhases(rate)),
);

async function comparePhases(perSecond: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'crossrate-pages-'));
  const upstreams = await startSimulatedUpstreams({ now: () => steppedNow() });
  const variables = { ...upstreams.environment, DATA_DIR: folder, SOURCES: 'all', LOG_LEVEL: 'error' };
  const server = await startServerProcess({ ...variables, PORT: '0' });
  try {
    await untilHistoryIsThere(() => server.port, HISTORY_MS_MAX);
    const steady = { perSecond, key: await makeKey(variables, ['--limit', '0']) };
    const alone = await measure(server, steady, () => () => Promise.resolve());
    const coldKey = await makeKey(variables, []);
    const beside = await measure(server, steady, (take) => crowd(server, coldKey, take));
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
  { perSecond, key }: { readonly perSecond: number; readonly key: string },
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
  let memoryMb = 0;
  for (const untilMs = performance.now() + PHASE_MS; performance.now() < untilMs;) {
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
function crowd({ port }: ServerProcess, coldKey: string, take: Take): () => Promise<void> {
  const pages = startPageCrowd({
    port: () => port,
    readers: READERS,
    pauseMs: 0,
    hangUpsPerSecond: 0,
    onAnswer: take('pages'),
  });
  for (let index = 0; index < HANG_UPS; index += 1) hangUp(port, PAGES[index % PAGES.length] ?? '/', 20);
  const held = startSlowClients({ port: () => port, clients: CONNECTIONS, key: '', kinds: ['silent'] });
  const cold = startPacedLoad({
    port: () => port,
    perSecond: COLD_PER_SECOND,
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
  return (sizeOf(pid)?.residentMb ?? 0) + (pagesPid === null ? 0 : (sizeOf(pagesPid)?.residentMb ?? 0));
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
