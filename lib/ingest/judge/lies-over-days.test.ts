import { expect, it, onTestFinished } from 'vitest';
import { rateError } from '#lib/api/rates/rate-errors';
import { findRate, only } from '#lib/domain/rates/rate-engine';
import { openPolledWorld, type PolledWorld } from '#lib/testing/worlds/polled-world';
import { startHost } from '#lib/testing/wire/upstream-calls';
import { DAY_MS, MINUTE_MS } from '#lib/domain/durations';

/** A Thursday after the ECB's publication. */
const THURSDAY = '2026-11-19T16:30:00Z';

/** What the publisher states instead of a figure of EUR/USD; null leaves it out. */
type Lie = (rate: number, day: string) => number | null;

it('a pair that was missing from three publications is compared with its last stored figure', async () => {
  const { world, tell } = await openLyingWorld();
  await world.poll('ecb');
  const before = Number(world.strict('ecb', 'EUR', 'USD'));
  // Friday, Monday and Tuesday without, then Wednesday a hundred times too large.
  for (const days of [1, 3, 1]) {
    tell((rate, day) => (day > '2026-11-19' ? null : rate));
    world.moveBy(days * DAY_MS);
    await world.poll('ecb');
  }
  tell((rate) => 100 * rate);
  world.moveBy(DAY_MS);
  expect(await world.poll('ecb')).toMatchObject({ reason: 'quarantined' });
  // No figure rather than a wrong one.
  for (const [base, quote] of [
    ['EUR', 'USD'],
    ['USD', 'JPY'],
  ] as const) {
    expect(refusalOf(world, base, quote)).toMatchObject({
      code: 'source_unavailable',
      message: `No rate for ${base} to ${quote}. Tried ecb: its newest figure, of 2026-11-25, is held for review.`,
    });
  }
  expect(refusalOf(world, 'EUR', 'RUB')).toMatchObject({ code: 'pair_unavailable' });
  const held = await world.store.readHeldFigures({ source: 'ecb', state: 'held', limit: 9 });
  expect(held).toMatchObject([{ quote: 'USD', rule: 'unit_scale' }]);

  tell((rate) => rate);
  world.moveBy(DAY_MS);
  await world.poll('ecb');
  expect(Number(world.strict('ecb', 'EUR', 'USD')) / before).toBeCloseTo(1, 1);
});

it.each([
  [1.09, 7],
  [1.009, 25],
])(
  'a fixing that is stated anew, times %d, at every poll goes no further than a day may',
  async (factor, polls) => {
    const { world, tell } = await openLyingWorld();
    await world.poll('ecb');
    const before = Number(world.strict('ecb', 'EUR', 'USD'));
    world.moveBy(DAY_MS);
    for (let poll = 0; poll < polls; poll += 1) {
      tell((rate, day) => (day === '2026-11-20' ? rate * factor ** poll : rate));
      await world.poll('ecb');
      world.moveBy(MINUTE_MS);
    }
    expect(Math.abs(Math.log(Number(world.strict('ecb', 'EUR', 'USD')) / before))).toBeLessThan(0.1);
    const held = await world.store.readHeldFigures({ source: 'ecb', state: 'held', limit: 9 });
    expect(held).toMatchObject([{ quote: 'USD', rule: 'jump' }]);
  },
);

it('a past figure that is stated anew at every poll does not walk away from its neighbours', async () => {
  const { world, tell } = await openLyingWorld();
  await world.poll('ecb');
  const day = '2026-10-14';
  const before = await storedUsd(world, day);
  // On a Saturday the bank's document of 90 days is read.
  world.moveBy(2 * DAY_MS);
  for (let poll = 1; poll < 7; poll += 1) {
    tell((rate, of) => (of === day ? rate * 1.09 ** poll : rate));
    await world.poll('ecb');
    world.moveBy(MINUTE_MS);
  }
  expect(Math.abs(Math.log((await storedUsd(world, day)) / before))).toBeLessThan(0.1);
  expect(await world.store.readHeldDocuments()).toMatchObject([{ rule: 'large_revision' }]);

  tell((rate) => rate);
  await world.poll('ecb');
  expect(await storedUsd(world, day)).toBe(before);
  expect(await world.store.readHeldDocuments()).toEqual([]);
});

