import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { writeEcbHistory } from '#lib/testing/builders/ecb-history-file';
import { COLD_WINDOWS } from './cold.ts';
import { askPlain, importHistory, makeKey, settingsFor } from './measured-service.ts';
import {
  askWindowsFromOutside,
  cpuSecondsOf,
  loadFromOutside,
  mainThreadCpuSecondsOf,
  type ServerProcess,
  startServer,
} from './processes.ts';
import { type Costs, profilePage } from './profile-page.ts';
import { type CpuProfile, partsOf } from './profile-parts.ts';
import { WARM_PATHS } from './warm.ts';

/*
 * What some warm answers and one history asked for the first time cost, part by part: a sampling profile of every thread of the
 * server, beside what the system counted of the same time. Prints the page; with --record it also keeps it as bench/PROFILE.md.
 * A number is the length of each measurement in seconds.
 */
const durationMs = Number(process.argv.slice(2).find((argument) => /^[\d.]+$/.test(argument)) ?? 5) * 1000;
const CONNECTIONS = 32;

/** Short enough to show the parts of a request; much shorter, it would slow down what is measured. */
const SAMPLE_MICROS = 200;

/** Sends requests for so long; how many were answered. */
type Load = (server: ServerProcess) => Promise<number>;

const folder = mkdtempSync(join(tmpdir(), 'crossrate-profile-'));
try {
  const page = profilePage(await measureAll());
  process.stdout.write(page);
  if (process.argv.includes('--record')) writeFileSync('bench/PROFILE.md', page);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureAll(): Promise<readonly Costs[]> {
  const variables = settingsFor(folder);
  const file = join(folder, 'eurofxref-hist.zip');
  writeEcbHistory(file);
  await importHistory(file, variables);
  const key = await makeKey(variables);
  const service: Start = (flags) => startServer('server.ts', [], variables, { flags });
  const costs: Costs[] = [];
  for (const [name, title] of WARM_ANSWERS) {
    const load = warmLoad(WARM_PATHS[name], key);
    costs.push(await measure(title, service, load));
    const bare = await bareOf(service, WARM_PATHS[name], key);
    costs.push(await measure(`The same headers and bytes as those of ${name} by a bare server`, bare, load));
  }
  const first = 'One history of 5,000 points of a cross, asked for the first time';
  return [...costs, await measure(first, service, coldLoad(key))];
}

/** A short answer with a key, the public one, and a longer one. */
const WARM_ANSWERS = [
  ['convert', 'One warm /v1/convert'],
  ['status', 'One warm /v1/status'],
  ['historical-year', 'One warm history of a year'],
] as const;

/** Starts a server with flags of Node's own. */
type Start = (flags: readonly string[]) => Promise<ServerProcess>;

async function bareOf(service: Start, path: string, key: string): Promise<Start> {
  const ours = await service([]);
  try {
    const answer = await askPlain(ours, path, key);
    const file = join(mkdtempSync(join(folder, 'answer-')), 'answer.json');
    writeFileSync(file, JSON.stringify(answer));
    return (flags) => startServer('bench/bare-server.ts', [file], {}, { flags });
  } finally {
    await ours.stop();
  }
}

function warmLoad(path: string, key: string): Load {
  return async ({ port }) => {
    const { requests } = await loadFromOutside({
      port,
      path,
      headers: { 'X-API-Key': key },
      connections: CONNECTIONS,
      durationMs,
      requestsMax: Number.MAX_SAFE_INTEGER,
    });
    return requests;
  };
}

function coldLoad(key: string): Load {
  let firstSerial = 0;
  return async ({ port }) => {
    const { requests, nextSerial } = await askWindowsFromOutside({
      port,
      keys: [key],
      connections: 1,
      windows: COLD_WINDOWS['historical-cold'],
      firstSerial,
      durationMs,
      requestsMax: Number.MAX_SAFE_INTEGER,
    });
    firstSerial = nextSerial;
    return requests;
  };
}

/** The same load twice: on a server that is profiled, and on one that is not. */
async function measure(title: string, start: Start, load: Load): Promise<Costs> {
  const profiles = mkdtempSync(join(folder, 'profiles-'));
  const flags = ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-interval=${SAMPLE_MICROS}`];
  const profiled = await counted(start, load, flags);
  const { span, requests } = profiled;
  // The process names its main thread 0 in the files' names, and others by their own numbers.
  const threads = readdirSync(profiles).map((name) => {
    const profile = asProfile(JSON.parse(readFileSync(join(profiles, name), 'utf8')));
    return { isMain: name.split('.')[4] === '0', parts: partsOf(profile, span, requests) };
  });
  return { title, threads, profiled, plain: await counted(start, load, []) };
}

/** What the system counted of a load, after another of the same length that warms up. */
async function counted(startServerWith: Start, load: Load, flags: readonly string[]) {
  const server = await startServerWith(flags);
  try {
    await load(server);
    const start = {
      atMicros: nowMicros(),
      all: cpuSecondsOf(server.pid),
      main: mainThreadCpuSecondsOf(server.pid),
    };
    const requests = await load(server);
    const perRequest = (from: number, to: number) => ((to - from) * 1e6) / requests;
    return {
      requests,
      allMicros: perRequest(start.all, cpuSecondsOf(server.pid)),
      mainMicros: perRequest(start.main, mainThreadCpuSecondsOf(server.pid)),
      span: { fromMicros: start.atMicros, toMicros: nowMicros() },
    };
  } finally {
    await server.stop();
  }
}

/** On the clock that profiles are written by. */
function nowMicros(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Node writes profiles in the format of the DevTools protocol. */
function asProfile(written: unknown): CpuProfile {
  return written as CpuProfile;
}
