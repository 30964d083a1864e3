import { expect, it } from 'vitest';
import { aReceiptPayload } from '#lib/testing/builders/receipts';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { withStore } from '#lib/testing/worlds/own-store';
import { receiptPayloadIn } from '#lib/contract/receipts';
import { createReceiptSigner } from './receipt-signer.ts';

const ISSUER = { secret: new Uint8Array(32).fill(1), origin: null, isSimulated: true };

it('a receipt of made-up figures is never given for real ones, though the answer is the same', async () => {
  const { question, answer, provenance } = aReceiptPayload([]);
  const content = { question, answer, provenance };
  const moment = { madeFrom: '3', dataVersion: '3', issuedAt: new Date(0) };
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const simulated = await createReceiptSigner(ISSUER, store)(content, moment);
    if (simulated.toStore) await store.write.storeReceipt(simulated.toStore);
    const again = await createReceiptSigner(ISSUER, store)(content, moment);
    expect(again).toEqual({ jws: simulated.jws, toStore: null });
    const real = await createReceiptSigner({ ...ISSUER, isSimulated: false }, store)(content, moment);
    expect(receiptPayloadIn(real.jws)).toMatchObject({ simulated: false });
  });
});
