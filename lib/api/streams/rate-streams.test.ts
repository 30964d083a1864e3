import type { ServerResponse } from 'node:http';
import { PassThrough, type Writable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSnapshotViews } from '#lib/api/callers/allowed-sources';
import { STREAM_LIMITS } from '#lib/contract/request-limits';
import { DEFAULT_CHOICE, only } from '#lib/domain/rates/rate-engine';
import type { RateSnapshot } from '#lib/domain/rates/rate-snapshot';
import { buildSnapshot } from '#lib/domain/rates/rate-snapshot';
import { createLogger } from '#lib/platform/logger';
import { aPublication, aStoredSource, TEST_NOW } from '#lib/testing/builders/builders';
import { connectHalfOpen } from '#lib/testing/wire/half-open-client';
import { listenHere } from '#lib/testing/wire/short-lived-listeners';
import { createRateStreams, type WantedStream } from './rate-streams.ts';

const EUR_USD = { base: 'EUR', quote: 'USD' };
const USD_JPY = { base: 'USD', quote: 'JPY' };

/** So many pairs that a few hundred changes fill what the system keeps for a reader. */
const MANY = 'AUD BRL CAD CHF CNY CZK DKK HKD HUF IDR ILS INR KRW MXN MYR NOK NZD PHP PLN SEK'.split(' ');

/** For a machine that has other work to do as well. */
const PATIENT = { timeout: 20_000 };

/** Times that a test can wait for; each look finds what changed before. */
const TIMES = { lookMs: 2, checkMs: 4, beatMs: 60_000, partingMs: 20 };

const FIRST = { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 };

describe('a stream', { timeout: 60_000 }, () => {
  it('tells each pair at once, as the pair alone is answered, with the version', () => {
    const { heardBy, version } = openStreams();
    expect(heardBy().events()).toEqual([
      {
        event: 'rate',
        data: {
          from: 'EUR',
          to: 'USD',
          rate: 1.1684,
          source: 'ecb',
          timestamp: '2026-04-13T12:00:00.000Z',
          stale: false,
          dataVersion: version(),
        },
      },
      { event: 'rate', data: expect.objectContaining({ from: 'USD', to: 'JPY', rate: 159.833_960_972_27 }) },
    ]);
  });

  it('tells again what changed, and nothing else', async () => {
    const { heardBy, publish } = openStreams();
    const reader = heardBy();
    publish({ ...FIRST, 'EUR/USD': 1.17 });
    await expect.poll(() => reader.events().length, PATIENT).toBe(4);
    publish({ ...FIRST, 'EUR/USD': 1.17, 'EUR/GBP': 0.87 });
    publish({ ...FIRST, 'EUR/USD': 1.17, 'EUR/JPY': 187 });
    await expect.poll(() => reader.events().length, PATIENT).toBe(5);
    const told = reader.events().map(({ data }) => `${data.from}/${data.to} ${data.rate}`);
    expect(told.slice(2)).toEqual(['EUR/USD 1.17', 'USD/JPY 159.615384615385', 'USD/JPY 159.82905982906']);
  });

  it('says that there is no rate any more, and when there is one again', async () => {
    const { heardBy, publish } = openStreams();
    const reader = heardBy({ source: only('ecb') });
    publish({});
    await expect.poll(() => reader.events().length, PATIENT).toBe(4);
    expect(reader.events().slice(2)).toMatchObject([
      { event: 'unavailable', data: { from: 'EUR', to: 'USD', error: { code: expect.any(String) } } },
      { event: 'unavailable', data: { from: 'USD', to: 'JPY' } },
    ]);
    publish(FIRST);
    const laterEvents = () => reader.events().slice(4);
    await expect.poll(laterEvents, PATIENT).toMatchObject([{ event: 'rate' }, { event: 'rate' }]);
  });
});

describe('a stream that goes on', () => {
  it('after a restart begins with exactly the pairs that differ from what the id stands for', () => {
    const before = openStreams();
    const lastEventId = before.heardBy().ids().at(-1) ?? '';
    const after = openStreams(99);
    after.publish({ ...FIRST, 'EUR/JPY': 187 });
    const told = after.heardBy({ lastEventId }).events();
    expect(told.map(({ data }) => `${data.from}/${data.to}`)).toEqual(['USD/JPY']);
    expect(openStreams(7).heardBy({ lastEventId }).events()).toEqual([]);
  });

  it('between two events of one version has the first alone', () => {
    const { heardBy } = openStreams();
    const [firstId = ''] = heardBy().ids();
    expect(heardBy({ lastEventId: firstId }).events()).toMatchObject([{ data: { from: 'USD', to: 'JPY' } }]);
  });

  it.each(['', 'yesterday', '1.2:short', '1.2:abcdef'])('takes the id “%s” for none', (lastEventId) => {
    expect(openStreams().heardBy({ lastEventId }).events()).toHaveLength(2);
  });
});

