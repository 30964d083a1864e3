import { mintKey } from '#lib/account/keys/key-format';
import { openSmallDisk, type SmallDisk } from './full-disk.ts';
import { createJudge, type Judge } from '#lib/testing/long/judging/judge';
import { type KeyChurn, startKeyChurn } from './key-churn.ts';
import { coldRequests, steadyRequests } from '#lib/testing/long/load-requests';
import { createOutcomes, type Outcomes } from '#lib/testing/long/outcomes';
import {
  type LoadAnswer,
  type LoadSettings,
  type PacedLoad,
  startPacedLoad,
} from '#lib/testing/long/paced-load';
import { type PageCrowd, startPageCrowd } from '#lib/testing/long/crowds/page-crowd';
import { followPrintedFigures, steppedNow } from '#lib/testing/long/judging/printed-figures';
import { sampleSizes, type SizeSampler } from './process-sizes.ts';
import { runProjectScript } from '#lib/testing/long/server-process';
import { openSettableClock, type SettableClock } from './settable-clock.ts';
import { type SlowClients, startSlowClients } from '#lib/testing/long/crowds/slow-clients';
import { makeTrouble, type Trouble, type TroublePlan } from './soak-trouble.ts';
import {
  type SoakedService,
  startSoakedService,
  untilHistoryIsThere,
} from '#lib/testing/long/soaked-service';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import process from 'node:process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a soak is told. */
export interface SoakOptions {
  readonly minutes: number;
  /** Requests a second on /v1. */
  readonly perSecond: number;
  /** Only the steady load, polling and changing keys: nothing is killed, filled, or slow. */
  readonly isCalm: boolean;
  /** Whether the history of all publishers is waited for before the clock starts. */
  readonly waitsForHistory: boolean;
  readonly say: (line: string) => void;
}

/** Everything that a soak saw. */
export interface SoakFindings {
  readonly options: SoakOptions;
  readonly startedAt: string;
  readonly seconds: number;
  readonly load: PacedLoad;
  readonly outcomes: Outcomes;
  readonly judge: Judge;
  readonly service: SoakedService;
  readonly keys: KeyChurn;
  readonly crowd: Crowd | null;
  readonly sizes: SizeSampler;
  readonly trouble: Trouble;
  readonly leftOut: readonly string[];
}

/** Everybody who is a nuisance. */
interface Crowd {
  readonly slow: SlowClients;
  readonly pages: PageCrowd;
  readonly badKeys: PacedLoad;
  readonly cold: PacedLoad;
}

/** Larger than what the service keeps free for itself and its figures together. */
const DISK_MB = 800;

/** One answer in so many is compared; no divisor of the number of paths, so that all of them get their turn. */
const COMPARED_EVERY = 19;

const SAMPLE_MS = 10_000;
const LOOK_MS = 1_000;
const HISTORY_MS_MAX = 20 * 60_000;
const CHURN_PAUSE_MS = 5_000;

const SLOW_CLIENTS = 60;
const PAGE_READERS = 4;
const PAGE_PAUSE_MS = 500;
const HANG_UPS_PER_SECOND = 4;
const BAD_KEYS_PER_SECOND = 200;
const COLD_PER_SECOND = 2;
const BAD_KEYS_FROM = '127.0.13.1';
const COLD_FROM = '127.0.14.1';

/** After so long every figure is dated by the right clock again. */
const CLOCK_RIGHT_MS = 30_000;

/** Runs a soak and gives what it saw; everything that it started has ended then. */
export async function runSoak(options: SoakOptions): Promise<SoakFindings> {
  const { say } = options;
  const disk = openSmallDisk(DISK_MB);
  const clock = openSettableClock();
  const upstreams = await startSimulatedUpstreams({ now: () => steppedNow() });
  const outcomes = createOutcomes();
  const judge = createJudge(followPrintedFigures(), {
    aheadMsIn: ({ startedAtMs, endedAtMs }) =>
      outcomes
        .disturbances()
        .filter(
          ({ fromMs, toMs }) => fromMs <= endedAtMs && startedAtMs <= (toMs ?? endedAtMs) + CLOCK_RIGHT_MS,
        )
        .flatMap(({ aheadSeconds }) => (aheadSeconds === undefined ? [] : [aheadSeconds * 1000])),
  });
  const variables = { ...variablesOf(disk, upstreams.environment), ...clock.variables };
  try {
    say('starting the service');
    const service = await startSoakedService({ variables, dataDir: disk.folder, outcomes });
    try {
      const looking = setInterval(
        () => void judge.look().catch((error: unknown) => say(String(error))),
        LOOK_MS,
      );
      const leftOut = options.isCalm ? [] : [clock.lacking, disk.lacking].filter((reason) => reason !== null);
      if (options.waitsForHistory) {
        say('waiting for the history of all publishers');
        if (!(await untilHistoryIsThere(service.port, HISTORY_MS_MAX))) {
          leftOut.push('not all history was there when it began');
        }
      }
      const findings = await soak({ options, service, outcomes, judge, variables, disk, clock, leftOut });
      clearInterval(looking);
      await judge.finish();
      return findings;
    } finally {
      await service.stop();
    }
  } finally {
    await upstreams.close();
    clock.remove();
    disk.remove();
  }
}

