import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  historicalSeries,
  pairComparison,
  pairRateWithProvenance,
  rateSeriesResponse,
  ratesTable,
} from '#lib/testing/wire/answer-schemas';
import { addDays, isoDayOf } from '#lib/domain/iso-day';
import { PROPERTY_SEED, randomOf, seeded } from '#lib/testing/property-runs';
import {
  readRecordedHistories,
  RECORDED_PUBLISHERS,
  type RecordedPublisher,
} from '#lib/testing/oracles/publishers-record';
import { recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import type { DayFigure } from '#lib/testing/oracles/replay-oracle';
import { openReplayWorld, type ReplayWorld } from '#lib/testing/worlds/replay-world';
import { longCount } from '#lib/testing/long-count';

/** When the recorded files were loaded: after everything that they hold. */
const LOADED_AT = new Date('2026-06-01T00:00:00Z');

/** Spans of replays and how many instants of each; of 2026 as far as the files reach. */
const SPANS = [
  ['2008-01-01', '2009-01-01', longCount('REPLAYED_INSTANTS', 6)],
  ['2015-01-01', '2016-01-01', longCount('REPLAYED_INSTANTS', 6)],
  ['2026-01-01', '2026-04-20', longCount('REPLAYED_INSTANTS', 6)],
] as const;

/** A release of each publisher: the Federal Reserve's is of the five days before. */
const RELEASES = [
  ['ecb', '2015-07-13T14:00:00Z'],
  ['boe', '2026-03-19T09:30:00Z'],
  ['fed', '2015-07-13T20:15:00Z'],
  ['boj', '2026-03-16T23:50:00Z'],
] as const;

/** Currencies that pairs are drawn from: those of every publisher, and some that ended or paused in these years. */
const CODES = 'EUR USD JPY GBP HKD CNY CHF SEK INR ISK BGN LTL SKK TRY'.split(' ');

/** Days of a history that is asked for, and of a series; further back than any change reaches. */
const HISTORY_DAYS = 60;
const SERIES_DAYS = 10;

/** Rates of the oracle are quotients and products of doubles; those of the service are exact and rounded once. */
const TOLERANCE = 1e-12;

const histories = readRecordedHistories();

describe('a replay of recorded history', () => {
  let world: ReplayWorld | null = null;
  beforeAll(async () => {
    world = histories && (await openReplayWorld(histories, LOADED_AT));
  });
  afterAll(() => world?.close());

  it.for(SPANS)(
    seeded('knows from %s to %s, at %i instants, what was public and nothing else'),
    { timeout: 180_000 },
    async ([from, to, instants], { skip }) => {
      if (world === null) return skip(recordedBodiesMissing('ecb'));
      const random = randomOf(PROPERTY_SEED + Date.parse(from));
      const found = { answers: 0, figures: 0 };
      for (let count = 0; count < instants; count += 1) {
        const lengthMs = Date.parse(to) - Date.parse(from);
        const now = new Date(Date.parse(from) + Math.floor(random() * lengthMs));
        await world.moveTo(now);
        await checkInstant({ world, now, random, found });
      }
      expect(found.answers).toBeGreaterThan(instants * 8);
      expect(found.figures).toBeGreaterThan(instants * 30);
    },
  );

  it.for(RELEASES)('knows of %s what is released at %s from that instant on', async ([id, at], { skip }) => {
    if (world === null) return skip(recordedBodiesMissing(id));
    const random = () => 0.2;
    const releasedAt = new Date(at);
    const newest: (string | undefined)[] = [];
    for (const now of [new Date(releasedAt.getTime() - 1), releasedAt]) {
      await world.moveTo(now);
      await checkInstant({ world, now, random, found: { answers: 0, figures: 0 } });
      await checkSeries({ world, now, random, found: { answers: 0, figures: 0 } }, id);
      const path = `/v1/rates/pair?from=USD&to=JPY&source=${id}&include=provenance`;
      newest.push((await world.ask(pairRateWithProvenance, path))?.timestamp);
    }
    expect(newest[0]).not.toBe(newest[1]);
  });
});

/** One instant of a replay, and what its answers held so far. */
interface Moment {
  readonly world: ReplayWorld;
  readonly now: Date;
  readonly random: () => number;
  readonly found: { answers: number; figures: number };
}

async function checkInstant(moment: Moment): Promise<void> {
  const { random } = moment;
  const pair = drawPair(random);
  const publisher = RECORDED_PUBLISHERS[Math.floor(random() * RECORDED_PUBLISHERS.length)] ?? 'ecb';
  await checkComparison(moment, pair);
  await checkDefault(moment, pair);
  await checkTables(moment, publisher);
  await checkHistory(moment, pair);
  await checkSeries(moment, publisher);
}

type AskedPair = readonly [string, string];

/** Every publisher alone: its newest public figure, as fresh as it was, or none. */
async function checkComparison({ world, now, found }: Moment, [from, to]: AskedPair): Promise<void> {
  const comparison = await world.ask(pairComparison, `/v1/rates/compare?from=${from}&to=${to}`);
  for (const [id, oracle] of world.oracles) {
    const expected = oracle.strict(from, to, now);
    const answer = comparison?.rates.find(({ source }) => source === id);
    const error = comparison?.without.find(({ source }) => source === id)?.code;
    found.answers += 1;
    const none = oracle.codes(now).size === 0 ? 'source_unavailable' : 'pair_unavailable';
    if (expected === null) expectSame([id, from, to, now], error, none);
    else if (expected === 'expired') expectSame([id, from, to, now], error, 'source_unavailable');
    else {
      expectFigure(now, answer && { day: answer.timestamp.slice(0, 10), rate: answer.rate }, expected);
      found.figures += 1;
    }
    const alone = await world.ask(
      pairRateWithProvenance,
      `/v1/rates/pair?from=${from}&to=${to}&source=${id}&include=provenance`,
    );
    expect(alone?.rate).toBe(answer?.rate);
    expect(alone?.timestamp).toBe(answer?.timestamp);
  }
}

/** The default rate, and each figure that it is made of. */
async function checkDefault(moment: Moment, [from, to]: AskedPair): Promise<number | undefined> {
  const { world, now, found } = moment;
  const path = `/v1/rates/pair?from=${from}&to=${to}&include=provenance`;
  const answer = await world.ask(pairRateWithProvenance, path);
  found.answers += 1;
  for (const { source, base, quote, figure, observedAt } of answer?.provenance.legs ?? []) {
    if (source === 'fixed') continue;
    const publisher = RECORDED_PUBLISHERS.find((id) => id === source);
    const oracle = publisher && world.oracles.get(publisher);
    const stated = oracle?.figure(base, quote, isoDayOf(new Date(observedAt)), now);
    expectSame([now, source, base, quote, observedAt], figure, stated);
    found.figures += 1;
  }
  return answer?.rate;
}

/** The table of a publisher holds what it alone has, that of the default what pairs have. */
async function checkTables(moment: Moment, id: RecordedPublisher): Promise<void> {
  const { world, now, random, found } = moment;
  const oracle = world.oracles.get(id);
  const base = CODES[Math.floor(random() * 4)] ?? 'EUR';
  const table = await world.ask(ratesTable, `/v1/rates?base=${base}&source=${id}`);
  for (const code of oracle?.codes(now) ?? []) {
    const expected = code === base ? null : (oracle?.strict(base, code, now) ?? null);
    const rate = table?.rates[code];
    if (expected === null || expected === 'expired') {
      if (code !== base) expectSame([now, id, base, code], rate, undefined);
      continue;
    }
    expectFigure(now, rate === undefined ? undefined : { day: expected.day, rate }, expected);
    found.figures += 1;
  }
  const mixed = await world.ask(ratesTable, `/v1/rates?base=${base}`);
  for (const code of CODES.slice(4, 7)) {
    expect(mixed?.rates[code]).toBe(await checkDefault(moment, [base, code]));
  }
  found.answers += 2;
}

/** The history of each publisher ends with its newest public figure; the mixed one holds them all. */
async function checkHistory({ world, now, found }: Moment, [from, to]: AskedPair): Promise<void> {
  const since = addDays(isoDayOf(now), -HISTORY_DAYS);
  const stated: { readonly source: string; readonly point: DayFigure }[] = [];
  for (const [id, oracle] of world.oracles) {
    const expected = oracle.history(from, to, now, since);
    const path = `/v1/historical?from=${from}&to=${to}&source=${id}&startDate=${since}`;
    const history = await world.ask(historicalSeries, path);
    const points = history?.points ?? [];
    found.answers += 1;
    found.figures += points.length;
    expectSame([now, id, from, to], points.length, expected.length);
    for (const [index, point] of expected.entries()) {
      const answered = points[index];
      expectFigure(now, answered && { day: answered.timestamp.slice(0, 10), rate: answered.rate }, point);
    }
    for (const point of expected) stated.push({ source: id, point });
  }
  const mixed = await world.ask(historicalSeries, `/v1/historical?from=${from}&to=${to}&startDate=${since}`);
  const published = mixed?.points.filter(({ source }) => source !== 'fixed') ?? [];
  expectSame([now, from, to], published.length, stated.length);
  for (const { source, timestamp, rate } of published) {
    const day = timestamp.slice(0, 10);
    const point = stated.find((one) => one.source === source && one.point.day === day)?.point;
    expectFigure(now, { day, rate }, point);
  }
}

/** The last days of a publisher's own currency, and of the default. */
async function checkSeries({ world, now, random, found }: Moment, id: RecordedPublisher): Promise<void> {
  const oracle = world.oracles.get(id);
  const base = { ecb: 'EUR', boe: 'GBP', fed: 'USD', boj: 'USD' }[id];
  const code = CODES.filter((one) => one !== base)[Math.floor(random() * (CODES.length - 1))] ?? 'JPY';
  const expected = oracle?.strict(base, code, now) ?? null;
  const path = `/v1/rates/series?base=${base}&codes=${code}&days=${SERIES_DAYS}&source=${id}`;
  const answer = await world.ask(rateSeriesResponse, path);
  const course = answer?.series[code] ?? null;
  found.answers += 1;
  expectSame([now, id, base, code], course === null, expected === null || expected === 'expired');
  if (course === null) return;
  const today = isoDayOf(now);
  const days = oracle?.history(base, code, now, addDays(today, -HISTORY_DAYS)) ?? [];
  const history = new Map(days.map(({ day, rate }) => [day, rate]));
  for (const [index, rate] of course.points.entries()) {
    const day = addDays(today, index + 1 - SERIES_DAYS);
    const known = history.get(day);
    if (known === undefined) expectSame([now, id, code, day], rate, null);
    else expectFigure(now, { day, rate: rate ?? Number.NaN }, { day, rate: known });
    found.figures += 1;
  }
  for (const since of Object.values(course.since)) {
    const known = since && [...history].find(([day]) => day === since.day)?.[1];
    if (since) expectFigure(now, since, { day: isoDayOf(new Date(since.day)), rate: known ?? Number.NaN });
  }
}

/** Expects a value, and names in the failure what it is of. */
function expectSame(of: readonly unknown[], value: unknown, expected: unknown): void {
  if (value !== expected) expect([...of, value]).toEqual([...of, expected]);
}

function expectFigure(
  now: Date,
  answered: { readonly day: string; readonly rate: number } | undefined,
  expected: DayFigure | undefined,
): void {
  const difference = Math.abs((answered?.rate ?? 0) / (expected?.rate ?? 1) - 1);
  const isEqual = answered?.day === expected?.day && difference <= TOLERANCE;
  if (!isEqual) expect({ now, ...answered }).toEqual({ now, ...expected });
}

function drawPair(random: () => number): AskedPair {
  const from = CODES[Math.floor(random() * CODES.length)] ?? 'EUR';
  const others = CODES.filter((code) => code !== from);
  return [from, others[Math.floor(random() * others.length)] ?? 'USD'];
}
