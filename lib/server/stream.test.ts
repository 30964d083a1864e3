import { describe, expect, it } from 'vitest';
import { revokeByPrefix } from '#lib/account/keys/api-keys';
import { STREAM_LIMITS } from '#lib/contract/request-limits';
import { loadDocument } from '#lib/ingest/history/load-document';
import { createSource as ecb } from '#lib/sources/ecb/source';
import { listSources } from '#lib/sources/registry';
import { recentEcbSample } from '#lib/testing/builders/ecb-sample';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { connectHalfOpen, type HalfOpenClient } from '#lib/testing/wire/half-open-client';
import { type ListeningServer, startListening } from '#lib/testing/worlds/listening-server';
import { makeKey, withStore } from '#lib/testing/worlds/own-store';

/** For a machine that has other work to do as well. */
const PATIENT = { timeout: 30_000 };

const CLOCK = '2026-04-13T15:00:00Z';

describe('a stream of a running server', { timeout: 120_000 }, () => {
  it('tells new figures, ends with the server, and goes on at the next with what came meanwhile', async () => {
    const { dataDir, key } = await dataUpTo('2026-04-09');
    const first = await start(dataDir);
    const reader = streamOf(first, key);
    await expect.poll(() => toldBy(reader), PATIENT).toEqual(['EUR/USD 1.1685', 'EUR/XOF 655.957']);
    await importUpTo('2026-04-10', dataDir);
    await expect.poll(() => toldBy(reader).slice(2), PATIENT).toEqual(['EUR/USD 1.1711']);
    first.server.kill('SIGTERM');
    await expect.poll(reader.hasEnded, PATIENT).toBe(true);
    expect(first.server.hasEnded()).toBe(false);
    expect(reader.heard()).toMatch(/: this server is ending; connect again\nretry: 3000\n\n\r\n0\r\n\r\n$/);
    expect(await first.server.ended).toMatchObject({ code: 0, signal: null });

    await importUpTo('2026-04-13', dataDir);
    const second = await start(dataDir);
    const again = streamOf(second, key, { 'Last-Event-ID': lastIdOf(reader) });
    await expect.poll(() => toldBy(again), PATIENT).toEqual(['EUR/USD 1.1684']);
    const unchanged = streamOf(second, key, { 'Last-Event-ID': lastIdOf(again) });
    await expect.poll(unchanged.heard, PATIENT).toContain('retry: 3000');
    expect(toldBy(unchanged)).toEqual([]);
  });

  it('ends when its key is revoked', async () => {
    const { dataDir, key } = await dataUpTo('2026-04-09');
    const reader = streamOf(await start(dataDir), key);
    await expect.poll(() => toldBy(reader).length, PATIENT).toBe(2);
    await withStore({ DATA_DIR: dataDir }, (store) => revokeByPrefix(store, key.slice(0, 16), new Date()));
    await expect.poll(reader.hasEnded, PATIENT).toBe(true);
    expect(reader.heard()).toContain(': the key has ended, expired or changed');
  });

  it('is one of so many with a key, and counts no longer when its reader has left', async () => {
    const { dataDir, key } = await dataUpTo('2026-04-09');
    const server = await start(dataDir);
    const readers = Array.from({ length: STREAM_LIMITS.caller }, () => streamOf(server, key));
    await expect.poll(() => readers.every((reader) => toldBy(reader).length === 2), PATIENT).toBe(true);
    const ask = () => server.send({ path: PATH, headers: headersOf(key) });
    const refused = await ask();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '15']);
    expect(refused.body).toContain('No more than 100 streams may be open with this key.');
    readers[0]?.socket.destroy();
    const later = streamOf(server, key);
    await expect.poll(() => toldBy(later).length, PATIENT).toBe(2);
  });
});

describe('streams of a connection that closes', () => {
  it('end, the one too that waits behind another', { timeout: 60_000 }, async () => {
    const { dataDir, key } = await dataUpTo('2026-04-09');
    const server = await start(dataDir);
    const reader = streamOf(server, key);
    await expect.poll(() => toldBy(reader).length, PATIENT).toBe(2);
    reader.socket.write(requestOf(key));
    const open = async () => {
      const { body } = await server.send({ path: '/metrics', headers: { Host: 'localhost' } });
      return /^crossrate_streams_open (\d+)$/m.exec(body)?.[1];
    };
    await expect.poll(open, PATIENT).toBe('2');
    reader.socket.destroy();
    await expect.poll(open, PATIENT).toBe('0');
  });
});