interface Soaking extends Pick<SoakFindings, 'options' | 'service' | 'outcomes' | 'judge'> {
  readonly variables: Readonly<Record<string, string>>;
  readonly disk: SmallDisk;
  readonly clock: SettableClock;
  readonly leftOut: string[];
}

async function soak(soaking: Soaking): Promise<SoakFindings> {
  const { options, service, outcomes, judge, variables, disk, clock, leftOut } = soaking;
  const { port } = service;
  const steadyKey = await makeKey(variables, 'steady', ['--limit', '0']);
  const coldKey = await makeKey(variables, 'cold', []);
  const startedAtMs = Date.now();
  const take = judging(judge, outcomes);
  const load = startPacedLoad({
    port,
    perSecond: options.perSecond,
    next: steadyRequests(steadyKey),
    onAnswer: take('steady load', COMPARED_EVERY),
  });
  const crowd = options.isCalm ? null : startCrowd(port, { steadyKey, coldKey }, take);
  const keys = startKeyChurn({ port, variables, outcomes, pauseMs: CHURN_PAUSE_MS });
  const sizes = sampleSizes(service, SAMPLE_MS);
  const plan: TroublePlan = { minutes: options.minutes, isCalm: options.isCalm };
  const trouble = await makeTrouble(plan, { service, outcomes, disk, clock, say: options.say });
  if (!options.isCalm && !trouble.hasPages) {
    leftOut.push('the pages were not killed: the server has no process of its own for them');
  }
  sizes.stop();
  await Promise.all([load.stop(), crowd?.badKeys.stop(), crowd?.cold.stop(), crowd?.pages.stop()]);
  crowd?.slow.stop();
  const seconds = (Date.now() - startedAtMs) / 1000;
  if (!options.isCalm) await service.killServer();
  await keys.finish();
  const startedAt = new Date(startedAtMs).toISOString();
  return {
    options,
    startedAt,
    seconds,
    load,
    outcomes,
    judge,
    service,
    keys,
    crowd,
    sizes,
    trouble,
    leftOut,
  };
}

type Take = (group: string, comparedEvery: number) => (answer: LoadAnswer) => void;

function judging(judge: Judge, outcomes: Outcomes): Take {
  return (group, comparedEvery) => {
    let index = 0;
    return (answer) => {
      outcomes.note(group, answer);
      if (answer.status !== 200 || comparedEvery === 0) return;
      index += 1;
      if (index % comparedEvery === 0) judge.take(answer);
    };
  };
}

function startCrowd(
  port: () => number,
  keys: { readonly steadyKey: string; readonly coldKey: string },
  take: Take,
): Crowd {
  const badKeys: LoadSettings = {
    port,
    perSecond: BAD_KEYS_PER_SECOND,
    next: () => ({ path: '/v1/rates?base=EUR', headers: { 'X-API-Key': mintKey().key } }),
    onAnswer: take('bad keys', 0),
    localAddress: BAD_KEYS_FROM,
    connections: 8,
  };
  const cold: LoadSettings = {
    port,
    perSecond: COLD_PER_SECOND,
    next: coldRequests(keys.coldKey, Math.random),
    onAnswer: take('cold histories', 1),
    localAddress: COLD_FROM,
    connections: 8,
  };
  return {
    slow: startSlowClients({ port, clients: SLOW_CLIENTS, key: keys.steadyKey }),
    pages: startPageCrowd({
      port,
      readers: PAGE_READERS,
      pauseMs: PAGE_PAUSE_MS,
      hangUpsPerSecond: HANG_UPS_PER_SECOND,
      onAnswer: take('pages', 0),
    }),
    badKeys: startPacedLoad(badKeys),
    cold: startPacedLoad(cold),
  };
}

function variablesOf(disk: SmallDisk, upstreams: Readonly<Record<string, string>>): Record<string, string> {
  return {
    ...upstreams,
    DATA_DIR: disk.folder,
    SOURCES: 'all',
    SIMULATED: '1',
    LOG_LEVEL: 'error',
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../../../../node_modules/.cache/compile', import.meta.url)),
    ...(process.env['MASTER_SECRET'] !== undefined && { MASTER_SECRET: process.env['MASTER_SECRET'] }),
  };
}

async function makeKey(
  variables: Readonly<Record<string, string>>,
  name: string,
  more: readonly string[],
): Promise<string> {
  const args = ['create', '--email', `${name}@example.org`, '--name', name, ...more];
  const { stdout, stderr } = await runProjectScript([join('lib/cli', 'keys.ts'), ...args], variables);
  const key = stdout.trim().split('\n').at(-1) ?? '';
  if (key === '') throw new Error(`A key could not be made: ${stderr}`);
  return key;
}
