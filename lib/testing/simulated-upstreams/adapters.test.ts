import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forexCloseBefore } from '#lib/domain/calendars/forex-market';
import { addDays, isoDayOf, parseIsoDay, startOfDay } from '#lib/domain/iso-day';
import { DAY_MS } from '#lib/domain/durations';
import type { PublishedFixing } from '#lib/domain/rates/observation';
import { createHttpClient, type DocumentVersion } from '#lib/platform/http-client';
import { createSource as boe } from '#lib/sources/boe/source';
import { createSource as boj } from '#lib/sources/boj/source';
import { createSource as chartingPlatform } from '#lib/sources/charting-platform/source';
import { createSource as cryptoExchange } from '#lib/sources/crypto-exchange/source';
import { createSource as ecb } from '#lib/sources/ecb/source';
import { createSource as fed } from '#lib/sources/fed/source';
import type { Documents, FixingSource, TickSource } from '#lib/sources/source';
import { createSource as webFinance } from '#lib/sources/web-finance/source';
import { createSource as webSearch } from '#lib/sources/web-search/source';
import { isZip } from '#lib/sources/zip-member';
import { expectOneSeriesLost } from '#lib/testing/suites/damaged-series';
import { fixedClock } from '#lib/testing/builders/fixed-clock';
import type { PolledSourceId } from './faults/faults.ts';
import { newestPublished } from './rates/published-days.ts';
import { type SimulatedUpstreams, startSimulatedUpstreams } from './start.ts';

/** A Friday, half an hour after the ECB's publication, and the Sunday after it. */
const FRIDAY = '2026-11-20T15:30:00Z';
const SUNDAY = '2026-11-22T12:00:00Z';
/** What a source may be away from the truth, and what printing with few digits adds. */
const VIEW_SHARE = 0.0005;
const PRINT_SHARE = 0.0005;

const clock = fixedClock(FRIDAY);
const http = createHttpClient({ clock, userAgent: 'Crossrate/0.1 (test)' });
let upstreams: SimulatedUpstreams;

beforeAll(async () => {
  upstreams = await startSimulatedUpstreams({ now: clock.service });
});
beforeEach(() => clock.moveTo(new Date(FRIDAY)));
afterAll(() => upstreams.close());

const banks: readonly (readonly [PolledSourceId, (upstream: URL) => FixingSource])[] = [
  ['ecb', ecb],
  ['boe', boe],
  ['fed', fed],
  ['boj', boj],
];

const markets: readonly (readonly [string, PolledSourceId, (upstream: URL) => TickSource])[] = [
  ['kraken', 'crypto-exchange', (upstream) => cryptoExchange(upstream, { exchange: 'kraken' })],
  ['binance', 'crypto-exchange', (upstream) => cryptoExchange(upstream, { exchange: 'binance' })],
  ['web-finance', 'web-finance', webFinance],
  ['charting-platform', 'charting-platform', chartingPlatform],
  ['web-search', 'web-search', webSearch],
];