it.each([
  ['ten times as large', (rate: number) => 10 * rate],
  ['half as large again', (rate: number) => 1.5 * rate],
  ['upside down', (rate: number) => 1 / rate],
  ['as large as the yen', () => 182.46],
])(
  'a short document after weeks without a poll, whose dollar is %s, is not believed, and the next sound one is',
  async (_name, lie) => {
    for (const days of [1, 2]) {
      const { world, tell, cut } = await openLyingWorld();
      await world.poll('ecb');
      const before = Number(world.strict('ecb', 'EUR', 'USD'));
      world.moveBy(19 * DAY_MS);
      cut(days);
      tell(lie);
      await world.poll('ecb');
      expect(refusalOf(world, 'EUR', 'USD')).toMatchObject({ code: 'source_unavailable' });
      tell((rate) => rate);
      cut(Infinity);
      world.moveBy(DAY_MS);
      await world.poll('ecb');
      expect(Number(world.strict('ecb', 'EUR', 'USD')) / before).toBeCloseTo(1, 1);
      expect(await world.store.readHeldFigures({ source: 'ecb', state: 'held', limit: 9 })).toEqual([]);
    }
  },
);

/** What a caller is told of a pair that the bank alone is asked for. */
function refusalOf(world: PolledWorld, base: string, quote: string) {
  const snapshot = world.snapshot();
  const found = findRate(snapshot, { base, quote }, only('ecb'));
  return found.ok ? null : rateError(found.error, snapshot);
}

interface LyingWorld {
  readonly world: PolledWorld;
  readonly tell: (lie: Lie) => void;
  /** Leaves all but so many of the newest days out of each document. */
  readonly cut: (daysMax: number) => void;
}

/** A world whose European Central Bank states what a test tells it to, over real HTTP. */
async function openLyingWorld(): Promise<LyingWorld> {
  let told: Lie = (rate) => rate;
  let daysMax = Infinity;
  const world = await openPolledWorld(THURSDAY, {
    upstream: async (id, simulated) => {
      if (id !== 'ecb') return simulated;
      const host = await startHost((request, response) => {
        void fetch(new URL(request.url ?? '/', simulated)).then(async (answer) => {
          response.setHeader('Content-Type', answer.headers.get('content-type') ?? 'text/xml');
          response.end(restated(cutTo(daysMax, await answer.text()), told));
        });
      });
      return new URL(host.url);
    },
  });
  onTestFinished(world.close);
  return { world, tell: (lie) => (told = lie), cut: (days) => (daysMax = days) };
}

const DAY_OR_DOLLAR = /<Cube time=["']([\d-]+)["']>|<Cube currency=["']USD["'] rate=["']([\d.]+)["']\/>/g;

/** The bank's XML with other dollars. */
function restated(xml: string, lie: Lie): string {
  let of = '';
  return xml.replaceAll(DAY_OR_DOLLAR, (text, day: string | undefined, rate: string | undefined) => {
    if (day !== undefined) of = day;
    if (rate === undefined) return text;
    const stated = lie(Number(rate), of);
    return stated === null ? '' : `<Cube currency='USD' rate='${Number(stated.toPrecision(6))}'/>`;
  });
}

/** The bank's XML, newest day first, without those behind. */
function cutTo(daysMax: number, xml: string): string {
  const days = [...xml.matchAll(/<Cube time=[\s\S]*?<\/Cube>/g)].map(([day]) => day);
  return days.slice(daysMax).reduce((rest, day) => rest.replace(day, ''), xml);
}

async function storedUsd({ store }: PolledWorld, day: string): Promise<number> {
  const fromMs = Date.parse(`${day}T00:00:00Z`);
  const span = { source: 'ecb', base: 'EUR', quote: 'USD', fromMs, toMs: fromMs + DAY_MS, limit: 1 } as const;
  return (await store.readSeries(span)).rates[0] ?? Number.NaN;
}
