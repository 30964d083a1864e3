import { describe, expect, it } from 'vitest';
import {
  aReceiptPayload,
  type FigureOfReceipt,
  signedReceipt,
  testKey,
} from '#lib/testing/builders/receipts';
import { randomOf } from '#lib/testing/property-runs';
import { verifyReceipt } from './verify-receipt.ts';

const CROSS: readonly FigureOfReceipt[] = [
  { base: 'EUR', quote: 'USD', figure: 1.1684, inverted: true },
  { base: 'EUR', quote: 'JPY', figure: 186.75, inverted: false },
];

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Payloads that no service of this version signs. */
const MALFORMED: readonly (readonly [string, unknown])[] = [
  ['a later version', { ...aReceiptPayload(CROSS), version: 2 }],
  ['no answer', { ...aReceiptPayload(CROSS), answer: undefined }],
  ['legs that are none', { ...aReceiptPayload(CROSS), provenance: { kind: 'cross', legs: [null] } }],
  ['a rate that is a text', { ...aReceiptPayload(CROSS), answer: { from: 'EUR', to: 'USD', rate: '1' } }],
  ['an instant that is none', { ...aReceiptPayload(CROSS), issuedAt: 'yesterday' }],
  ['null', null],
  ['a list', []],
];

/** Never that it cannot be read, nor what is beside it. */
const REFUSED = /^(This is not a receipt|The signature is wrong|The key that signed this receipt)/;

describe('a receipt', () => {
  it('is good with the key that signed it, alone or as its file', async () => {
    const payload = aReceiptPayload(CROSS);
    const { jws, keys } = await signedReceipt(payload);
    const { kid } = await testKey(1);
    const good = { ok: true, value: { payload, kid } };
    expect(await verifyReceipt(jws, keys)).toEqual(good);
    expect(await verifyReceipt(JSON.stringify({ receipt: jws }), keys)).toEqual(good);
    expect(await verifyReceipt(JSON.stringify({ ...payload.answer, receipt: jws }), keys)).toEqual(good);
  });

  it('is refused after each of 200 changes of one character', async () => {
    const { jws, keys } = await signedReceipt(aReceiptPayload(CROSS));
    const file = JSON.stringify({ receipt: jws });
    const random = randomOf(1);
    const pick = (length: number) => Math.floor(random() * length);
    const accepted: string[] = [];
    for (let change = 0; change < 200; change += 1) {
      // The last characters too, where some of the bits stand for nothing.
      const place = change < 20 ? file.length - 1 - change : pick(file.length);
      const others = CHARACTERS.replace(file[place] ?? '', '');
      const altered = file.slice(0, place) + others[pick(others.length)] + file.slice(place + 1);
      const verified = await verifyReceipt(altered, keys);
      if (verified.ok || !REFUSED.test(verified.error)) accepted.push(altered);
    }
    expect(accepted).toEqual([]);
  });

  it('is refused whatever bits stand behind the last one of its signature', async () => {
    const { jws, keys } = await signedReceipt(aReceiptPayload(CROSS));
    const verdicts = await Promise.all(
      [...CHARACTERS].map(async (last) => (await verifyReceipt(jws.slice(0, -1) + last, keys)).ok),
    );
    expect(verdicts.filter(Boolean)).toHaveLength(1);
  });

  it('is refused with other keys, and with a key under another one’s name', async () => {
    const { jws, keys } = await signedReceipt(aReceiptPayload(CROSS));
    const [mine, other] = [await testKey(1), await testKey(2)];
    const unknown = await verifyReceipt(jws, keys.replace(mine.kid, other.kid));
    expect(unknown).toEqual({
      ok: false,
      error: `The key that signed this receipt, ${mine.kid}, is not among the keys given.`,
    });
    expect(await verifyReceipt(jws, keys.replace(mine.x, other.x))).toEqual({
      ok: false,
      error: 'The signature is wrong: the receipt is not as it was signed.',
    });
    for (const none of ['{}', 'nothing', keys.replace(mine.x, 'AA')]) {
      const refused = await verifyReceipt(jws, none);
      expect(refused).toMatchObject({ ok: false, error: expect.stringMatching(/^This is not a set of/) });
    }
  });
});