describe('the adapter of a bank', () => {
  it.each(banks)('%s reads every pair of the newest publication, as the truth is', async (id, make) => {
    const source = make(addressOf(id));
    const fixings = read(source, await fetchFrom(source, null));
    const newest = newestPublished(source.schedule, clock.service());
    const ofNewest = fixings.filter(({ observedOn }) => observedOn === newest);
    expect(newestDayOf(fixings)).toBe(newest);
    expect(ofNewest.length).toBe(source.expectedPairs);
    expectTrue(source, fixings);
  });

  it.each(banks)('%s gets a figure when it is due and not a second before', async (id, make) => {
    const source = make(addressOf(id));
    const next = nextDayOf(source, newestPublished(source.schedule, clock.service()));
    const dueAt = source.schedule.dueAt(next);
    clock.moveTo(new Date(dueAt.getTime() - 1000));
    expect(newestDayOf(read(source, await fetchFrom(source, null))) < next).toBe(true);
    clock.moveTo(dueAt);
    // The Federal Reserve releases a week at once, so the newest day may be a later one.
    expect(newestDayOf(read(source, await fetchFrom(source, null))) >= next).toBe(true);
  });

  it.each(banks)('%s closes a gap of a month', async (id, make) => {
    const source = make(addressOf(id));
    const newest = newestPublished(source.schedule, clock.service());
    const stored = addDays(newest, -30);
    const days = new Set(read(source, await fetchFrom(source, stored)).map(({ observedOn }) => observedOn));
    for (let day = addDays(stored, 1); day <= newest; day = addDays(day, 1)) {
      expect(days.has(day), day).toBe(source.schedule.isPublicationDay(day));
    }
  });

  it.each(banks)('%s reads its whole history, from its first day on', async (id, make) => {
    const source = make(addressOf(id));
    const to = isoDayOf(clock.service());
    const from = dayOf(source.history.firstDay);
    const parts = await source.history.parts(http, { from, to });
    if (!parts.ok) throw new Error(parts.error.sentence);
    const oldest = parts.value.at(-1);
    const first = parts.value[0];
    if (oldest === undefined || first === undefined) throw new Error('There is no part.');
    for (const part of [oldest, first]) {
      const fixings = read(source, unwrap(await source.history.fetch(http, part)));
      expectTrue(source, fixings.slice(0, 50));
      const days = fixings.map(({ observedOn }) => observedOn).toSorted();
      if (part === oldest)
        expect(Date.parse(days[0] ?? '')).toBeLessThan(startOfDay(from).getTime() + 8 * DAY_MS);
      if (part === first) expect(days.at(-1)).toBe(newestPublished(source.schedule, clock.service()));
    }
  });

  it('ecb is told that nothing has changed until the next publication', async () => {
    const source = ecb(addressOf('ecb'));
    const newest = newestPublished(source.schedule, clock.service());
    const stored = addDays(newest, -3);
    const versions = new Map<string, DocumentVersion>();
    for (const { url, version } of unwrap(await fetchFrom(source, stored)))
      if (version) versions.set(url, version);
    expect(versions.size).toBeGreaterThan(0);
    expect(unwrap(await fetchFrom(source, stored, versions))).toEqual([]);
    clock.moveTo(source.schedule.dueAt(nextDayOf(source, newest)));
    expect(unwrap(await fetchFrom(source, stored, versions)).length).toBeGreaterThan(0);
  });
});

describe('the adapter of a market', () => {
  it.each(markets)('%s reads every pair that it asks for, as the truth is', async (_name, id, make) => {
    const source = make(addressOf(id));
    const ticks = await ticksOf(source);
    const isExchange = id === 'crypto-exchange';
    // An exchange's list is its own, and the smaller simulated one has the main markets alone.
    expect(ticks.length).toBeGreaterThanOrEqual(isExchange ? 50 : source.expectedPairs);
    for (const { base, quote, rate, observedAt } of ticks) {
      const at = observedAt ?? clock.service();
      expect(at <= clock.service(), `${base}/${quote}`).toBe(true);
      expect(distance(base, quote, rate, clock.service()), `${base}/${quote} ${rate}`).toBeLessThan(
        // Spark's newest bar may be fifteen minutes old.
        id === 'web-finance' ? 0.02 : VIEW_SHARE + PRINT_SHARE,
      );
    }
  });

  it.each(markets)(
    '%s reads the closing figures on a Sunday, and new ones on Monday',
    async (_name, id, make) => {
      const source = make(addressOf(id));
      clock.moveTo(new Date(SUNDAY));
      const [first, later] = [await ticksOf(source), await ticksOf(source, 3_600_000)];
      clock.moveTo(new Date('2026-11-23T09:00:00Z'));
      const monday = await ticksOf(source);
      const rateIn = (ticks: typeof first) =>
        ticks.find(({ base, quote }) => base === 'EUR' && quote === 'USD')?.rate;
      if (rateIn(first) === undefined) return expect(id).toBe('crypto-exchange');
      const closeAt = forexCloseBefore(new Date(SUNDAY));
      expect(distance('EUR', 'USD', rateIn(first) ?? '', closeAt)).toBeLessThan(VIEW_SHARE + PRINT_SHARE);
      expect(rateIn(later)).toBe(rateIn(first));
      expect(rateIn(monday)).not.toBe(rateIn(first));
      return undefined;
    },
  );
});

