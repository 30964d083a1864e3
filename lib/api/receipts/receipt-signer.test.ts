import { expect, it } from 'vitest';
import { aReceiptPayload, payloadIn } from '#lib/testing/builders/receipts';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { withStore } from '#lib/testing/worlds/own-store';
import { verifyReceipt } from '#lib/client/receipts/verify-receipt';
import type { Store } from '#lib/store/store';
import { createReceiptSigner, jwksOf, type ReceiptIssuer, receiptKeyOf } from './receipt-signer.ts';

const ISSUER = { secret: new Uint8Array(32).fill(1), origin: null, isSimulated: true };

const OTHER_SECRET = new Uint8Array(32).fill(2);
const { question, answer, provenance } = aReceiptPayload([]);

it('a receipt of made-up figures is never given for real ones, though the answer is the same', async () => {
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const { jws } = await signAndStore(store, ISSUER);
    expect(await signAndStore(store, ISSUER)).toEqual({ jws, toStore: null });
    const real = await signAndStore(store, { ...ISSUER, isSimulated: false });
    expect(payloadIn(real.jws)).toMatchObject({ simulated: false });
  });
});

it('after the master secret was changed a new key signs, and receipts of the former one stay valid', async () => {
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const former = await signAndStore(store, ISSUER);
    const later = await signAndStore(store, { ...ISSUER, secret: OTHER_SECRET });
    const [newKey, formerKey] = await store.readReceiptKeys();
    expect([newKey?.kid, formerKey?.kid]).toEqual([
      (await receiptKeyOf(OTHER_SECRET)).kid,
      (await receiptKeyOf(ISSUER.secret)).kid,
    ]);
    const jwks = jwksOf(await store.readReceiptKeys());
    for (const { jws } of [former, later]) expect(await verifyReceipt(jws, jwks)).toMatchObject({ ok: true });
    expect(payloadIn(later.jws).id, 'nobody can guess it without the secret').not.toBe(
      payloadIn(former.jws).id,
    );
  });
});

let issued = 0;

/** Each a millisecond after the one before. */
async function signAndStore(store: Store, issuer: ReceiptIssuer) {
  const sign = await createReceiptSigner(issuer, store);
  issued += 1;
  const moment = { madeFrom: '3', dataVersion: '3', issuedAt: new Date(issued) };
  const signed = await sign({ question, answer, provenance }, moment);
  if (signed.toStore) await store.write.storeReceipt(signed.toStore);
  return signed;
}
