import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  aFixingBatch,
  type EmptyStore,
  instantMs,
  type OpenEmptyStore,
  servedRate,
} from '#lib/testing/worlds/empty-store';
import type { Publications } from '#lib/store/rates/publications';
import { storeFixings } from '#lib/testing/builders/stored-batches';

const ONE_DAY = { '2026-04-13': { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 } };

/** Revisions and the documents that figures came from. */
export function describeStoredDocuments(open: OpenEmptyStore): void {
  describeCorrections(open);
  describeEarlier(open);
  describeDocuments(open);
}

function describeCorrections(open: OpenEmptyStore): void {
  describe('a figure that a publisher corrects', () => {
    it('is served as corrected, and the older one is kept with its document', async () => {
      const opened = await open();
      const { store } = opened;
      await storeFixings(store, aFixingBatch(ONE_DAY, { url: 'file:first' }));
      const correctedAtMs = Date.parse('2026-04-15T08:00:00Z');
      const corrected = aFixingBatch(
        { '2026-04-13': { 'EUR/USD': 1.1694, 'EUR/JPY': 186.75 } },
        { url: 'file:second', fetchedAtMs: correctedAtMs },
      );
      expect(await storeFixings(store, corrected)).toEqual({ imported: 0, revised: 1 });
      expect(await servedRate(opened.store, 'EUR/USD')).toBe(1.1694);
      expect(await servedRate(opened.store, 'EUR/JPY')).toBe(186.75);
      expect(await replacedFigures(opened)).toEqual([
        { ts: instantMs('2026-04-13'), rate: 1.1684, url: 'file:first', replacedAtMs: correctedAtMs },
      ]);
    });

    it('again and again at one instant keeps every older figure, in the order in which they were replaced', async () => {
      const opened = await open();
      const rates = [1.1684, 1.1694, 1.1684, 1.1704];
      for (const rate of rates) {
        await storeFixings(opened.store, aFixingBatch({ '2026-04-13': { 'EUR/USD': rate } }));
      }
      const replaced = await replacedFigures(opened);
      expect(replaced.map(({ rate }) => rate)).toEqual(rates.slice(0, -1));
      expect(await servedRate(opened.store, 'EUR/USD')).toBe(rates.at(-1));
    });

    it('keeps that order when the clock was put back in between', async () => {
      const opened = await open();
      const instants = ['2026-04-14T08:00:00Z', '2026-04-15T08:00:00Z', '2026-04-14T09:00:00Z'];
      for (const [index, instant] of instants.entries()) {
        const document = { fetchedAtMs: Date.parse(instant) };
        const batch = aFixingBatch({ '2026-04-13': { 'EUR/USD': 1 + index } }, document);
        await storeFixings(opened.store, batch);
      }
      expect((await replacedFigures(opened)).map(({ rate }) => rate)).toEqual([1, 2]);
    });
  });
}

function describeEarlier(open: OpenEmptyStore): void {
  describe('a figure that a publisher corrects', () => {
    it('is read with its publication as it was before, and as far as that was known at an instant', async () => {
      const { store } = await open();
      const instants = ['2026-04-13T15:00:00Z', '2026-04-14T08:00:00Z', '2026-04-15T08:00:00Z'].map((at) =>
        Date.parse(at),
      );
      for (const [index, fetchedAtMs] of instants.entries()) {
        const figures = { 'EUR/USD': 1 + index, 'EUR/JPY': 186.75 };
        const document = { url: `file:${index}`, fetchedAtMs };
        await storeFixings(store, aFixingBatch({ '2026-04-13': figures }, document));
      }
      const seen = ({ earlier, bodies }: Publications) =>
        earlier.map(({ quote, rate, bodyId, replacedAtMs }) => {
          const url = bodies.find(({ id }) => id === bodyId)?.url;
          return [quote, rate, url, instants.indexOf(replacedAtMs)];
        });
      const all = [
        ['USD', 1, 'file:0', 1],
        ['USD', 2, 'file:1', 2],
      ];
      expect(seen(await store.readNewestPublications('ecb', 1))).toEqual(all);
      expect(seen(await store.readNextPublications('ecb', 1, 0))).toEqual(all);
      const notAfterMs = instantMs('2026-04-13');
      const known = { sources: [{ source: 'ecb', afterMs: notAfterMs - 1 }], notAfterMs };
      for (const [place, knownAtMs] of instants.entries()) {
        const read = await store.readPublicationsKnownAt({ ...known, knownAtMs });
        const found = read.get('ecb');
        expect(found && seen(found)).toEqual(all.slice(0, place));
      }
    });
  });
}

function describeDocuments(open: OpenEmptyStore): void {
  describe('the document of a load', () => {
    it('is kept whole with its fingerprint when it is small', async () => {
      const { store, db } = await open();
      const body = new TextEncoder().encode('Date,USD,\n2026-04-13,1.1684,\n');
      await storeFixings(store, aFixingBatch(ONE_DAY, { body }));
      const kept = await db
        .selectFrom('body')
        .select(['sha256', 'size', 'content'])
        .executeTakeFirstOrThrow();
      expect(kept.sha256).toBe(createHash('sha256').update(body).digest('hex'));
      expect(Number(kept.size)).toBe(body.byteLength);
      expect(gunzipSync(kept.content ?? '').equals(body)).toBe(true);
    });

    it('is kept as its fingerprint only when it is larger than 64 KiB', async () => {
      const { store, db } = await open();
      const body = new Uint8Array(64 * 1024 + 1);
      await storeFixings(store, aFixingBatch(ONE_DAY, { body }));
      const kept = await db.selectFrom('body').select(['sha256', 'content']).executeTakeFirstOrThrow();
      expect(kept).toEqual({ sha256: createHash('sha256').update(body).digest('hex'), content: null });
    });
  });
}

async function replacedFigures({ db }: Pick<EmptyStore, 'db'>) {
  const rows = await db
    .selectFrom('obs_revision')
    .innerJoin('body', 'body.id', 'obs_revision.body_id')
    .select(['obs_revision.ts', 'obs_revision.rate', 'obs_revision.replaced_at', 'body.url'])
    .orderBy('obs_revision.replaced_at')
    .execute();
  return rows.map(({ ts, rate, replaced_at, url }) => ({
    ts: Number(ts),
    rate,
    url,
    replacedAtMs: Number(replaced_at),
  }));
}
