import { expect, it, onTestFinished } from 'vitest';
import { pairRate, ratesTable } from '#lib/testing/wire/answer-schemas';
import { Agent } from 'node:http';
import { ask, type LoadAnswer } from '#lib/testing/long/paced-load';
import { longCount } from '#lib/testing/long-count';
import { startScript } from '#lib/testing/run-script';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

const READS = longCount('READS', 1_500);

/** Pairs that are asked beside each table, all at once. */
const PAIRS = 24;
const BASES = ['EUR', 'USD', 'BTC', 'JPY'];
const READ_MS_MAX = 20;
const POLLED_MS_MAX = 60_000;

it(
  `the table is the pair within one version of the figures, in ${READS} reads while polls commit`,
  { timeout: 120_000 + READS * READ_MS_MAX },
  async ({ annotate }) => {
    const { askHere } = await openService();
    await expect
      .poll(async () => (await askHere('/v1/rates/pair?from=BTC&to=USD')).status, { timeout: POLLED_MS_MAX })
      .toBe(200);
    const versions = new Set<string>();
    const mismatches: string[] = [];
    let reads = 0;
    let compared = 0;
    for (let round = 0; reads < READS; round += 1) {
      const base = BASES[round % BASES.length] ?? 'EUR';
      const choice = round % 8 < 4 ? '' : '&source=crypto-exchange';
      const table = await askHere(`/v1/rates?base=${base}${choice}`);
      reads += 1;
      if (table.status !== 200) continue;
      const { rates } = ratesTable.parse(JSON.parse(table.body));
      const codes = Object.keys(rates);
      const chosen = Array.from(
        { length: PAIRS },
        (_, index) => codes[(round * 7 + index) % codes.length] ?? base,
      );
      const pairs = await Promise.all(
        chosen.map((code) => askHere(`/v1/rates/pair?from=${base}&to=${code}${choice}`)),
      );
      reads += pairs.length;
      for (const [index, pair] of pairs.entries()) {
        versions.add(versionOf(pair));
        if (versionOf(pair) !== versionOf(table)) continue;
        compared += 1;
        const code = chosen[index] ?? '';
        const { rate } = pairRate.parse(JSON.parse(pair.body));
        if (rate !== rates[code]) mismatches.push(`${base}/${code}${choice}: ${rates[code]} and ${rate}`);
      }
    }
    await annotate(
      `${reads} reads over ${versions.size} versions, ${compared} pairs compared with their table, ${mismatches.length} mismatches`,
    );
    expect(mismatches).toEqual([]);
    expect(compared).toBeGreaterThan(READS / 2);
  },
);

async function openService() {
  const folder = throwAwayFolder();
  const upstreams = await startSimulatedUpstreams({ now: () => new Date(Date.now() - 5000) });
  onTestFinished(upstreams.close);
  const key = await makeKeyIn({ DATA_DIR: folder }, { limitPerMinute: 0 });
  const headers = { 'X-API-Key': key };
  const server = startScript(['server.ts'], {
    ...upstreams.environment,
    DATA_DIR: folder,
    PORT: '0',
    SOURCES: 'crypto-exchange,web-finance,charting-platform,fixed',
    LOG_LEVEL: 'silent',
  });
  const [, port] = await server.waitForOutput(/^Crossrate listens on http:\/\/localhost:(\d+)$/m);
  const agent = new Agent({ keepAlive: true, maxSockets: PAIRS });
  onTestFinished(() => agent.destroy());
  const askHere = (path: string) => ask({ port: () => Number(port), next: () => ({ path, headers }) }, agent);
  return { askHere };
}

/** Answers of one version are made from the same figures. */
function versionOf({ headers }: LoadAnswer): string {
  return String(headers['x-data-version']);
}
