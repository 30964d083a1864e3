import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/domain/durations';
import { addDays, isoDayOf, startOfDay } from '#lib/domain/iso-day';
import { BANKS, bankEvents } from '#lib/testing/builders/bank-events';
import { aDay } from '#lib/testing/builders/builders';
import { freshDatabase } from '#lib/testing/databases/fresh-database';
import { longCount, someOf } from '#lib/testing/long-count';
import { PROPERTY_SEED, randomOf, seeded } from '#lib/testing/property-runs';
import { type BankYear, openBankYear, type SeenRates } from '#lib/testing/worlds/bank-year';

/** From before the turn of a year, with which a currency ends. */
const SPAN = { firstDay: aDay('2025-12-22'), days: longCount('KNOWN_AT_DAYS', 12) };

const INSTANTS = longCount('KNOWN_AT_INSTANTS', 24);

/** Of banks, of law, of markets, and one that ends. */
const CODES = 'EUR USD JPY GBP CHF SEK TRY KRW BGN AED XOF BTC'.split(' ');

/** How far back a day is asked for. */
const DAYS_BACK = 20;

const MARKET = 'crypto-exchange';

/** A question and what was answered live. */
interface Asked {
  readonly atMs: number;
  readonly path: string;
  /** Whether the service was to choose, and a market was among its sources. */
  readonly hasMarket: boolean;
  readonly seen: SeenRates;
}

type Engine = readonly [name: string, variables: () => Promise<Readonly<Record<string, string>>>];

/** known-at.test.ts asks both engines about corrections one by one. */
const ENGINES = someOf<Engine>(
  [
    ['SQLite', () => Promise.resolve({})],
    ['PostgreSQL', async () => ({ DATABASE_URL: await freshDatabase() })],
  ],
  1,
);

describe.each(ENGINES)(
  'a service on %s that has lived with the banks for a while',
  (_engine, variablesOf) => {
    let opened: BankYear | null = null;
    afterAll(() => opened?.close());

    it(
      seeded('tells afterwards what it answered then, of one source and by its own choice'),
      { timeout: 7_200_000 },
      async () => {
        const world = await openBankYear(startOfDay(SPAN.firstDay), await variablesOf());
        opened = world;
        const asked = await live(world);
        const told = { byBanks: 0, besideMarket: 0, notTold: 0 };
        for (const { atMs, path, hasMarket, seen } of asked) {
          const then = await world.ask(`${path}&knownAt=${new Date(atMs).toISOString()}`);
          const isNotTold = hasMarket && then.body.includes(`This service may have answered from ${MARKET},`);
          if (isNotTold) told.notTold += 1;
          else expectAsThen({ atMs, path, seen }, then);
          if (seen.status === 200 && !isNotTold) told[hasMarket ? 'besideMarket' : 'byBanks'] += 1;
        }
        expect(told.byBanks).toBeGreaterThan(INSTANTS * 2);
        expect(told.besideMarket).toBeGreaterThan(0);
        expect(told.notTold).toBeGreaterThan(0);
        const chosen = asked.flatMap(({ path, seen }) =>
          path.includes('source=') ? [] : (/"source":"(\w+)"/.exec(seen.body)?.[1] ?? []),
        );
        expect(new Set(chosen).size, 'sources that were chosen').toBeGreaterThan(3);
        const corrections = await Promise.all(BANKS.map((bank) => world.ask(`/v1/revisions?source=${bank}`)));
        expect(corrections.filter(({ body }) => body.includes('"replacedAt"')).length).toBeGreaterThan(0);
      },
    );
  },
);

/** An answer is the same to the byte; where there was none, there is none now. */
function expectAsThen({ atMs, path, seen }: Pick<Asked, 'atMs' | 'path' | 'seen'>, then: SeenRates): void {
  const asked = `${path} at ${new Date(atMs).toISOString()}`;
  if (seen.status === 200) return expect([asked, then]).toEqual([asked, seen]);
  expect([asked, [404, 503].includes(seen.status), then.status]).toEqual([asked, true, 404]);
  // Before the first figures of a bank nothing was known of it.
  const code = path.includes('source=') ? /pair_unavailable|known_at_unavailable/ : /pair_unavailable/;
  expect(then.body, asked).toMatch(code);
}

/** Lives through the span, and asks at random instants of it. */
async function live(world: BankYear): Promise<readonly Asked[]> {
  const random = randomOf(PROPERTY_SEED);
  const startMs = startOfDay(SPAN.firstDay).getTime();
  const happenings = bankEvents(SPAN, random).map((event) => ({
    atMs: event.atMs,
    run: async () => {
      await world.happen(event);
      return [];
    },
  }));
  const questions = Array.from({ length: INSTANTS }, () => {
    const atMs = Math.floor(startMs + random() * SPAN.days * DAY_MS);
    return { atMs, run: () => askAt(world, atMs, random) };
  });
  const asked: Asked[] = [];
  for (const { atMs, run } of [...happenings, ...questions].toSorted((a, b) => a.atMs - b.atMs)) {
    world.clock.moveTo(new Date(atMs));
    asked.push(...(await run()));
  }
  return asked;
}

/** Asks some questions at an instant. */
async function askAt(world: BankYear, atMs: number, random: () => number): Promise<readonly Asked[]> {
  const isMarketIn = world.enabled().includes(MARKET);
  if (isMarketIn) await world.pollMarket(MARKET);
  const asked: Asked[] = [];
  for (const path of questionsAt(new Date(atMs), world.enabled(), random)) {
    const hasMarket = isMarketIn && !path.includes('source=');
    asked.push({ atMs, path, hasMarket, seen: await world.ask(path) });
  }
  return asked;
}

/** Pair, sum and table: of a bank and by the service's choice, of then and of a day before. */
function questionsAt(at: Date, enabled: readonly string[], random: () => number): readonly string[] {
  const one = <T>(of: readonly T[]) => of[Math.floor(random() * of.length)];
  const pair = () => `from=${one(CODES)}&to=${one(CODES)}`;
  const bank = one(BANKS.filter((id) => enabled.includes(id)));
  const day = addDays(isoDayOf(at), -Math.floor(random() * DAYS_BACK));
  return [
    `/v1/rates/pair?${pair()}`,
    `/v1/convert?${pair()}&amount=1234.5`,
    `/v1/rates?base=${one(CODES)}`,
    `/v1/rates?base=${one(CODES)}&symbols=${one(CODES)},${one(CODES)}`,
    `/v1/rates/pair?${pair()}&date=${day}`,
    `/v1/rates/pair?${pair()}&include=provenance`,
    `/v1/rates/pair?${pair()}&source=${bank}&include=provenance`,
    `/v1/convert?${pair()}&amount=0.75&source=${bank}`,
    `/v1/rates?base=${one(CODES)}&source=${bank}`,
    `/v1/rates/pair?${pair()}&source=${bank}&date=${day}`,
  ];
}