describe('a stream that is not opened', () => {
  it('is refused as a single pair is', { timeout: 60_000 }, async () => {
    const { dataDir, key } = await dataUpTo('2026-04-09');
    const { send } = await start(dataDir);
    const refusal = async (query: string, headers = headersOf(key)) => {
      const { status, body } = await send({ path: `/v1/stream${query}`, headers });
      return `${status} ${body}`;
    };
    const tooMany = `?pairs=${Array.from({ length: 21 }, (_, place) => `A${place}/USD`).join(',')}`;
    expect(await refusal('?pairs=EUR/USD', { Host: 'localhost' })).toContain(
      '401 {"error":{"code":"unauthorized"',
    );
    expect(await refusal('')).toContain('"message":"pairs is missing."');
    expect(await refusal(tooMany)).toContain(
      '"message":"pairs must be 1 to 20 pairs with commas between them',
    );
    expect(await refusal('?pairs=EUR-USD')).toContain('such as EUR/USD,USD/JPY."');
    expect(await refusal('?pairs=EUR/XXX')).toContain('400 {"error":{"code":"unknown_currency"');
    for (const [pair, source] of [
      ['USD/KPW', ''],
      ['EUR/USD', '&source=fed'],
      ['EUR/USD', '&source=fixed'],
    ] as const) {
      const [from, to] = pair.split('/');
      const single = await send({
        path: `/v1/rates/pair?from=${from}&to=${to}${source}`,
        headers: headersOf(key),
      });
      expect(await refusal(`?pairs=${pair}${source}`)).toBe(`404 ${single.body}`);
    }
  });
});

const PATH = '/v1/stream?pairs=EUR/USD,EUR/XOF';

/** A folder with a key and the figures of the bank up to a day. */
async function dataUpTo(day: string): Promise<{ readonly dataDir: string; readonly key: string }> {
  const dataDir = throwAwayFolder();
  const key = await withStore({ DATA_DIR: dataDir }, (store) => makeKey(store));
  await importUpTo(day, dataDir);
  return { dataDir, key };
}

/** As `npm run import` does beside a running server. */
async function importUpTo(day: string, dataDir: string): Promise<void> {
  const now = new Date(CLOCK);
  const loaded = await withStore({ DATA_DIR: dataDir }, (store) =>
    loadDocument(
      { source: ecb(), listed: listSources('kraken'), store, now, origin: 'import' },
      { url: 'file:test', body: recentEcbSample(day), fetchedAt: now },
    ),
  );
  if (!loaded.ok) throw new Error(loaded.error.sentence);
}

function start(dataDir: string): Promise<ListeningServer> {
  return startListening({ DATA_DIR: dataDir, SOURCES: 'ecb,fixed', CLOCK }, false);
}

function headersOf(key: string): Readonly<Record<string, string>> {
  return { Host: 'localhost', 'X-API-Key': key };
}

function streamOf(
  { port }: ListeningServer,
  key: string,
  more: Readonly<Record<string, string>> = {},
): HalfOpenClient {
  return connectHalfOpen(port, requestOf(key, more));
}

function requestOf(key: string, more: Readonly<Record<string, string>> = {}): string {
  const headers = Object.entries({ ...headersOf(key), ...more }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return `GET ${PATH} HTTP/1.1\r\n${headers.join('')}\r\n`;
}

/** The rates that a reader was told, in order. */
function toldBy({ heard }: HalfOpenClient): readonly string[] {
  const form = /^event: rate\ndata: \{"from":"(\w+)","to":"(\w+)","rate":([\d.]+),/gm;
  return [...heard().matchAll(form)].map(([, from, to, rate]) => `${from}/${to} ${rate}`);
}

function lastIdOf({ heard }: HalfOpenClient): string {
  return [...heard().matchAll(/^id: (.*)$/gm)].at(-1)?.[1] ?? '';
}