describe('a receipt whose signature is good', () => {
  it.each(MALFORMED)(
    'is refused in a sentence where its payload is malformed: %s',
    async (_what, payload) => {
      const { jws, keys } = await signedReceipt(payload);
      expect(await verifyReceipt(jws, keys)).toEqual({
        ok: false,
        error: 'The receipt is signed but cannot be read: a newer program may have issued it.',
      });
    },
  );
});

describe('a receipt that says more', () => {
  it('is refused when the answer that was saved with it was altered', async () => {
    const payload = aReceiptPayload(CROSS);
    const { jws, keys } = await signedReceipt(payload);
    const saved = JSON.stringify({ ...payload.answer, rate: 159.9, receipt: jws });
    expect(await verifyReceipt(saved, keys)).toEqual({
      ok: false,
      error: 'The answer beside the receipt was altered: its rate is not the one that was signed.',
    });
  });

  it.each<readonly [string, object]>([
    ['figure', { figure: 1.1685 }],
    ['inverted', { inverted: false }],
    ['observedAt', { observedAt: '2026-04-12T12:10:00.000Z' }],
    ['document', { document: { url: 'https://elsewhere.example.org', sha256: 'ab'.repeat(32) } }],
  ])('is refused when the %s in the provenance that was saved with it was altered', async (_name, change) => {
    const { answer, provenance, ...payload } = aReceiptPayload(CROSS);
    const { jws, keys } = await signedReceipt({ ...payload, answer, provenance });
    const [first, ...others] = provenance.legs;
    const savedWith = (legs: readonly object[]) => {
      const { legs: _signed, ...rest } = provenance;
      // Another program may have put its members in another order.
      return verifyReceipt(JSON.stringify({ receipt: jws, provenance: { legs, ...rest }, ...answer }), keys);
    };
    const error = 'The answer beside the receipt was altered: its provenance is not the one that was signed.';
    expect(await savedWith([{ ...first }, ...others])).toMatchObject({ ok: true });
    expect(await savedWith([{ ...first, ...change }, ...others])).toEqual({ ok: false, error });
    expect(await savedWith(others)).toEqual({ ok: false, error });
  });

  it('is refused when a member stands twice in the answer that was saved with it, however deep', async () => {
    const payload = aReceiptPayload(CROSS);
    const { jws, keys } = await signedReceipt(payload);
    const saved = JSON.stringify(
      { ...payload.answer, provenance: payload.provenance, receipt: jws },
      null,
      1,
    );
    expect(await verifyReceipt(saved, keys)).toMatchObject({ ok: true });
    const error = 'The answer beside the receipt has two members of one name, so it says two things.';
    for (const [name, twice] of [
      ['"rate"', '"rate": 999, "rate"'],
      ['"receipt"', String.raw`"r\u0065ceipt": "\"a\": b", "receipt"`],
      ['"inverted"', '"inverted" : false, "inverted"'],
    ] as const)
      expect(await verifyReceipt(saved.replace(name, twice), keys), name).toEqual({ ok: false, error });
  });
});

describe('a receipt that is not of every day', () => {
  it('may stand on figures of before 1970', async () => {
    const payload = aReceiptPayload(CROSS);
    const { provenance } = payload;
    const legs = provenance.legs.map((leg) => ({ ...leg, observedAt: '1927-01-01T00:00:00.000Z' }));
    const { jws, keys } = await signedReceipt({ ...payload, provenance: { ...provenance, legs } });
    expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: true });
  });

  it('may say more than is known today', async () => {
    const { jws, keys } = await signedReceipt({ ...aReceiptPayload(CROSS), witnesses: [] });
    expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: true });
  });
});
