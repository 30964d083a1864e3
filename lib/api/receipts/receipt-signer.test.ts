import { expect, it } from 'vitest';
import { TEST_NOW } from '#lib/testing/builders/builders';
import { aReceiptPayload } from '#lib/testing/builders/receipts';
import { storeFixings } from '#lib/testing/builders/stored-batches';
import { aFixingBatch, instantMs } from '#lib/testing/worlds/empty-store';
import { signLogHead } from '#lib/testing/worlds/signed-log';
import { alter } from '#lib/testing/databases/damaged-databases';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { withStore } from '#lib/testing/worlds/own-store';
import { type ReceiptContent, receiptPayloadIn } from '#lib/domain/receipts/receipt';
import { verifyReceipt } from '#lib/domain/receipts/verify-receipt';
import { sha256 } from '#lib/platform/sha256';
import type { Store } from '#lib/store/store';
import { publicKeys } from './public-keys.ts';
import { createReceiptSigner } from './receipt-signer.ts';

const ISSUER = { secret: new Uint8Array(32).fill(1), origin: null, version: '0.1.0', isSimulated: true };

it('a receipt of made-up figures is never given for real ones, though the answer is the same', async () => {
  const { question, answer, decimals, legs, combination } = aReceiptPayload([]);
  const content = { question, answer, decimals, legs, combination };
  const moment = { madeFrom: '3', dataVersion: '3', issuedAt: new Date(0), logged: new Set<string>() };
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const simulated = await createReceiptSigner(ISSUER, store).sign(content, moment);
    if (simulated.toStore) await store.write.storeReceipt(simulated.toStore);
    const again = await createReceiptSigner(ISSUER, store).sign(content, moment);
    expect(again).toEqual({ jws: simulated.jws, toStore: null, isProvisional: false });
    const real = await createReceiptSigner({ ...ISSUER, isSimulated: false }, store).sign(content, moment);
    expect(receiptPayloadIn(real.jws)).toMatchObject({ ok: true, value: { simulated: false } });
  });
});

const DAY = '2026-04-13';

it('a receipt proves its figures by the log once a checkpoint has them, and stays the same from then on', async () => {
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const content = await storedContent(store, { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 });
    const early = await signedNow(store, content);
    expect(early.payload).not.toHaveProperty('log');
    await signLogHead(store, 1);
    const proven = await signedNow(store, content);
    expect(proven.payload.id).not.toBe(early.payload.id);
    expect(proven.payload.log).toMatchObject({
      checkpoint: expect.stringMatching(/^crossrate\/log\/\w{16}\n2\n/),
      entries: [{ leg: 0 }, { leg: 1 }],
    });
    await storeFixings(store, aFixingBatch({ '2026-04-14': { 'EUR/USD': 1.2 } }));
    await signLogHead(store, 2);
    expect((await signedNow(store, content)).jws).toBe(proven.jws);
  });
});

it('a receipt of a figure that was corrected proves nothing for it, and what was known then at its own instant', async () => {
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const content = await storedContent(store, { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 });
    await storeFixings(
      store,
      aFixingBatch({ [DAY]: { 'EUR/USD': 1.17 } }, { fetchedAtMs: NOW.getTime() - 1 }),
    );
    await signLogHead(store, 1);
    const { payload } = await signedNow(store, content);
    expect(payload.log?.entries.map(({ leg }) => leg)).toEqual([1]);
    const { path, parameters } = content.question;
    const knownAt = new Date(TEST_NOW.getTime() + 1).toISOString();
    const question = { path, parameters: { ...parameters, knownAt } };
    const ofThen = await signedNow(store, { ...content, question });
    expect(ofThen.payload.log?.entries.map(({ leg }) => leg)).toEqual([0, 1]);
  });
});

it('a receipt of quotes of markets asks nothing of the log', async () => {
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const content = await storedContent(store, { 'EUR/USD': 1.1684, 'EUR/JPY': 186.75 });
    await signLogHead(store, 1);
    const asked: number[] = [];
    const readInclusionProofs: Store['readInclusionProofs'] = (figures) => {
      asked.push(figures.length);
      return store.readInclusionProofs(figures);
    };
    const legs = content.legs.map((leg) => ({ ...leg, source: 'web-finance' }));
    await signedNow({ ...store, readInclusionProofs }, { ...content, legs });
    expect(asked).toEqual([]);
    await signedNow({ ...store, readInclusionProofs }, content);
    expect(asked).toEqual([2]);
  });
});

it.each([
  'update log_tile set hashes = zeroblob(64)',
  'delete from log_tile',
  'update log_bundle set content = zeroblob(9)',
])(
  'a receipt is given without the log where that is damaged, and never with a proof that is refused: %s',
  async (damage) => {
    const dataDir = throwAwayFolder();
    await withStore({ DATA_DIR: dataDir }, async (store) => {
      // Proofs are kept by the root of their tree, so each tree is of its own.
      const yen = 186 + damage.length / 1000;
      const content = await storedContent(store, { 'EUR/USD': 1.1684, 'EUR/JPY': yen });
      await signLogHead(store, 1);
      alter(dataDir, damage);
      const { payload, isProvisional } = await signedNow(store, content);
      expect({ isProvisional, hasLog: 'log' in payload }).toEqual({ isProvisional: true, hasLog: false });
    });
  },
);

const NOW = new Date(TEST_NOW.getTime() + 7_200_000);

/** What a receipt of USD to JPY holds, of figures that were stored before. */
async function storedContent(
  store: Store,
  figures: Readonly<Record<string, number>>,
): Promise<ReceiptContent> {
  const batch = aFixingBatch({ [DAY]: figures });
  await storeFixings(store, batch);
  const { question, answer, decimals, legs, combination } = aReceiptPayload([
    { base: 'EUR', quote: 'USD', figure: 1.1684, inverted: true },
    { base: 'EUR', quote: 'JPY', figure: figures['EUR/JPY'] ?? 0, inverted: false },
  ]);
  const document = { url: 'file:test', sha256: Buffer.from(sha256(batch.document.body)).toString('hex') };
  const observedAt = new Date(instantMs(DAY)).toISOString();
  return {
    question,
    answer,
    decimals,
    legs: legs.map((leg) => ({ ...leg, observedAt, document })),
    combination,
  };
}

/** A receipt that is good and stored. */
async function signedNow(store: Store, content: ReceiptContent) {
  const { jws, toStore, isProvisional } = await createReceiptSigner(ISSUER, store).sign(content, {
    madeFrom: '3',
    dataVersion: '3',
    issuedAt: NOW,
    logged: new Set(['ecb']),
  });
  if (toStore) await store.write.storeReceipt(toStore);
  const keys = JSON.stringify(publicKeys(await store.readReceiptKeys()));
  const verified = await verifyReceipt(jws, keys);
  if (!verified.ok) throw new Error(verified.error.sentence);
  return { jws, isProvisional, payload: verified.value.payload };
}
