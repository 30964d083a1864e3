import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays, isoDayOf } from '#lib/domain/iso-day';
import {
  conversionWithProvenance,
  historicalSeries,
  pairRateWithProvenance,
  ratesTable,
} from '#lib/testing/wire/answer-schemas';
import type { Provenance } from '#lib/contract/responses';
import { longCount } from '#lib/testing/long-count';
import {
  type ExactFraction,
  fractionOf,
  rateOfLegs,
  roundFraction,
  timesFractions,
} from '#lib/testing/oracles/exact-fraction';
import { readRecordedHistories, RECORDED_PUBLISHERS } from '#lib/testing/oracles/publishers-record';
import { recordedBodiesMissing } from '#lib/testing/builders/recorded-bodies';
import { PROPERTY_SEED, randomOf, seeded } from '#lib/testing/property-runs';
import { openReplayWorld, type ReplayWorld } from '#lib/testing/worlds/replay-world';

const ANSWERS = longCount('RECOMPUTED_ANSWERS', 120);

const NOW = new Date('2026-04-14T09:00:00Z');
const FIRST_DAY = isoDayOf(new Date('1999-01-04'));
const DAYS = 9960;

/** Of every publisher, of law, and some that ended. */
const CODES = 'EUR USD JPY GBP CHF SEK HKD INR CNY XOF AED DEM FRF HRK SVC BMD TRL'.split(' ');
const SOURCES = [null, null, ...RECORDED_PUBLISHERS, 'fixed'];

const histories = readRecordedHistories();

describe('answers of all kinds, of every publisher and of days since 1999', () => {
  let world: ReplayWorld | null = null;
  beforeAll(async () => {
    world = histories && (await openReplayWorld(histories, new Date('2026-06-01T00:00:00Z')));
    await world?.moveTo(NOW);
  });
  afterAll(() => world?.close());

  it(
    seeded('are what their provenance makes of its published figures, to the last digit'),
    { timeout: 600_000 },
    async ({ skip }) => {
      if (world === null) return skip(recordedBodiesMissing('ecb'));
      const random = randomOf(PROPERTY_SEED);
      const kinds = new Set<string>();
      let recomputed = 0;
      for (let asked = 0; recomputed < ANSWERS; asked += 1) {
        expect(asked, 'most questions have an answer').toBeLessThan(ANSWERS * 6);
        for (const { kind, rate, amount, result } of await answersTo(world, random)) {
          expect(rate.given, rate.path).toBe(roundFraction(rate.made, 15));
          if (amount !== null) {
            const made = timesFractions(fractionOf(amount), rate.made);
            expect(result, rate.path).toBe(roundFraction(made, 15));
          }
          kinds.add(kind);
          recomputed += 1;
        }
      }
      expect([...kinds].toSorted()).toEqual(['cross', 'direct', 'identity', 'inverse', 'point']);
    },
  );
});

interface Recomputed {
  readonly kind: Provenance['kind'] | 'point';
  readonly rate: { readonly path: string; readonly given: number; readonly made: ExactFraction };
  readonly amount: number | null;
  readonly result: number | null;
}

/** A random question: a sum, a rate or a part of a table; of now or of a day. */
async function answersTo(world: ReplayWorld, random: () => number): Promise<readonly Recomputed[]> {
  const one = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const [from = 'EUR', to = 'USD', source] = [one(CODES), one(CODES), one(SOURCES)];
  const day = addDays(FIRST_DAY, Math.floor(random() * DAYS));
  const more = `include=provenance${source ? `&source=${source}` : ''}${random() < 0.7 ? `&date=${day}` : ''}`;
  const kind = random();
  if (kind < 0.2) {
    const path = `/v1/rates?base=${from}&symbols=${to},EUR,JPY&${more}`;
    const table = await world.ask(ratesTable, path);
    return Object.entries(table?.rates ?? {}).flatMap(([code, rate]) => {
      const provenance = table?.provenance?.[code];
      return provenance ? [recomputedOf(`${path} ${code}`, rate, provenance)] : [];
    });
  }
  if (kind < 0.3) return pointsOf(world, { from, to, day, source: source ?? null });
  if (kind < 0.5) {
    const path = `/v1/rates/pair?from=${from}&to=${to}&${more}`;
    const answer = await world.ask(pairRateWithProvenance, path);
    return answer ? [recomputedOf(path, answer.rate, answer.provenance)] : [];
  }
  const amount = Number((random() * 10 ** Math.floor(random() * 9)).toPrecision(7));
  const path = `/v1/convert?from=${from}&to=${to}&amount=${amount}&${more}`;
  const answer = await world.ask(conversionWithProvenance, path);
  if (!answer) return [];
  return [{ ...recomputedOf(path, answer.rate, answer.provenance), amount, result: answer.result }];
}

/** Some points of a history up to a day, of all sources or of one. */
async function pointsOf(
  world: ReplayWorld,
  {
    from,
    to,
    day,
    source,
  }: Readonly<Record<'from' | 'to' | 'day', string>> & { readonly source: string | null },
): Promise<readonly Recomputed[]> {
  const asked = `from=${from}&to=${to}${source ? `&source=${source}` : ''}&endDate=${day}&limit=3`;
  const path = `/v1/historical?${asked}&include=provenance`;
  const history = await world.ask(historicalSeries, path);
  const { points = [], documents = [] } = history?.provenance ?? {};
  for (const { source: id, document, act } of points.flatMap(({ legs }) => legs))
    expect(id === 'fixed' ? act : documents[document ?? -1]?.sha256, path).toBeTruthy();
  return points.map(({ legs }, place) => ({
    kind: 'point',
    rate: { path, given: history?.points[place]?.rate ?? Number.NaN, made: rateOfLegs(legs) },
    amount: null,
    result: null,
  }));
}

function recomputedOf(
  path: string,
  given: number,
  { kind, legs }: Pick<Provenance, 'kind' | 'legs'>,
): Recomputed {
  return { kind, rate: { path, given, made: rateOfLegs(legs) }, amount: null, result: null };
}
