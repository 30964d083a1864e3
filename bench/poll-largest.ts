import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { UNCHECKED } from '#lib/domain/health/health-machine';
import { createKindOf } from '#lib/domain/currencies/rate-kind';
import { USER_AGENT } from '#lib/ingest/feed-store';
import type { PollContext } from '#lib/ingest/polling/poll-context';
import { pollSource } from '#lib/ingest/polling/poll-source';
import { rememberVersions } from '#lib/ingest/polling/document-versions';
import { rememberRecentFigures } from '#lib/ingest/polling/recent-figures';
import { createHttpClient } from '#lib/platform/http-client';
import { type Service, startService } from '#lib/service';
import { createSourcesOf } from '#lib/sources/create-sources';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { median, round } from './numbers.ts';
import { startSimulatedPublishers } from './simulated-publishers.ts';

/*
 * What one poll of the largest source costs the thread that answers requests, in processor time of that thread, so that
 * other work on the machine does not count: in all, and at the longest stretch between two turns of the event loop.
 * Prints one JSON line.
 */
const MARKETS = 2400;
const WARM_UP_POLLS = 10;
const POLLS = 15;
const PAUSE_MS = 100;
const MICROS_IN_MS = 1000;

const simulation = await startSimulatedPublishers(MARKETS);
const folder = mkdtempSync(join(tmpdir(), 'crossrate-poll-'));
try {
  const service = await startService(
    {
      ...simulation.variables,
      DATA_DIR: folder,
      SOURCES: 'crypto-exchange',
      CRYPTO_EXCHANGE: 'binance',
      ROLE: 'web',
      LOG_LEVEL: 'silent',
    },
    process.cwd(),
  );
  await service.store.writable;
  const poll = pollerOf(service);
  for (let count = 0; count < WARM_UP_POLLS; count += 1) await poll();
  const totals: number[] = [];
  const stretches: number[] = [];
  let figures = 0;
  for (let count = 0; count < POLLS; count += 1) {
    await pauseFor(PAUSE_MS);
    totals.push(await cpuMsOf(poll));
    await pauseFor(PAUSE_MS);
    stretches.push(await longestStretchMsOf(poll));
    figures = service.snapshot().sources[0]?.publications[0]?.figures.size ?? 0;
  }
  const figure = {
    name: 'poll-largest',
    value: median(totals),
    unit: 'ms of the main thread',
    most: Math.max(...totals),
    stretch: median(stretches),
    stretchMost: Math.max(...stretches),
    markets: MARKETS,
    figures,
  };
  process.stdout.write(`${JSON.stringify(figure)}\n`);
  await service.close();
} finally {
  simulation.stop();
  rmSync(folder, { recursive: true, force: true });
}

function pollerOf({
  environment,
  sources,
  store,
  clock,
  log,
  snapshot,
  catchUp,
}: Service): () => Promise<void> {
  const [source] = createSourcesOf(environment, sources);
  if (!source) throw new Error('The service has no source.');
  const context: PollContext = {
    store,
    http: createHttpClient({ clock, userAgent: USER_AGENT }),
    clock,
    log,
    snapshot,
    health: () => UNCHECKED,
    kindOf: createKindOf(LAW.pegs),
    catchUp,
    random: Math.random,
    recentOf: rememberRecentFigures(),
    versionsOf: rememberVersions(),
  };
  return async () => {
    const outcome = await pollSource(source, context);
    if (outcome?.kind !== 'pass') throw new Error(outcome?.sentence ?? 'The poll was stopped.');
  };
}

async function cpuMsOf(work: () => Promise<void>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  return msOf(process.threadCpuUsage(before));
}

/** Turns the event loop as fast as it goes meanwhile, and keeps the longest turn. */
async function longestStretchMsOf(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const turn = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, msOf(now) - msOf(last));
    last = now;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isOver = true;
  await pauseFor(0);
  return round(longest, 2);
}

function msOf({ user, system }: NodeJS.CpuUsage): number {
  return round((user + system) / MICROS_IN_MS, 2);
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
