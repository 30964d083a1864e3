import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FRED_SERIES } from '#lib/sources/fed/fed-series';
import { type LoadAnswer, startPacedLoad } from '#lib/testing/long/paced-load';
import { runProjectScript } from '#lib/testing/long/server-process';
import type { Figure } from './figures.ts';
import { windowPath } from './history-windows.ts';
import { makeKey, startBare } from './measured-service.ts';
import { quantile, round } from './numbers.ts';
import { sendPacedFromOutside, type ServerProcess, startServer } from './processes.ts';
import { startSimulatedPublishers } from './simulated-publishers.ts';
import { DAY_MS } from '#lib/domain/durations';

const PER_SECOND = 10_000;
const CONNECTIONS = 64;
const HISTORIES_PER_SECOND = 5;

/** Any source may answer, so that polls change the answer every few seconds. */
const PATH = '/v1/rates/pair?from=EUR&to=USD';

const HISTORY = '/v1/historical?from=USD&to=JPY&source=ecb&limit=5000';

/** Days that 5,000 publications of the central bank end on. */
const HISTORY_RANGE_DAYS = 2600;

const WARM_UP_MS = 3000;
const READY_MS_MAX = 60_000;
const READY_LOOK_MS = 250;

/** The import begins when the run is some way on. */
const IMPORT_AFTER_PART = 0.2;

/**
 * 10,000 requests a second for a rate, on a service that polls every simulated source, fetches their histories, has another one
 * imported beside it and answers five histories a second that were never asked before.
 */
export async function benchFixedRate(folder: string, seconds: number): Promise<Figure> {
  const publishers = await startSimulatedPublishers();
  try {
    const variables = {
      ...publishers.variables,
      DATA_DIR: join(folder, 'fixed-rate'),
      SOURCES: 'all',
      ROLE: 'all',
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT_PER_MINUTE: '100000000',
    };
    const files = await downloadHistories(folder, variables);
    await importFile('ecb', files.ecb, variables);
    const key = await makeKey(variables);
    // Its own processes beside it must have the other core, as they do in use.
    const server = await startServer('server.ts', [], variables, { core: 'any' });
    try {
      await untilPolled(server, key);
      await sendPaced(server, key, WARM_UP_MS);
      return await measure({
        server,
        folder,
        key,
        seconds,
        importFed: () => importFile('fed', files.fed, variables),
      });
    } finally {
      await server.stop();
    }
  } finally {
    publishers.stop();
  }
}

interface Measured {
  readonly server: ServerProcess;
  readonly folder: string;
  readonly key: string;
  readonly seconds: number;
  readonly importFed: () => Promise<Imported>;
}

/** Measures the service, then a bare server beside the same work of the service: what the machine and the generator leave of the rate. */
async function measure(measured: Measured): Promise<Figure> {
  const { server, folder, key, seconds } = measured;
  const partsBefore = await partsDone(server);
  const lags = sampleLag(server);
  const { paced, answers, imported } = await sendBesideWork(measured, server);
  const held = lags.stop();
  const historyParts = `${partsBefore} to ${await partsDone(server)}`;
  const bare = await startBare(server, { folder, keys: [key] }, PATH, { core: 'any' });
  const { paced: ofBare } = await sendBesideWork(measured, bare);
  await bare.stop();
  const historyMs = answers
    .map(({ startedAtMs, endedAtMs }) => endedAtMs - startedAtMs)
    .toSorted((a, b) => a - b);
  return {
    name: 'fixed-rate-10k',
    value: round(paced.p99Ms, 2),
    unit: 'ms (p99)',
    p50Ms: round(paced.p50Ms, 3),
    p99Ms: round(paced.p99Ms, 2),
    p999Ms: round(paced.p999Ms, 2),
    maxMs: round(paced.maxMs, 2),
    generatorLateP99Ms: round(paced.lateP99Ms, 2),
    bareP50Ms: round(ofBare.p50Ms, 3),
    bareP99Ms: round(ofBare.p99Ms, 2),
    bareMaxMs: round(ofBare.maxMs, 2),
    bareGeneratorLateP99Ms: round(ofBare.lateP99Ms, 2),
    errors: paced.failed,
    requestsPerSecond: round(paced.requestsPerSecond, 1),
    seconds,
    histories: answers.length,
    historyP50Ms: quantile(historyMs, 0.5),
    historyP99Ms: quantile(historyMs, 0.99),
    historyErrors: answers.filter(({ status }) => status !== 200).length,
    historyParts,
    importSeconds: round(imported.seconds, 1),
    importTries: imported.tries,
    imported: imported.counted,
    ...held,
  };
}

/** Sends the rate to a server while the service polls, answers histories and has a file imported beside it. */
async function sendBesideWork({ server, key, seconds, importFed }: Measured, asked: ServerProcess) {
  const histories = startHistories(server, key);
  const importing = pauseFor(seconds * 1000 * IMPORT_AFTER_PART).then(importFed);
  const paced = await sendPaced(asked, key, seconds * 1000);
  return { paced, answers: await histories.stop(), imported: await importing };
}

