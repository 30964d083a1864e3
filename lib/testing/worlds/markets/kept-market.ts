import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '#lib/store/engine/schema';
import { BAR_MS, barsOf, type MarketBar } from '#lib/testing/builders/made-up-market';
import { coinOf, type MarketPlan, seriesNumbers } from './filled-market.ts';

/** Before which instants minutes and hours are to be gone, but those that hold one of the pinned instants of a coin. */
export interface KeptTiers {
  readonly minutesFromMs: number;
  readonly hoursFromMs: number;
  readonly pinned: readonly { readonly market: number; readonly atMs: number }[];
}

type Tier = keyof typeof BAR_MS;

const TABLES = { minute: 'tick_minute', hour: 'tick_hour', day: 'tick_day' } as const;

/** What differs between the bars that are stored and those of the quotes that each market had; nothing when all is well. */
export async function differencesOfTiers(
  db: Kysely<Schema>,
  plan: MarketPlan,
  kept: KeptTiers,
): Promise<readonly string[]> {
  const numbers = new Map((await seriesNumbers(db)).map(({ id, base }) => [base, id]));
  const differences: string[] = [];
  for (let market = 0; market < plan.markets; market += 1) {
    for (const tier of ['minute', 'hour', 'day'] as const) {
      const stored = await storedBars(db, numbers.get(coinOf(market)) ?? 0, tier);
      const wanted = barsOf(market, plan, BAR_MS[tier]).filter((bar) => isKept(bar, { market, tier, kept }));
      const difference = firstDifference(stored, wanted);
      if (difference !== null) differences.push(`${coinOf(market)} by ${tier}: ${difference}`);
    }
  }
  return differences;
}

/** How many quotes wait to be put where they stay, and how many hours wait to be closed. */
export async function waitingOf(db: Kysely<Schema>) {
  const count = async (table: 'tick_recent' | 'tick_unrolled') => {
    const counted = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('n'));
    return Number((await counted.executeTakeFirstOrThrow()).n);
  };
  return { quotes: await count('tick_recent'), hours: await count('tick_unrolled') };
}

/** How many documents of quotes before an instant no figure names, and how many figures name one that is gone. */
export async function strayDocuments(db: Kysely<Schema>, beforeMs: number) {
  const { rows } = await sql<{ unnamed: number; missing: number }>`
    with named as (
      select body_id from tick_minute union select body_id from tick_hour union select body_id from tick_day
      union select body_id from tick_newest union select body_id from receipt_leg where body_id is not null
    )
    select (
        select count(*) from body b
        where b.newest_at < ${beforeMs} and not exists (select 1 from named n where n.body_id = b.id)
      ) as unnamed,
      (select count(*) from named n where not exists (select 1 from body b where b.id = n.body_id)) as missing`.execute(
    db,
  );
  return { unnamed: Number(rows[0]?.unnamed), missing: Number(rows[0]?.missing) };
}

/** The figures that a receipt stands on, each with the SHA-256 of the contents of its document as they are now. */
export async function pinnedFigures(db: Kysely<Schema>, receiptId: string) {
  const legs = await db
    .selectFrom('receipt_leg')
    .innerJoin('tick_minute', (join) =>
      join
        .onRef('tick_minute.series_id', '=', 'receipt_leg.series_id')
        .onRef('tick_minute.at', '=', 'receipt_leg.at'),
    )
    .innerJoin('body', 'body.id', 'receipt_leg.body_id')
    .select(['tick_minute.at', 'tick_minute.rate', 'body.content'])
    .where('receipt_id', '=', receiptId)
    .orderBy('position')
    .execute();
  return legs.map(({ at, rate, content }) => ({
    atMs: Number(at),
    rate,
    sha256: createHash('sha256')
      .update(gunzipSync(content ?? Buffer.alloc(0)))
      .digest('hex'),
  }));
}

async function storedBars(db: Kysely<Schema>, seriesId: number, tier: Tier): Promise<readonly MarketBar[]> {
  const rows = await db
    .selectFrom(TABLES[tier])
    .select(['ts', 'at', 'rate', 'low', 'high', 'n'])
    .where('series_id', '=', seriesId)
    .orderBy('ts')
    .execute();
  return rows.map(({ ts, at, low, high, ...row }) => ({
    ...row,
    ts: Number(ts),
    at: Number(at),
    low: low ?? Number.NaN,
    high: high ?? Number.NaN,
  }));
}

function isKept(
  { ts }: MarketBar,
  { market, tier, kept }: { readonly market: number; readonly tier: Tier; readonly kept: KeptTiers },
): boolean {
  const fromMs = { minute: kept.minutesFromMs, hour: kept.hoursFromMs, day: 0 }[tier];
  const isPinned = kept.pinned.some(
    (pin) => pin.market === market && pin.atMs >= ts && pin.atMs < ts + BAR_MS[tier],
  );
  return ts >= fromMs || isPinned;
}

function firstDifference(stored: readonly MarketBar[], wanted: readonly MarketBar[]): string | null {
  const text = (bar: MarketBar | undefined) => JSON.stringify(bar ?? null);
  const fields = ['ts', 'at', 'rate', 'low', 'high', 'n'] as const;
  for (let place = 0; place < Math.max(stored.length, wanted.length); place += 1) {
    const [one, other] = [stored[place], wanted[place]];
    if (!one || !other || fields.some((field) => one[field] !== other[field])) {
      return `${text(one)} is stored where ${text(other)} was, in place ${place} of ${wanted.length}`;
    }
  }
  return null;
}
