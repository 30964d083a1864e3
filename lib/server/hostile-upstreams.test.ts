import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createJudge, type Judge } from '#lib/testing/long/judging/judge';
import { steadyRequests } from '#lib/testing/long/load-requests';
import { createOutcomes } from '#lib/testing/long/outcomes';
import { ask, startPacedLoad } from '#lib/testing/long/paced-load';
import { followPrintedFigures, steppedNow } from '#lib/testing/long/judging/printed-figures';
import { sizeOf } from '#lib/testing/long/server-process';
import { isLong, longCount } from '#lib/testing/long-count';
import { PROPERTY_SEED } from '#lib/testing/property-runs';
import { startScript } from '#lib/testing/run-script';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { FAULTS, SIMULATED_SOURCES } from '#lib/testing/simulated-upstreams/faults/faults';
import { shortHistory } from '#lib/testing/simulated-upstreams/short-history';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const SECONDS = longCount('HOSTILE_SECONDS', 9);

/** Each publisher does something else wrong every so often: within it the exchange is asked at least once in the long run. */
const FAULT_SECONDS = Math.min(30, SECONDS / 3);

/** Healthy publishers and the same readers, before the first size is read. */
const WARM_SECONDS = Math.min(60, SECONDS / 5);

const READS_PER_SECOND = 50;
const LOOK_MS = 1_000;
const GROWTH_MAX_MB = 50;
const POLLED_MS_MAX = 120_000;

/** The exchange is asked every 20 s, and left alone for at most 40 s: that, three intervals and 60 s. */
const RECOVERY_MS_MAX = 160_000;

it(
  `no wrong figure is served and no read fails while every publisher is hostile for ${SECONDS} s`,
  { timeout: POLLED_MS_MAX + SECONDS * 2000 + RECOVERY_MS_MAX },
  async ({ annotate }) => {
    const upstreams = await startSimulatedUpstreams({ ...shortHistory(), now: () => steppedNow() });
    onTestFinished(upstreams.close);
    // A publisher that is stuck says again what it said before.
    const judge = createJudge(followPrintedFigures(), { mayBeOld: true });
    const { port, pid, key } = await openService(upstreams.environment);
    const outcomes = createOutcomes();
    await expect.poll(() => unpolled(port), { timeout: POLLED_MS_MAX, interval: LOOK_MS }).toEqual([]);
    await judge.look();
    const load = startPacedLoad({
      port: () => port,
      perSecond: READS_PER_SECOND,
      next: steadyRequests(key),
      onAnswer: (answer) => {
        outcomes.note('reads', answer);
        if (answer.status === 200) judge.take(answer);
      },
    });
    onTestFinished(load.stop);
    // A process that has just started grows under its first readers, whoever its publishers are.
    await lookUntil(performance.now() + WARM_SECONDS * 1000, judge);
    const sizesMb = [sizeOf(pid)?.residentMb ?? 0];
    let faults = 0;
    for (const endMs = performance.now() + SECONDS * 1000; performance.now() < endMs;) {
      for (const [index, source] of SIMULATED_SOURCES.entries()) {
        // Seven has no common divisor with the number of faults, so each publisher meets all of them.
        const fault = FAULTS[(PROPERTY_SEED + faults * 7 + index * 3) % FAULTS.length];
        await upstreams.setFault(source, fault ?? null);
      }
      faults += 1;
      await lookUntil(performance.now() + FAULT_SECONDS * 1000, judge);
      sizesMb.push(sizeOf(pid)?.residentMb ?? 0);
    }
    for (const source of SIMULATED_SOURCES) await upstreams.setFault(source, null);
    const wellFromMs = Date.now();
    if (isLong('HOSTILE_SECONDS')) {
      const patience = { timeout: RECOVERY_MS_MAX, interval: LOOK_MS };
      await expect.poll(() => bitcoinQuotedAtMs(port, key), patience).toBeGreaterThan(wellFromMs);
      // One that changed more than four times in half an hour stays degraded until it was well for ten minutes.
      expect(await statusOf(port, 'crypto-exchange')).not.toBe('outage');
    }
    await load.stop();
    await judge.finish();
    const growthMb = (sizesMb.at(-1) ?? 0) - (sizesMb[0] ?? 0);
    await annotate(
      `${faults} faults at each of ${SIMULATED_SOURCES.length} publishers: ${JSON.stringify(outcomes.counts()['reads']?.byStatus)}, ${judge.compared()} figures compared, ${judge.wrong().length} wrong, memory ${growthMb.toFixed(0)} MB more (${sizesMb.map((mb) => mb.toFixed(0)).join(', ')})`,
    );
    expect(judge.wrong()).toEqual([]);
    expect(judge.compared()).toBeGreaterThan(SECONDS);
    expect(outcomes.offences()).toEqual([]);
    if (isLong('HOSTILE_SECONDS')) expect(growthMb).toBeLessThan(GROWTH_MAX_MB);
  },
);

/** Reads what the publishers print, once a second, until `endMs` of the process's own clock. */
async function lookUntil(endMs: number, judge: Judge): Promise<void> {
  await expect
    .poll(
      async () => {
        await judge.look();
        return performance.now() >= endMs;
      },
      { timeout: (endMs - performance.now()) * 2 + 30_000, interval: LOOK_MS },
    )
    .toBe(true);
}

async function openService(upstreams: Readonly<Record<string, string>>) {
  const folder = throwAwayFolder();
  const key = await makeKeyIn({ DATA_DIR: folder }, { limitPerMinute: 0 });
  const server = startScript(['server.ts'], {
    ...upstreams,
    DATA_DIR: folder,
    PORT: '0',
    SOURCES: 'all',
    LOG_LEVEL: 'silent',
  });
  const [, port] = await server.waitForOutput(/^Crossrate listens on http:\/\/localhost:(\d+)$/m);
  return { port: Number(port), pid: server.pid, key };
}

const report = z.object({ sources: z.array(z.object({ source: z.string(), status: z.string() })) });

async function statuses(port: number) {
  const { body } = await ask({ port: () => port, next: () => ({ path: '/v1/status' }) });
  return report.parse(JSON.parse(body)).sources;
}

/** The sources that have not answered a poll. */
async function unpolled(port: number): Promise<readonly string[]> {
  return (await statuses(port)).filter(({ status }) => status === 'outage').map(({ source }) => source);
}

/** When the exchange quoted the price that it is asked for; NaN where it has none to give. */
async function bitcoinQuotedAtMs(port: number, key: string): Promise<number> {
  const path = '/v1/rates/pair?from=BTC&to=USD&source=crypto-exchange';
  const { status, body } = await ask({
    port: () => port,
    next: () => ({ path, headers: { 'X-API-Key': key } }),
  });
  return status === 200 ? Date.parse(quoted.parse(JSON.parse(body)).timestamp) : Number.NaN;
}

const quoted = z.object({ timestamp: z.string() });

async function statusOf(port: number, source: string): Promise<string | undefined> {
  return (await statuses(port)).find((one) => one.source === source)?.status;
}
