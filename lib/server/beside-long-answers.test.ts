import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { expect, it } from 'vitest';
import { ecbHistory } from '#lib/testing/builders/ecb-history-file';
import { runScript } from '#lib/testing/run-script';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { startListening } from '#lib/testing/worlds/listening-server';
import { makeKey, withStore } from '#lib/testing/worlds/own-store';

/** Keys that ask for whole histories, and how many of them each asks for at once. */
const CALLERS = 2;
const BURST = 30;

/** Requests a second for a rate by another key, and for how long: once alone, once beside the bursts. */
const PER_SECOND = 200;
const STEADY_MS = 4000;

const CONNECTIONS = 20;

/** Of which the other key asks for the tables: each is made once, and no publisher is asked meanwhile. */
const BASES = 'USD,JPY,GBP,EUR,DEM,FRF,ITL,ESP,NLG,BEF,ATS,PTE,FIM,IEP,GRD,SIT,CYP,MTL,SKK,EEK,LVL,LTL'.split(
  ',',
);

it('keeps rates quick, and what another key asks, beside bursts of whole histories by two keys, and answers all', async () => {
  const { port, keys } = await startWithHistory(CALLERS + 2);
  const [steadyKey = '', otherKey = '', ...callers] = keys;
  const rate = { port, key: steadyKey, path: '/v1/rates/pair?from=EUR&to=USD' };
  await askSteadily(rate, 1000);
  await askHistory(port, steadyKey);
  const { tookMs: historyMs } = await timed(() => askHistory(port, steadyKey));
  const alone = await askSteadily(rate, STEADY_MS);
  const bursts = Promise.all(
    callers.map((key) => Promise.all(Array.from({ length: BURST }, () => askHistory(port, key)))),
  );
  const [beside, others] = await Promise.all([
    askSteadily(rate, STEADY_MS),
    askAsOther(port, otherKey, bursts),
  ]);
  expect(alone.wrong + beside.wrong).toBe(0);
  // On the thread that answers, thirty histories would hold up everybody for thirty times as long. Other work of the machine
  // may slow one half of the comparison down, hence the room.
  const aloneP99Ms = p99(alone.latenciesMs);
  expect(p99(beside.latenciesMs)).toBeLessThan(Math.max(10 * historyMs, 3 * aloneP99Ms));
  // Another key waits for an answer or two of the bursts, and a table of rates for none of their turns.
  for (const answers of others) {
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const slowestMs = Math.max(...answers.map(({ tookMs }) => tookMs));
    expect(slowestMs).toBeLessThan(Math.max(10 * historyMs, 1000));
  }
  for (const answers of await bursts) {
    const got = answers.filter(({ status }) => status === 200).length;
    const refused = answers.filter(({ status, retryAfter }) => status === 429 && Number(retryAfter) > 0);
    expect(got).toBeGreaterThanOrEqual(10);
    expect(got + refused.length).toBe(BURST);
  }
}, 240_000);

/** Asks for a table of rates and a history in turns, each of which is new, until the bursts are over or nothing new is left. */
async function askAsOther(port: number, key: string, bursts: Promise<unknown>): Promise<readonly Timed[][]> {
  const tables: Timed[] = [];
  const histories: Timed[] = [];
  let isOver = false;
  void bursts.then(() => (isOver = true));
  for (const base of BASES) {
    tables.push(await timed(() => askFor(port, key, `/v1/rates?base=${base}`)));
    histories.push(await timed(() => askHistory(port, key)));
    if (isOver) break;
  }
  return [tables, histories];
}

interface Timed extends Answered {
  readonly tookMs: number;
}

async function timed(asked: () => Promise<Answered>): Promise<Timed> {
  const startedMs = performance.now();
  const answer = await asked();
  return { ...answer, tookMs: performance.now() - startedMs };
}

/** A server with the whole history of one bank, and keys: the first two without a limit. */
async function startWithHistory(keyCount: number) {
  const folder = throwAwayFolder();
  const variables = { DATA_DIR: join(folder, 'data'), CLOCK: '2026-04-14T08:00:00Z', SOURCES: 'ecb,fixed' };
  const file = join(folder, 'eurofxref-hist.zip');
  writeFileSync(file, ecbHistory(['USD', 'JPY', 'GBP']));
  const imported = await runScript(['lib/cli/import.ts', '--source', 'ecb', '--file', file], variables);
  if (imported.code !== 0) throw new Error(imported.stderr);
  const keys = await withStore(variables, async (store) => {
    const made: string[] = [];
    for (let n = 0; n < keyCount; n += 1) {
      made.push(await makeKey(store, { name: `key ${n}`, ...(n < 2 && { limitPerMinute: 0 }) }));
    }
    return made;
  });
  const { port } = await startListening(variables, false);
  return { port, keys };
}

interface Answered {
  readonly status: number;
  readonly retryAfter: string | null;
}

let serial = 0;

/** Asks for 5,000 points through two legs, to an end that no question had before. */
async function askHistory(port: number, key: string): Promise<Answered> {
  serial += 1;
  const end = new Date(Date.UTC(2026, 3, 13, 20) + serial * 1000).toISOString();
  return askFor(port, key, `/v1/historical?from=USD&to=JPY&source=ecb&limit=5000&endDate=${end}`);
}

async function askFor(port: number, key: string, path: string): Promise<Answered> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-API-Key': key } });
  await response.arrayBuffer();
  return { status: response.status, retryAfter: response.headers.get('retry-after') };
}

interface Steady {
  readonly latenciesMs: readonly number[];
  readonly wrong: number;
}

/** A pace that is kept by so many connections, each of which has one request under way. */
async function askSteadily(
  { port, key, path }: { readonly port: number; readonly key: string; readonly path: string },
  forMs: number,
): Promise<Steady> {
  const latenciesMs: number[] = [];
  let wrong = 0;
  const endMs = performance.now() + forMs;
  const everyMs = (1000 * CONNECTIONS) / PER_SECOND;
  const runOne = async () => {
    for (let nextMs = performance.now(); nextMs < endMs; nextMs += everyMs) {
      const restMs = nextMs - performance.now();
      if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
      const startedMs = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-API-Key': key } });
      await response.arrayBuffer();
      latenciesMs.push(performance.now() - startedMs);
      if (response.status !== 200) wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, runOne));
  return { latenciesMs, wrong };
}

function p99(latenciesMs: readonly number[]): number {
  return latenciesMs.toSorted((a, b) => a - b)[Math.floor(0.99 * (latenciesMs.length - 1))] ?? Number.NaN;
}
