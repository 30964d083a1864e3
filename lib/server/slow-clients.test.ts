import { performance } from 'node:perf_hooks';
import { expect, it, onTestFinished } from 'vitest';
import { startListening } from '#lib/testing/worlds/listening-server';
import { startSlowClients } from '#lib/testing/long/crowds/slow-clients';
import { ask } from '#lib/testing/long/paced-load';
import { isLong, longCount } from '#lib/testing/long-count';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { Agent } from 'node:http';

const CLIENTS = longCount('SLOW_CLIENTS', 100);
const SECONDS = longCount('SLOW_CLIENTS_SECONDS', 2);

/** Other tests share the processors in npm test, which can hold up some seconds, but not all of these. */
const SECONDS_MAX = SECONDS + 30;

const P99_MAX_MS = 50;
const PATH = '/v1/rates/pair?from=XOF&to=EUR';

it(
  `a good client is answered as ever beside ${CLIENTS} that are silent, drip, do not read, pipeline, state two lengths or half close`,
  { timeout: 60_000 + SECONDS_MAX * 2000 },
  async ({ annotate }) => {
    const folder = throwAwayFolder();
    const key = await makeKeyIn({ DATA_DIR: folder }, { limitPerMinute: 0 });
    const { server, port } = await startListening({ DATA_DIR: folder }, false);
    const slow = startSlowClients({ port: () => port, clients: CLIENTS, key });
    onTestFinished(slow.stop);
    await expect.poll(slow.open, { timeout: 10_000 }).toBeGreaterThan(CLIENTS / 2);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const latenciesMs: number[] = [];
    const p99Ms: number[] = [];
    const statuses = new Set<number>();
    for (let second = 0; second < SECONDS || (isSlow(p99Ms) && second < SECONDS_MAX); second += 1) {
      const asked: number[] = [];
      for (const endMs = performance.now() + 1000; performance.now() < endMs;) {
        const startMs = performance.now();
        const next = () => ({ path: PATH, headers: { 'X-API-Key': key } });
        statuses.add((await ask({ port: () => port, next }, agent)).status);
        asked.push(performance.now() - startMs);
      }
      latenciesMs.push(...asked);
      p99Ms.push(quantile(asked, 0.99));
    }
    await annotate(
      `${slow.open()} slow clients open, ${slow.made()} made, answered ${JSON.stringify(slow.statuses())}; the good client had ${latenciesMs.length} answers, p99 ${quantile(latenciesMs, 0.99).toFixed(1)} ms, of the best second ${Math.min(...p99Ms).toFixed(1)} ms`,
    );
    expect([...statuses]).toEqual([200]);
    expect(server.hasEnded()).toBe(false);
    expect(isSlow(p99Ms), `p99 by second: ${p99Ms.join(', ')}`).toBe(false);
    if (isLong('SLOW_CLIENTS')) expect(quantile(latenciesMs, 0.99)).toBeLessThan(P99_MAX_MS);
    for (const status of Object.keys(slow.statuses())) expect(Number(status)).toBeLessThan(500);
  },
);

/** Whether no second was as quick as promised yet. */
function isSlow(p99Ms: readonly number[]): boolean {
  return Math.min(...p99Ms) >= P99_MAX_MS;
}

function quantile(values: readonly number[], q: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? Number.NaN;
}