describe('a stream ends', { timeout: 60_000 }, () => {
  it('when its key does, and tells nothing more', async () => {
    const { heardBy, publish, count } = openStreams();
    let isValid = true;
    const reader = heardBy({ holds: () => isValid });
    isValid = false;
    publish({ 'EUR/USD': 2, 'EUR/JPY': 3 });
    await expect.poll(reader.hasEnded, PATIENT).toBe(true);
    expect(reader.events()).toHaveLength(2);
    expect(reader.heard()).toContain(': the key has ended, expired or changed\nretry: 3000\n\n');
    expect(count()).toBe(0);
  });

  it('when more waits than its reader may leave, and takes no other with it', async () => {
    const { heardBy, publish, count, open } = openStreams();
    const quick = heardBy();
    const pairs = MANY.map((quote) => ({ base: 'EUR', quote }));
    const responses: ServerResponse[] = [];
    const { port } = await listenHere((_request, response) => {
      responses.push(response);
      open(response, { pairs });
    });
    const slow = connectHalfOpen(port, 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    slow.socket.pause();
    let rate = 1;
    let waitedMost = 0;
    await expect
      .poll(
        () => {
          rate += 0.0001;
          publish({ ...FIRST, ...Object.fromEntries(MANY.map((quote) => [`EUR/${quote}`, rate])) });
          waitedMost = Math.max(waitedMost, responses[0]?.writableLength ?? 0);
          return [count(), responses[0]?.destroyed];
        },
        { timeout: 50_000, interval: 1 },
      )
      .toEqual([1, true]);
    expect(waitedMost).toBeLessThan(80_000);
    expect(quick.hasEnded()).toBe(false);
  });

  it('when the server does, and none begins after that', async () => {
    const { heardBy, end, count } = openStreams();
    const reader = heardBy();
    end();
    const late = heardBy();
    await expect.poll(() => [reader.hasEnded(), late.hasEnded()], PATIENT).toEqual([true, true]);
    expect(late.heard()).toBe(': this server is ending; connect again\nretry: 3000\n\n');
    expect(reader.heard().endsWith(late.heard())).toBe(true);
    expect(count()).toBe(0);
  });

  it('when its reader leaves', async () => {
    const { open, count } = openStreams();
    const outlet = new PassThrough();
    open(outlet);
    outlet.destroy();
    await expect.poll(count, PATIENT).toBe(0);
  });
});

describe('streams', { timeout: 60_000 }, () => {
  it('are so many of a key and in all, and one more when another has ended', async () => {
    const { open, count, refusal } = openStreams();
    const fill = (line: string) =>
      Array.from({ length: STREAM_LIMITS.caller }, () => {
        const outlet = new PassThrough();
        open(outlet, { place: { lane: 'keys', line } });
        return outlet;
      });
    const [first] = fill('key-0');
    expect(refusal('key-0')).toEqual({
      code: 'rate_limited',
      message: 'No more than 100 streams may be open with this key. Close one, or try again in 15 s.',
      headers: { 'Retry-After': '15' },
    });
    expect(refusal('key-1')).toBeNull();
    first?.destroy();
    await expect.poll(() => refusal('key-0'), PATIENT).toBeNull();
    for (let key = 1; count() + STREAM_LIMITS.caller <= STREAM_LIMITS.all; key += 1) fill(`key-${key}`);
    open(new PassThrough(), { place: { lane: 'keys', line: 'key-0' } });
    expect(refusal('other')?.message).toMatch(/^No more than 2000 streams may be open at this server/);
  });

  it('hear a beat while nothing changes', async () => {
    const { heardBy } = openStreams(1, { ...TIMES, beatMs: 6 });
    const reader = heardBy();
    await expect.poll(() => reader.heard().split('\n:\n').length, PATIENT).toBeGreaterThan(3);
    expect(reader.events()).toHaveLength(2);
  });
});

interface Told {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Streams over one bank, whose figures the test publishes; they end with the test. */
function openStreams(revision = 1, times = TIMES) {
  let snapshot: RateSnapshot = snapshotOf(FIRST, revision);
  const views = createSnapshotViews();
  const streams = createRateStreams({ snapshot: () => snapshot, views, log: createLogger('silent'), times });
  onTestFinished(streams.end);
  const wantedBy = (part: Partial<WantedStream>): WantedStream => ({
    pairs: [EUR_USD, USD_JPY],
    source: DEFAULT_CHOICE,
    allowedSources: null,
    place: { lane: 'keys', line: 'key' },
    holds: () => true,
    lastEventId: null,
    ...part,
  });
  const open = (outlet: Writable, part: Partial<WantedStream> = {}) => {
    const opened = streams.open(wantedBy(part));
    if (!opened.ok) throw new Error(opened.error.message);
    opened.value(outlet);
  };
  return {
    ...streams,
    open,
    refusal: (line: string) => {
      const opened = streams.open(wantedBy({ place: { lane: 'keys', line } }));
      return opened.ok ? null : opened.error;
    },
    heardBy: (part: Partial<WantedStream> = {}) => {
      const outlet = new PassThrough();
      open(outlet, part);
      return readerOf(outlet);
    },
    publish: (figures: Readonly<Record<string, number>>) => {
      snapshot = snapshotOf(figures, snapshot.revision + 1);
    },
    version: () => snapshot.version,
  };
}

function snapshotOf(figures: Readonly<Record<string, number>>, revision: number): RateSnapshot {
  const publications = Object.keys(figures).length === 0 ? [] : [aPublication('2026-04-13', figures)];
  return buildSnapshot([aStoredSource({ publications })], revision, TEST_NOW);
}

/** Somebody who reads at once. */
function readerOf(outlet: PassThrough) {
  let heard = '';
  let hasEnded = false;
  const read = () => {
    heard += String(outlet.read() ?? '');
  };
  outlet.on('readable', read).on('end', () => (hasEnded = true));
  const all = () => {
    read();
    return heard;
  };
  return {
    heard: all,
    hasEnded: () => hasEnded,
    ids: () => [...all().matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id),
    events: (): readonly Told[] =>
      [...all().matchAll(/^event: (.*)\ndata: (.*)$/gm)].map(([, event = '', data = '']) => ({
        event,
        data: asFields(JSON.parse(data)),
      })),
  };
}

/** Holds because every event bears an object. */
function asFields(data: unknown): Told['data'] {
  return data as Told['data'];
}
