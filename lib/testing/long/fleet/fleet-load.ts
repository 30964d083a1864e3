import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fleet } from '#lib/testing/fleet/start-fleet';
import { steadyRequestsOf, warmUp } from '#lib/testing/long/load-requests';
import { ask, type LoadAnswer, startPacedLoad } from '#lib/testing/long/paced-load';

/** What came of reads and writes since the last time it was told. */
export interface PhaseCounts {
  readonly reads: number;
  /** Each failed read, in one line. */
  readonly failures: readonly string[];
  readonly slowest: { readonly ms: number; readonly path: string };
}

/** Everything that is asked of a fleet while things happen to it. */
export interface FleetLoad {
  /** What came of it since the last call. */
  readonly take: () => PhaseCounts;
  /** The receipts that were acknowledged so far: what each was asked for, by its id. */
  readonly acknowledged: () => ReadonlyMap<string, string>;
  /** Waits until a write that was sent after this call is acknowledged; how long that took, in ms. */
  readonly untilWritten: () => Promise<number>;
  readonly stop: () => Promise<void>;
}

/** Between two writes. A write that fails is not sent again; the next one is another. */
const WRITE_EVERY_MS = 250;

/** A fleet whose writes are not back by then has failed. */
const WRITTEN_MS_MAX = 180_000;

const FAILURES_KEPT = 20;

const NOTHING_YET = { reads: 0, slowest: { ms: 0, path: '' } };

/** Waits until every path of the load is answered, and starts it through Caddy: reads at a fixed rate, and receipts. */
export async function startFleetLoad(
  fleet: Fleet,
  keys: readonly [string, ...string[]],
  perSecond: number,
): Promise<FleetLoad> {
  const place = {
    port: () => Number(new URL(fleet.url).port),
    ca: readFileSync(fleet.caFile, 'utf8'),
  };
  const [key] = keys;
  const headers = { 'X-API-Key': key, 'X-Forwarded-Proto': 'https', 'X-Forwarded-For': '127.0.0.1' };
  for (const { origin } of fleet.web) await warmUp(Number(new URL(origin).port), headers);
  let counts = NOTHING_YET;
  let failures: string[] = [];
  const load = startPacedLoad({
    ...place,
    perSecond,
    next: steadyRequestsOf(keys),
    onAnswer: (answer) => {
      const { latencyMs: ms, path } = answer;
      counts = { reads: counts.reads + 1, slowest: ms > counts.slowest.ms ? { ms, path } : counts.slowest };
      if (answer.status !== 200 && failures.length < FAILURES_KEPT) failures.push(lineOf(answer));
    },
  });
  const receipts = startReceipts(place, key);
  return {
    take: () => {
      const taken = { ...counts, failures };
      counts = NOTHING_YET;
      failures = [];
      return taken;
    },
    acknowledged: receipts.acknowledged,
    untilWritten: receipts.untilWritten,
    stop: async () => {
      await receipts.stop();
      await load.stop();
    },
  };
}

function lineOf({ startedAtMs, path, status, failure, body, endedAtMs }: LoadAnswer): string {
  const what = failure ?? `${status} ${body.slice(0, 160)}`;
  return `${new Date(startedAtMs).toISOString()} ${path}: ${what} after ${endedAtMs - startedAtMs} ms`;
}

/** Asks for one receipt after another, each for an amount of its own, which the service stores before it answers. */
function startReceipts(place: { readonly port: () => number; readonly ca: string }, key: string) {
  const acknowledged = new Map<string, string>();
  let asked = 0;
  let newestSentMs = 0;
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      asked += 1;
      const amount = `${asked}.25`;
      const sentMs = performance.now();
      const answer = await ask({
        ...place,
        next: () => ({
          path: `/v1/convert?from=EUR&to=USD&source=ecb&amount=${amount}&include=receipt`,
          headers: { 'X-API-Key': key },
        }),
      });
      const id = answer.status === 200 ? idOf(answer.body) : null;
      if (id !== null) {
        acknowledged.set(id, amount);
        newestSentMs = sentMs;
      }
      await pause(WRITE_EVERY_MS);
    }
  };
  const running = run();
  return {
    acknowledged: () => acknowledged,
    untilWritten: async () => {
      const fromMs = performance.now();
      while (newestSentMs < fromMs) {
        if (performance.now() - fromMs > WRITTEN_MS_MAX) return Number.POSITIVE_INFINITY;
        await pause(20);
      }
      return performance.now() - fromMs;
    },
    stop: async () => {
      isOver = true;
      await running;
    },
  };
}

/** The id that a receipt says it has: the second part of a JWS is its payload. */
function idOf(body: string): string | null {
  const payload = /"receipt":"[^."]+\.([^."]+)\./.exec(body)?.[1];
  const text = payload === undefined ? '' : Buffer.from(payload, 'base64url').toString();
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? null;
}
