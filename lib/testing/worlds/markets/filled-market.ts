import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import { HOUR_MS, MINUTE_MS } from '#lib/domain/durations';
import type { RowInsert } from '#lib/store/engine/write-database';
import type { Schema } from '#lib/store/engine/schema';
import type { Store } from '#lib/store/store';
import { barsOf, type MarketBar, type MarketSpan, ticksOfMinute } from '#lib/testing/builders/made-up-market';
import { aTickPoll, MARKET } from '#lib/testing/builders/store-suite-builders';

/** Markets of one exchange and their time: whole days, UTC. */
export interface MarketPlan extends MarketSpan {
  readonly markets: number;
}

/** Where rows can be written past the store, as bulk loads write them. */
export interface BulkDatabase {
  readonly db: Kysely<Schema>;
  readonly writeRows: (rows: RowInsert) => Promise<void>;
}

/** The last minutes come as polls bring them, so that an hour is closed from both. */
const POLLED_MINUTES = 20;

/** The coin of a number, in US dollars. */
export function coinOf(market: number): string {
  return ['BTC', 'ETH'][market] ?? `M${market}`;
}

/**
 * Fills an empty database with the minutes of markets as after an outage of the roll-up: they are stored, and no hour of them is
 * closed. Each hour's quotes are of one document. Gives how many minutes there are.
 */
export async function fillMarket(
  store: Pick<Store, 'write' | 'listPairs'>,
  { db, writeRows }: BulkDatabase,
  { markets, fromMs, endMs }: MarketPlan,
): Promise<number> {
  const polledFromMs = endMs - POLLED_MINUTES * MINUTE_MS;
  await pollMinutes(store, markets, { fromMs: polledFromMs, endMs });
  const numbers = new Map((await seriesNumbers(db)).map(({ id, base }) => [base, id]));
  let minutes = 0;
  for (let hourMs = fromMs; hourMs < endMs; hourMs += HOUR_MS) {
    const bodyId = await keepHourDocument(db, hourMs);
    await db
      .insertInto('tick_unrolled')
      .values({ hour: hourMs, source: MARKET })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const hourEndMs = Math.min(hourMs + HOUR_MS, polledFromMs);
    const rows = Array.from({ length: markets }, (_, market) => market).flatMap((market) =>
      barsOf(market, { fromMs: hourMs, endMs: hourEndMs }, MINUTE_MS).map((bar) => ({
        ...bar,
        seriesId: numbers.get(coinOf(market)) ?? Number.NaN,
      })),
    );
    if (rows.length > 0) await writeRows(minuteRows(rows, bodyId));
    minutes += rows.length;
  }
  return minutes;
}

/** The document that brought the quotes of an hour. */
export function hourDocument(hourMs: number): Uint8Array {
  return new TextEncoder().encode(`quotes of the hour from ${new Date(hourMs).toISOString()}`);
}

/** The series of the market by the coin. */
export function seriesNumbers(db: Kysely<Schema>) {
  return db.selectFrom('series').select(['id', 'base']).where('source', '=', MARKET).execute();
}

async function pollMinutes(
  store: Pick<Store, 'write'>,
  markets: number,
  { fromMs, endMs }: MarketSpan,
): Promise<void> {
  for (let minuteMs = fromMs; minuteMs < endMs; minuteMs += MINUTE_MS) {
    const ticks = Array.from({ length: markets }, (_, market) =>
      ticksOfMinute(market, minuteMs).map((tick) => ({ ...tick, pair: `${coinOf(market)}/USD` })),
    ).flat();
    const polls = Map.groupBy(ticks, ({ atMs }) => atMs);
    for (const [atMs, quotes] of [...polls].toSorted(([one], [other]) => one - other)) {
      const figures = Object.fromEntries(quotes.map(({ pair, rate }) => [pair, rate]));
      await store.write.storePoll(aTickPoll(atMs, figures));
    }
  }
}

function minuteRows(bars: readonly (MarketBar & { readonly seriesId: number })[], bodyId: number): RowInsert {
  return {
    table: 'tick_minute',
    columns: [
      { name: 'series_id', type: 'integer', values: bars.map(({ seriesId }) => seriesId) },
      { name: 'ts', type: 'bigint', values: bars.map(({ ts }) => ts) },
      { name: 'at', type: 'bigint', values: bars.map(({ at }) => at) },
      { name: 'rate', type: 'double precision', values: bars.map(({ rate }) => rate) },
      { name: 'low', type: 'double precision', values: bars.map(({ low }) => low) },
      { name: 'high', type: 'double precision', values: bars.map(({ high }) => high) },
      { name: 'n', type: 'integer', values: bars.map(({ n }) => n) },
      { name: 'body_id', type: 'integer', values: bars.map(() => bodyId) },
    ],
    onConflict: '',
  };
}

async function keepHourDocument(db: Kysely<Schema>, hourMs: number): Promise<number> {
  const body = hourDocument(hourMs);
  const sha256 = createHash('sha256').update(body).digest('hex');
  const { rows } = await sql<{ id: number }>`
    insert into body (source, url, fetched_at, sha256, size, content, tier, oldest_at, newest_at)
    values (${MARKET}, 'https://exchange.example/ticker', ${hourMs + HOUR_MS}, ${sha256}, ${body.length}, ${gzipSync(body)},
      'minute', ${hourMs}, ${hourMs + HOUR_MS - 1})
    returning id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a document got no number');
  return row.id;
}
