import type { Kysely } from 'kysely';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#lib/domain/durations';
import type { Schema } from '#lib/store/engine/schema';
import type { NewReceipt } from '#lib/store/rates/receipts';
import { aFixingBatch, instantMs, type OpenEmptyStore } from '#lib/testing/worlds/empty-store';
import { aMarketDocument, aTickPoll, MARKET } from '#lib/testing/builders/store-suite-builders';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { pollEvery, rollUp, SPAN, startMs } from './store-suite-market-time.ts';

/** The third quote of a market that is polled every 20 minutes, in the second half of its first hour. */
const QUOTE_MS = startMs + 2 * 20 * 60_000;

const FIRST_KEY = { kid: 'kid 1', x: 'x 1' };

const RECEIPT: NewReceipt = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  issuedAtMs: startMs + HOUR_MS,
  jws: 'head.payload.signature',
  figures: [{ source: MARKET, base: 'BTC', quote: 'USDT', atMs: QUOTE_MS, rate: 102, sha256: null }],
  key: FIRST_KEY,
};

/** Receipts, what they keep from being removed, and the keys that signed them. */
export function describeStoredReceipts(open: OpenEmptyStore): void {
  describe('a stored receipt', () => {
    it('is read by its name, by another process too, and never replaced', async () => {
      const opened = await open();
      const { store } = opened;
      expect(await store.readReceipt(RECEIPT.id)).toBeNull();
      expect(await store.write.storeReceipt({ ...RECEIPT, figures: [] })).toBe(true);
      expect(await store.readReceiptKeys()).toEqual([FIRST_KEY]);
      expect(await store.write.storeReceipt({ ...RECEIPT, figures: [], jws: 'another' })).toBe(false);
      expect(await (await opened.reopen()).readReceipt(RECEIPT.id)).toBe(RECEIPT.jws);
    });

    it('keeps its quotes when others of their time go, and their documents with what is in them', async () => {
      const { store, db } = await open();
      await pollEvery(store, 20, 30);
      const sha256 = await documentOfQuote(db);
      const figures = RECEIPT.figures.map((figure) => ({ ...figure, sha256 }));
      await store.write.storeReceipt({ ...RECEIPT, figures });
      await rollUp(store, startMs + DAY_MS);
      for (const days of [8, 400]) await rollUp(store, startMs + days * DAY_MS);
      const minutes = await store.readTickSeries({ ...SPAN, tier: 'minute' });
      expect(minutes.instantsMs[0]).toBe(QUOTE_MS);
      expect(minutes.rates[0]).toBe(102);
      expect(minutes.rates, 'the receipt’s, and the newest one').toHaveLength(2);
      const hours = await store.readTickSeries({ ...SPAN, tier: 'hour' });
      expect(hours.rates).toHaveLength(2);
      const document = await db
        .selectFrom('receipt_leg')
        .innerJoin('body', 'body.id', 'receipt_leg.body_id')
        .select(['receipt_leg.rate', 'body.tier', 'body.content'])
        .executeTakeFirstOrThrow();
      expect(document).toMatchObject({ rate: 102, tier: null });
      expect(document.content?.byteLength).toBeGreaterThan(0);
    });

    it('names the fixings that it stands on with their documents', async () => {
      const { store, db } = await open();
      await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': 1.1684 } }, { url: 'file:ecb' }));
      const atMs = instantMs('2026-04-13');
      const { sha256 } = await db.selectFrom('body').select('sha256').executeTakeFirstOrThrow();
      const figures = [
        { source: 'ecb', base: 'EUR', quote: 'USD', atMs, rate: 1.1684, sha256 },
        { source: 'ecb', base: 'EUR', quote: 'XYZ', atMs, rate: 1, sha256 },
      ];
      await store.write.storeReceipt({ ...RECEIPT, figures });
      const named = await db
        .selectFrom('receipt_leg')
        .innerJoin('body', 'body.id', 'receipt_leg.body_id')
        .select(['position', 'rate', 'at', 'url'])
        .execute();
      expect(named.map((leg) => ({ ...leg, at: Number(leg.at) }))).toEqual([
        { position: 0, rate: 1.1684, at: atMs, url: 'file:ecb' },
      ]);
    });
  });

  describeReplacedQuote(open);
  describeReceiptKeys(open);
}

async function documentOfQuote(db: Kysely<Schema>): Promise<string> {
  const { sha256 } = await db
    .selectFrom('tick_recent')
    .innerJoin('body', 'body.id', 'tick_recent.body_id')
    .select('sha256')
    .where('at', '=', QUOTE_MS)
    .executeTakeFirstOrThrow();
  return sha256;
}

function describeReceiptKeys(open: OpenEmptyStore): void {
  it('the keys of receipts stay, each once, the newest first', async () => {
    const { store } = await open();
    const second = { kid: 'kid 2', x: 'x 2' };
    for (const [place, key] of [FIRST_KEY, second, second].entries()) {
      const id = RECEIPT.id.slice(1) + place;
      await store.write.storeReceipt({ ...RECEIPT, id, issuedAtMs: place, figures: [], key });
    }
    expect(await store.readReceiptKeys()).toEqual([second, FIRST_KEY]);
  });
}

function describeReplacedQuote(open: OpenEmptyStore): void {
  it('a receipt of a quote that another one of its minute has replaced keeps its document all the same', async () => {
    const { store, db } = await open();
    for (const [second, rate] of [
      [1, 100],
      [21, 101],
    ] as const) {
      const documents = [aMarketDocument({ url: `poll ${second}`, body: new Uint8Array([second]) })];
      await store.write.storePoll(aTickPoll(startMs + second * 1000, { 'BTC/USDT': rate }, { documents }));
    }
    const { sha256 } = await db
      .selectFrom('body')
      .select('sha256')
      .where('url', '=', 'poll 1')
      .executeTakeFirstOrThrow();
    const figure = { source: MARKET, base: 'BTC', quote: 'USDT', atMs: startMs + 1000, rate: 100, sha256 };
    await store.write.storeReceipt({ ...RECEIPT, figures: [figure] });
    const kept = await db.selectFrom('body').select(['url', 'tier']).orderBy('id').execute();
    expect(kept).toEqual([
      { url: 'poll 1', tier: null },
      { url: 'poll 21', tier: 'minute' },
    ]);
  });

  it('a receipt of a fixing that was corrected meanwhile names the document that it was made from', async () => {
    const { store, db } = await open();
    for (const [url, rate] of [
      ['first', 1.1684],
      ['corrected', 1.17],
    ] as const)
      await storeFixings(store, aFixingBatch({ '2026-04-13': { 'EUR/USD': rate } }, { url: `file:${url}` }));
    const { sha256 } = await db
      .selectFrom('body')
      .select('sha256')
      .where('url', '=', 'file:first')
      .executeTakeFirstOrThrow();
    const atMs = instantMs('2026-04-13');
    const figure = { source: 'ecb', base: 'EUR', quote: 'USD', atMs, rate: 1.1684, sha256 };
    await store.write.storeReceipt({ ...RECEIPT, figures: [figure] });
    const named = await db
      .selectFrom('receipt_leg')
      .innerJoin('body', 'body.id', 'receipt_leg.body_id')
      .select(['rate', 'url'])
      .execute();
    expect(named).toEqual([{ rate: 1.1684, url: 'file:first' }]);
  });
}