function sendPaced({ port }: ServerProcess, key: string, durationMs: number) {
  return sendPacedFromOutside({
    port,
    path: PATH,
    headers: { 'X-API-Key': key },
    connections: CONNECTIONS,
    perSecond: PER_SECOND,
    durationMs,
  });
}

/** Histories that were never asked, until they are stopped. */
function startHistories({ port }: ServerProcess, key: string) {
  const answers: LoadAnswer[] = [];
  let serial = 0;
  const windows = {
    path: HISTORY,
    newestEndMs: Math.floor(Date.now() / DAY_MS) * DAY_MS,
    stepMs: DAY_MS,
    rangeMs: HISTORY_RANGE_DAYS * DAY_MS,
    spanMs: null,
  };
  const load = startPacedLoad({
    port: () => port,
    perSecond: HISTORIES_PER_SECOND,
    next: () => ({ path: windowPath(windows, serial++), headers: { 'X-API-Key': key } }),
    onAnswer: (answer) => answers.push({ ...answer, body: '' }),
  });
  return {
    stop: async (): Promise<readonly LoadAnswer[]> => {
      await load.stop();
      return answers;
    },
  };
}

/** Whole histories as the simulated publishers give them; the Fed's is imported while it is measured. */
async function downloadHistories(folder: string, variables: Readonly<Record<string, string>>) {
  const download = async (name: string, address: string) => {
    const path = join(folder, name);
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    writeFileSync(path, new Uint8Array(await answer.arrayBuffer()));
    return path;
  };
  const ids = FRED_SERIES.map(({ id }) => id).join(',');
  return {
    ecb: await download('ecb.zip', `${variables['UPSTREAM_ECB']}/stats/eurofxref/eurofxref-hist.zip`),
    fed: await download('fed.csv', `${variables['UPSTREAM_FED']}/graph/fredgraph.csv?id=${ids}`),
  };
}

interface Imported {
  readonly seconds: number;
  readonly tries: number;
  /** What the command said last. */
  readonly counted: string;
}

/** An import that other loads have overtaken asks to be run again. */
const IMPORT_TRIES = 10;

async function importFile(
  source: string,
  file: string,
  variables: Readonly<Record<string, string>>,
): Promise<Imported> {
  const startMs = performance.now();
  const args = ['lib/cli/import.ts', '--source', source, '--file', file];
  for (let tries = 1; ; tries += 1) {
    const { code, stdout, stderr } = await runProjectScript(args, variables);
    const [counted = ''] = (code === 0 ? stdout : stderr).split('\n', 1);
    if (code === 0 || tries === IMPORT_TRIES) {
      return { seconds: (performance.now() - startMs) / 1000, tries, counted };
    }
  }
}

/** Until polls of more than banks have been stored, so that they are what changes the answer. */
async function untilPolled({ port }: ServerProcess, key: string): Promise<void> {
  const headers = { 'X-API-Key': key };
  for (const startMs = performance.now(); performance.now() - startMs < READY_MS_MAX;) {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/rates/pair?from=BTC&to=USD`, { headers });
    await answer.arrayBuffer();
    if (answer.ok) return;
    await pauseFor(READY_LOOK_MS);
  }
  throw new Error(`nothing was polled in ${READY_MS_MAX / 1000} s`);
}

/** How far the service is with the histories that it fetches by itself. */
async function partsDone({ port }: ServerProcess): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/status/board.json`);
  const { progress } = asBoard(await answer.json());
  const sum = (field: 'done' | 'total') => progress.reduce((all, part) => all + part[field], 0);
  return `${sum('done')}/${sum('total')}`;
}

const LAG_EVERY_MS = 1000;

/** Reads from /metrics how long the event loop was held up, while it tells; in milliseconds. */
function sampleLag({ port }: ServerProcess): { readonly stop: () => Readonly<Record<string, number>> } {
  const most = { lagP99Ms: Number.NaN, lagMaxMs: Number.NaN };
  const look = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
    const text = await answer.text();
    const read = (name: string) =>
      Number(
        new RegExp(`^nodejs_eventloop_lag_${name}_seconds(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1],
      ) * 1000;
    most.lagP99Ms = larger(most.lagP99Ms, read('p99'));
    most.lagMaxMs = larger(most.lagMaxMs, read('max'));
  };
  const timer = setInterval(() => void look().catch(() => {}), LAG_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      const told = Object.entries(most).filter(([, value]) => Number.isFinite(value));
      return Object.fromEntries(told.map(([name, value]) => [name, round(value, 2)]));
    },
  };
}

/** NaN is less than anything. */
function larger(one: number, other: number): number {
  return other > one || Number.isNaN(one) ? other : one;
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Holds because the status page lives on the same answer, and its tests prove it. */
function asBoard(body: unknown) {
  return body as { readonly progress: readonly { readonly done: number; readonly total: number }[] };
}
