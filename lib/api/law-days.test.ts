import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoricalSeriesResponse } from '#lib/contract/responses';
import { addDays, dayNumberOf, type IsoDay, isoDayOf } from '#lib/domain/iso-day';
import { listSources } from '#lib/sources/registry';
import { FACTS as LAW } from '#lib/sources/fixed/facts';
import { recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { longCount } from '#lib/testing/long-count';
import { roundFraction } from '#lib/testing/oracles/exact-fraction';
import { type LawOfDays, lawTimesFixings, type RecordedSource } from '#lib/testing/oracles/law-times-fixings';
import {
  readRecordedHistories,
  RECORDED_PUBLISHERS,
  withHongKongArchive,
} from '#lib/testing/oracles/publishers-record';
import { PROPERTY_SEED, randomOf, seeded } from '#lib/testing/property-runs';
import { historicalSeries, pairRateWithProvenance } from '#lib/testing/wire/answer-schemas';
import { openReplayWorld, type ReplayWorld } from '#lib/testing/worlds/replay-world';

/** Weeks of random pairs that are looked at through both doors. */
const WEEKS = longCount('LAW_WEEKS', 60);

/** Every so many years of a pair are recomputed; of 1 all, some 30,000 days. */
const EVERY_YEARS = longCount('LAW_EVERY_YEARS', 9);

const NOW = new Date('2026-04-14T09:00:00Z');
const FIRST_DAY = isoDayOf(new Date('1971-01-04'));
const LAST_DAY = isoDayOf(NOW);

/** What law ties or tied, and what it is asked against. */
const TIED = [...new Set(LAW.pegs.map(({ base, quote, anchor }) => (base === anchor ? quote : base)))];
const OTHERS = [...TIED, ...'USD EUR GBP JPY CHF HKD INR ZAR SGD BRL TRY RON CZK'.split(' ')];

const END = '2026-12-31';

/** Each pair with the law of its days, and whether a rate divides. */
const RECOMPUTED: readonly (readonly [string, string, readonly LawOfDays[]])[] = [
  [
    'USD',
    'MOP',
    [{ firstDay: '1983-01-01', lastDay: END, anchors: ['USD', 'HKD'], factor: '1.03', divides: false }],
  ],
  [
    'GIP',
    'USD',
    [{ firstDay: '1971-01-01', lastDay: END, anchors: ['GBP', 'USD'], factor: '1', divides: false }],
  ],
  ['EUR', 'HRK', [{ firstDay: '2023-01-01', lastDay: END, anchors: null, factor: '7.5345', divides: false }]],
  [
    'BGN',
    'USD',
    [
      {
        firstDay: '1999-07-05',
        lastDay: '2000-07-18',
        anchors: ['EUR', 'USD'],
        factor: '1.95583',
        divides: true,
      },
      { firstDay: '2026-01-01', lastDay: END, anchors: ['EUR', 'USD'], factor: '1.95583', divides: true },
    ],
  ],
];

const recorded = readRecordedHistories();
const histories = recorded && withHongKongArchive(recorded);

describe('a day through both doors, of all publishers and of law', () => {
  let opened: ReplayWorld | null = null;
  beforeAll(async () => {
    opened = histories && (await openReplayWorld(histories, new Date('2026-06-01T00:00:00Z')));
    await opened?.moveTo(NOW);
  });
  afterAll(() => opened?.close());

  it.for([
    ['USD', 'MOP', '1990-05-01', '1990-05-03', [8.025_245, 8.024_73, 8.025_76]],
    ['EUR', 'HRK', '2025-06-06', '2025-06-08', [7.5345, 7.5345, 7.5345]],
    ['BGN', 'USD', '2026-01-05', '2026-01-05', [0.596_370_850_227_269]],
    ['USD', 'GIP', '1971-01-04', '1971-01-04', [1 / 2.3938]],
  ] as const)(
    'has the points of %s to %s from %s to %s',
    async ([from, to, first, last, rates], { skip }) => {
      if (opened === null) return skip(recordedBodiesMissing('ecb'));
      const path = `/v1/historical?from=${from}&to=${to}&startDate=${first}&endDate=${last}`;
      const points = (await opened.ask(historicalSeries, path))?.points ?? [];
      expect(points.map(({ source }) => source)).toEqual(rates.map(() => 'fixed'));
      for (const [row, rate] of rates.entries()) expect((points[row]?.rate ?? 0) / rate).toBeCloseTo(1, 14);
    },
  );

  it.for('BGN CYP EEK HRK LTL LVL MTL ROL SIT SKK TRL DEM'.split(' '))(
    'has %s against the dollar today in the rate and in the last point of history alike',
    async (code, { skip }) => {
      if (opened === null) return skip(recordedBodiesMissing('ecb'));
      for (const pair of [`from=${code}&to=USD`, `from=USD&to=${code}`]) {
        const current = await opened.ask(pairRateWithProvenance, `/v1/rates/pair?${pair}&include=provenance`);
        const history = await opened.ask(historicalSeries, `/v1/historical?${pair}&limit=1`);
        expect(history?.points, pair).toEqual([
          { rate: current?.rate, source: current?.source, timestamp: current?.timestamp },
        ]);
      }
    },
  );

  describeWeeks(() => opened);
  describeRecomputed(() => opened);
});

/** The world of the tests; null where this machine has no recorded files. */
type OpenedWorld = () => ReplayWorld | null;

function describeWeeks(opened: OpenedWorld): void {
  it(
    seeded('is a point of history where it has a rate of its own, and has that rate where it is a point'),
    { timeout: 600_000 },
    async ({ skip }) => {
      const world = opened();
      if (world === null) return skip(recordedBodiesMissing('ecb'));
      const random = randomOf(PROPERTY_SEED);
      let shared = 0;
      for (let week = 0; week < WEEKS; week += 1) shared += await checkWeek(world, random);
      expect(shared).toBeGreaterThan(WEEKS / 2);
    },
  );
}

function describeRecomputed(opened: OpenedWorld): void {
  it.for(RECOMPUTED)(
    'is law times the fixings of the day to the last digit, on every day of %s to %s',
    { timeout: 900_000 },
    async ([from, to, periods], { skip }) => {
      const world = opened();
      if (world === null || histories === null) return skip(recordedBodiesMissing('ecb'));
      const expectedOn = lawTimesFixings(recordedSources(), periods);
      let days = 0;
      for (let year = 2026; year >= 1971; year -= EVERY_YEARS) {
        const [first, last] = [`${year}-01-01`, `${year}-12-31`];
        const path = `/v1/historical?from=${from}&to=${to}&startDate=${first}&endDate=${last}&limit=5000`;
        const history = await world.ask(historicalSeries, path);
        days += expectYear(history, { year, expectedOn, path });
      }
      expect(days).toBeGreaterThan(100);
    },
  );
}

function recordedSources(): readonly RecordedSource[] {
  return RECORDED_PUBLISHERS.flatMap((id) => {
    const record = histories?.get(id)?.record;
    const facts = listSources('kraken').find((source) => source.id === id);
    return record && facts && 'schedule' in facts ? [{ record, facts }] : [];
  });
}

/** Every day of a year: a point by law where the files and the law make one, exactly, and else none. Gives how many points there are. */
function expectYear(
  history: HistoricalSeriesResponse | null,
  asked: {
    readonly year: number;
    readonly expectedOn: ReturnType<typeof lawTimesFixings>;
    readonly path: string;
  },
): number {
  const byLaw = new Map(
    (history?.points ?? [])
      .filter(({ source }) => source === 'fixed')
      .map(({ timestamp, rate }) => [timestamp.slice(0, 10), rate]),
  );
  for (
    let day = isoDayOf(new Date(`${asked.year}-01-01`));
    day <= `${asked.year}-12-31`;
    day = addDays(day, 1)
  ) {
    if (day >= LAST_DAY) break;
    const expected = asked.expectedOn(day);
    expect(byLaw.get(day), `${asked.path}: ${day}`).toBe(
      expected ? roundFraction(expected.exact, 15) : undefined,
    );
  }
  return byLaw.size;
}

/** A week of a random pair, asked of one source or of all, day by day and as a span. Gives how many days have a rate of their own. */
async function checkWeek(world: ReplayWorld, random: () => number): Promise<number> {
  const one = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const pair = [one(TIED) ?? 'XOF', one(OTHERS) ?? 'USD'];
  const [from, to] = random() < 0.5 ? pair : pair.toReversed();
  const source = random() < 0.6 ? undefined : one([...RECORDED_PUBLISHERS, 'fixed']);
  const first = addDays(
    FIRST_DAY,
    Math.floor(random() * (dayNumberOf(LAST_DAY) - dayNumberOf(FIRST_DAY) - 6)),
  );
  const query = `from=${from}&to=${to}${source ? `&source=${source}` : ''}`;
  const span = `${query}&startDate=${first}&endDate=${addDays(first, 6)}`;
  const points = (await world.ask(historicalSeries, `/v1/historical?${span}`))?.points ?? [];
  let shared = 0;
  for (let day = first; day <= addDays(first, 6); day = addDays(day, 1)) {
    const ofDay = points.filter(({ timestamp }) => timestamp.startsWith(day));
    const rate = await rateOf(world, query, day);
    if (rate?.isOfDay) {
      shared += 1;
      expect(ofDay, `${span}: ${day}`).toContainEqual(rate.point);
    }
    // A point is the rate of the day: the default one, or that of its own source alone.
    for (const point of ofDay) {
      const isDefault = rate?.isOfDay && JSON.stringify(point) === JSON.stringify(rate.point);
      if (isDefault) continue;
      const alone = await rateOf(world, `from=${from}&to=${to}&source=${point.source}`, day);
      expect(alone?.point, `${span}: ${day} of ${point.source}`).toEqual(point);
    }
  }
  return shared;
}

/** The rate of a day; `isOfDay` where it was observed on it, and is not crossed between publishers, which has no history. */
async function rateOf(world: ReplayWorld, query: string, day: IsoDay) {
  const path = `/v1/rates/pair?${query}&date=${day}&include=provenance`;
  const answer = await world.ask(pairRateWithProvenance, path);
  if (!answer) return null;
  const { rate, source, timestamp, provenance } = answer;
  const publishers = new Set(provenance.legs.map((leg) => leg.source).filter((id) => id !== 'fixed'));
  return { point: { rate, source, timestamp }, isOfDay: timestamp.startsWith(day) && publishers.size < 2 };
}