describe('the fault dropped_60', () => {
  it.each(banks)('leaves the adapter of %s half of its newest pairs at the most', async (id, make) => {
    const source = make(addressOf(id));
    await upstreams.setFault(id, 'dropped_60');
    const fetched = await fetchFrom(source, null);
    const fixings = fetched.ok ? read(source, fetched) : [];
    await upstreams.setFault(id, null);
    const newest = newestDayOf(fixings);
    const left = fixings.filter(({ observedOn }) => observedOn === newest).length;
    expect(left).toBeLessThanOrEqual(source.expectedPairs / 2);
  });

  it.each(markets)('leaves the adapter of %s fewer than half of its pairs', async (_name, id, make) => {
    const source = make(addressOf(id));
    const sound = await ticksOf(source);
    await upstreams.setFault(id, 'dropped_60');
    const fetched = await source.fetch(http);
    await upstreams.setFault(id, null);
    const parsed = fetched.ok ? source.parse(fetched.value) : null;
    const left = parsed?.ok === true ? parsed.value.flatMap(({ ticks }) => ticks) : [];
    expect(left.length).toBeLessThan(sound.length / 2);
  });
});

describe('a document of which one series is not as its publisher writes it', () => {
  it.each(banks)('costs %s that series alone, in polls and in history', async (id, make) => {
    const source = make(addressOf(id));
    const poll = await fetchFrom(source, null);
    expect(expectOneSeriesLost(source, unwrap(poll))).toBeGreaterThan(4);
    const to = isoDayOf(clock.service());
    const parts = await source.history.parts(http, { from: addDays(to, -30), to });
    const [part] = parts.ok ? parts.value : [];
    if (part === undefined) throw new Error('There is no part.');
    const history = unwrap(await source.history.fetch(http, part));
    const texts = history.filter(({ body }) => !isZip(body));
    if (texts.length > 0) expect(expectOneSeriesLost(source, texts)).toBeGreaterThan(4);
  });

  it.each(markets)('costs %s that series alone, in polls and in history', async (name, id, make) => {
    const source = make(addressOf(id));
    const tried = expectOneSeriesLost(source, unwrap(await source.fetch(http)));
    if (name !== 'web-search') expect(tried).toBeGreaterThan(4);
    const to = isoDayOf(clock.service());
    const parts = await source.history?.parts(http, { from: addDays(to, -30), to });
    const [part] = parts?.ok === true ? parts.value : [];
    const history = part && (await source.history?.fetch(http, part));
    if (history) expect(expectOneSeriesLost(source, unwrap(history))).toBeGreaterThan(4);
  });
});

describe('the history of a market', () => {
  it.each(markets.filter(([name]) => ['kraken', 'binance', 'web-finance'].includes(name)))(
    '%s reads days of history, as the truth is at their ends',
    async (_name, id, make) => {
      const source = make(addressOf(id));
      const { history } = source;
      if (history === null) throw new Error('There is no history.');
      const to = isoDayOf(clock.service());
      const parts = await history.parts(http, { from: addDays(to, -300), to });
      if (!parts.ok) throw new Error(parts.error.sentence);
      const fewParts = parts.value.filter((_part, index) => index % 20 === 0);
      expect(fewParts.length).toBeGreaterThan(0);
      for (const part of fewParts) {
        for (const document of unwrap(await history.fetch(http, part))) {
          const bars = history.parse(document);
          if (!bars.ok) throw new Error(bars.error.sentence);
          expect(bars.value.figures.length).toBeGreaterThan(100);
          for (const { base, quote, rate, low, high, observedAt } of bars.value.figures) {
            const place = `${base}/${quote} ${observedAt.toISOString()}`;
            expect(distance(base, quote, rate, observedAt), place).toBeLessThan(VIEW_SHARE + PRINT_SHARE);
            if (low !== null) expect(Number(low), place).toBeLessThanOrEqual(Number(rate));
            if (high !== null) expect(Number(high), place).toBeGreaterThanOrEqual(Number(rate));
          }
        }
      }
    },
  );
});

