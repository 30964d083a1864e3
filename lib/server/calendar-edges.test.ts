import process from 'node:process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type LoadAnswer, ask } from '#lib/testing/long/paced-load';
import { startScript } from '#lib/testing/run-script';
import { makeKeyIn } from '#lib/testing/worlds/own-store';
import { shortHistory } from '#lib/testing/simulated-upstreams/short-history';
import { startSimulatedUpstreams } from '#lib/testing/simulated-upstreams/start';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';

/** Instants at which a day, a year, summer time or a market begins or ends. */
const EDGES: readonly (readonly [name: string, at: string])[] = [
  ['the year ends', '2027-01-01T00:00:00Z'],
  ['summer time begins in Europe', '2027-03-28T01:00:00Z'],
  ['summer time ends in Europe', '2027-10-31T01:00:00Z'],
  ['summer time begins in New York', '2027-03-14T07:00:00Z'],
  ['summer time ends in New York', '2027-11-07T06:00:00Z'],
  ['the leap day begins', '2028-02-29T00:00:00Z'],
  ['the leap day ends', '2028-03-01T00:00:00Z'],
  ['the European Central Bank publishes on the leap day', '2028-02-29T15:00:00Z'],
  ['the European Central Bank publishes after its Easter in summer time', '2027-03-30T14:00:00Z'],
  ['the Bank of England publishes after the change to winter time', '2027-11-01T09:30:00Z'],
  ['the market closes for the weekend', '2027-02-05T22:00:00Z'],
  ['the market opens after the weekend', '2027-02-07T22:00:00Z'],
  ['the market closes for Christmas', '2026-12-24T22:00:00Z'],
  ['the first working day of the year begins in Tokyo', '2027-01-03T15:00:00Z'],
  ['a month of thirty days ends', '2027-05-01T00:00:00Z'],
];

const CHOSEN = process.env['CALENDAR_EDGES'] === 'all' ? EDGES : EDGES.slice(0, 1);

/** The service starts so long before the edge, and is looked at until so long after it. */
const BEFORE_MS = 15_000;
const AFTER_MS = 10_000;

/** The publishers' clock is behind by more than a start takes, so that no figure is ever ahead of its reader. */
const BEHIND_MS = 60_000;
const PATIENCE_MS = 120_000;

const PATHS = ['EUR&to=USD', 'GBP&to=JPY', 'BTC&to=EUR', 'XOF&to=AED'].map(
  (pair) => `/v1/rates/pair?from=${pair}`,
);

describe('a running service', () => {
  it.each(CHOSEN)(
    'knows no figure of the future and calls no source late when %s',
    { timeout: PATIENCE_MS * 3 },
    async (_name, at) => {
      const edgeMs = Date.parse(at);
      const { askHere, latestMs } = await openServiceAt(edgeMs - BEFORE_MS);
      const future: string[] = [];
      const look = async () => {
        for (const path of [...PATHS, '/v1/status']) {
          const { status, body } = await askHere(path);
          if (status === 503) continue;
          expect(status, `${path}: ${body}`).toBe(200);
          for (const [stated = ''] of body.matchAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)) {
            if (Date.parse(stated) > latestMs()) future.push(`${path}: ${stated}`);
          }
        }
        return latestMs() - edgeMs;
      };
      await expect
        .poll(
          async () => {
            await look();
            return troubled(askHere);
          },
          {
            timeout: PATIENCE_MS,
            interval: 500,
          },
        )
        .toEqual([]);
      await expect.poll(look, { timeout: PATIENCE_MS, interval: 500 }).toBeGreaterThan(AFTER_MS);
      expect(future).toEqual([]);
      expect(await troubled(askHere)).toEqual([]);
      for (const path of PATHS) {
        const { status, headers } = await askHere(path);
        expect([path, status, headers['x-rate-stale']]).toEqual([path, 200, undefined]);
      }
    },
  );
});

type AskHere = (path: string) => Promise<LoadAnswer>;

/** A service that believes it is that instant, with publishers that believe so too; `latestMs` is the latest that it may believe. */
async function openServiceAt(startMs: number): Promise<{ askHere: AskHere; latestMs: () => number }> {
  const folder = throwAwayFolder();
  const key = await makeKeyIn({ DATA_DIR: folder }, { limitPerMinute: 0 });
  const offsetMs = startMs - Date.now();
  const latestMs = () => Date.now() + offsetMs;
  const upstreams = await startSimulatedUpstreams({
    ...shortHistory(),
    now: () => new Date(latestMs() - BEHIND_MS),
  });
  onTestFinished(upstreams.close);
  const server = startScript(['server.ts'], {
    ...upstreams.environment,
    DATA_DIR: folder,
    CLOCK: new Date(startMs).toISOString(),
    PORT: '0',
    SOURCES: 'all',
    LOG_LEVEL: 'silent',
  });
  const [, port] = await server.waitForOutput(/^Crossrate listens on http:\/\/localhost:(\d+)$/m);
  const headers = { 'X-API-Key': key };
  return { latestMs, askHere: (path) => ask({ port: () => Number(port), next: () => ({ path, headers }) }) };
}

const board = z.object({
  sources: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      cause: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
});

/** What a busy machine explains, where the calendar has no part in it: a slow answer or none, and what follows it. */
const BUSY_CAUSES: readonly (string | null)[] = ['unreachable', 'slow', 'recovering'];

/** The sources that are not operational by the calendar, and why. */
async function troubled(askHere: AskHere): Promise<readonly string[]> {
  const { body } = await askHere('/status/board.json');
  return board
    .parse(JSON.parse(body))
    .sources.filter(({ status, cause }) => status !== 'operational' && !BUSY_CAUSES.includes(cause))
    .map(({ id, status, reason }) => `${id}: ${status}: ${reason}`);
}