describe('the size of a market', () => {
  it('takes more than 150 currencies from the charting platform', async () => {
    const ticks = await ticksOf(chartingPlatform(addressOf('charting-platform')));
    expect(new Set(ticks.flatMap(({ base, quote }) => [base, quote])).size).toBeGreaterThan(150);
  });

  it('takes 2,400 markets from an exchange under load, within its limits', async () => {
    const loaded = await startSimulatedUpstreams({ now: clock.service, cryptoMarkets: 2400 });
    try {
      const source = cryptoExchange(new URL(loaded.addressOf('crypto-exchange')), { exchange: 'binance' });
      expect((await ticksOf(source)).length).toBe(2400);
    } finally {
      await loaded.close();
    }
  });
});

function addressOf(id: PolledSourceId): URL {
  return new URL(upstreams.addressOf(id));
}

function fetchFrom(
  source: FixingSource,
  newestStoredOn: ReturnType<typeof isoDayOf> | null,
  storedVersions: ReadonlyMap<string, DocumentVersion> = new Map(),
): Promise<Documents> {
  return source.fetch(http, { newestStoredOn, today: isoDayOf(clock.service()), storedVersions });
}

function unwrap(documents: Documents) {
  if (!documents.ok) throw new Error(documents.error.sentence);
  return documents.value;
}

function read(
  source: FixingSource,
  documents: Documents | ReturnType<typeof unwrap>,
): readonly PublishedFixing[] {
  const list = 'ok' in documents ? unwrap(documents) : documents;
  return list.flatMap((document) => {
    const parsed = source.parse(document);
    if (!parsed.ok) throw new Error(parsed.error.sentence);
    return parsed.value.figures;
  });
}

async function ticksOf(source: TickSource, laterMs = 0) {
  if (laterMs > 0) clock.moveTo(new Date(clock.service().getTime() + laterMs));
  const parsed = source.parse(unwrap(await source.fetch(http)));
  if (!parsed.ok) throw new Error(parsed.error.sentence);
  return parsed.value.flatMap(({ ticks }) => ticks);
}

function expectTrue(source: FixingSource, fixings: readonly PublishedFixing[]): void {
  expect(fixings.length).toBeGreaterThan(0);
  for (const { base, quote, rate, observedOn } of fixings) {
    const off = distance(base, quote, rate, source.fixingInstant(dayOf(observedOn)));
    expect(off, `${observedOn} ${base}/${quote} ${rate}`).toBeLessThan(VIEW_SHARE + PRINT_SHARE);
  }
}

/** From the truth, as a share of it. */
function distance(base: string, quote: string, rate: string, at: Date): number {
  const truth = upstreams.rateOf(base, quote, at);
  return truth === null ? Number.POSITIVE_INFINITY : Math.abs(Number(rate) / truth - 1);
}

function newestDayOf(fixings: readonly PublishedFixing[]): string {
  return (
    fixings
      .map(({ observedOn }) => observedOn)
      .toSorted()
      .at(-1) ?? ''
  );
}

function nextDayOf(source: FixingSource, day: ReturnType<typeof isoDayOf>) {
  let next = addDays(day, 1);
  while (!source.schedule.isPublicationDay(next)) next = addDays(next, 1);
  return next;
}

function dayOf(text: string) {
  const day = parseIsoDay(text);
  if (day === null) throw new Error(`${text} is no day.`);
  return day;
}
