import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  aReceiptPayload,
  type FigureOfReceipt,
  signedReceipt,
  testKey,
} from '#lib/testing/builders/receipts';
import { randomOf } from '#lib/testing/property-runs';
import type { ReceiptPayload } from './receipt.ts';
import { verifyReceipt } from './verify-receipt.ts';

const CROSS: readonly FigureOfReceipt[] = [
  { base: 'EUR', quote: 'USD', figure: 1.1684, inverted: true },
  { base: 'EUR', quote: 'JPY', figure: 186.75, inverted: false },
];

const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** What a receipt may be wrong about, how it comes to be, and what is said of it. */
const WRONG: readonly (readonly [string, (payload: ReceiptPayload) => object, string])[] = [
  [
    'the rate',
    (payload) => ({ ...payload, decimals: { ...payload.decimals, rate: '159.833960972271' } }),
    'The arithmetic differs: The figures make the rate 159.83396097227, and the receipt says 159.833960972271.',
  ],
  [
    'the number of the rate',
    (payload) => ({ ...payload, answer: { ...payload.answer, rate: 160 } }),
    'The arithmetic differs: The figures make the rate 159.83396097227, and the answer says 160.',
  ],
  [
    'the result',
    (payload) => ({ ...payload, decimals: { ...payload.decimals, result: '1' } }),
    'The arithmetic differs: The figures make the result 191880.67014721, and the receipt says 1.',
  ],
  [
    'a currency',
    (payload) => ({ ...payload, answer: { ...payload.answer, to: 'CHF' } }),
    'The arithmetic differs: The question has to=JPY, and the answer has CHF.',
  ],
  [
    'the order of the figures',
    (payload) => ({ ...payload, legs: payload.legs.toReversed() }),
    'The arithmetic differs: The figure EUR/JPY does not continue from USD.',
  ],
  [
    'the amount',
    (payload) => ({
      ...payload,
      question: { ...payload.question, parameters: { from: 'USD', to: 'JPY' } },
    }),
    'The arithmetic differs: The question has no amount, and the answer has 1200.5.',
  ],
  [
    'a later version',
    (payload) => ({ ...payload, version: 2 }),
    'The receipt is signed but cannot be read: its version is 2, and only 1 is known.',
  ],
  [
    'a figure of nothing',
    (payload) => ({ ...payload, legs: payload.legs.map((leg) => ({ ...leg, figure: '0.0' })) }),
    'The receipt is signed but cannot be read: its member legs is not as it should be.',
  ],
];

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
      if (verified.ok || !['format', 'signature', 'unknown-key'].includes(verified.error.kind))
        accepted.push(altered);
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
    expect(unknown).toMatchObject({
      ok: false,
      error: {
        kind: 'unknown-key',
        sentence: `The key that signed this receipt, ${mine.kid}, is not among the keys given.`,
      },
    });
    expect(await verifyReceipt(jws, keys.replace(mine.x, other.x))).toMatchObject({
      ok: false,
      error: { kind: 'keys' },
    });
    expect(await verifyReceipt(jws, '{}')).toMatchObject({ ok: false, error: { kind: 'keys' } });
  });
});

describe('a receipt whose signature is good', () => {
  it.each(WRONG)(
    'is refused though it is signed, when it is wrong about %s',
    async (_what, alter, sentence) => {
      const { jws, keys } = await signedReceipt(alter(aReceiptPayload(CROSS)));
      expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: false, error: { sentence } });
    },
  );
});

describe('a receipt that says more', () => {
  it('is refused when the answer that was saved with it was altered', async () => {
    const payload = aReceiptPayload(CROSS);
    const { jws, keys } = await signedReceipt(payload);
    const saved = JSON.stringify({ ...payload.answer, rate: 159.9, receipt: jws });
    expect(await verifyReceipt(saved, keys)).toMatchObject({
      ok: false,
      error: {
        sentence:
          'The answer beside the receipt was altered: its rate is 159.9, and 159.83396097227 was signed.',
      },
    });
  });

  it.each<readonly [string, object]>([
    ['figure', { figure: 1.1685 }],
    ['inverted', { inverted: false }],
    ['observedAt', { observedAt: '2026-04-12T12:10:00.000Z' }],
    ['document', { document: { url: 'https://elsewhere.example.org', sha256: 'ab'.repeat(32) } }],
  ])('is refused when the %s in the provenance that was saved with it was altered', async (name, change) => {
    const payload = aReceiptPayload(CROSS);
    const { jws, keys } = await signedReceipt(payload);
    const [first, ...others] = payload.legs.map((leg) => ({
      ...leg,
      figure: Number(leg.figure),
      age: 'fresh',
    }));
    const savedWith = (legs: readonly object[]) =>
      verifyReceipt(JSON.stringify({ ...payload.answer, provenance: { legs }, receipt: jws }), keys);
    expect(await savedWith([{ ...first }, ...others])).toMatchObject({ ok: true });
    expect(await savedWith([{ ...first, ...change }, ...others])).toMatchObject({
      ok: false,
      error: {
        kind: 'altered',
        sentence: expect.stringContaining(
          `The provenance beside the receipt was altered: ${name} of figure 1 `,
        ),
      },
    });
    expect(await savedWith(others)).toMatchObject({
      ok: false,
      error: {
        sentence:
          'The provenance beside the receipt was altered: it does not have the 2 figures that were signed.',
      },
    });
  });
});

describe('a receipt that is not of every day', () => {
  it('may stand on figures of before 1970', async () => {
    const payload = aReceiptPayload(CROSS);
    const legs = payload.legs.map((leg) => ({ ...leg, observedAt: '1927-01-01T00:00:00.000Z' }));
    const { jws, keys } = await signedReceipt({ ...payload, legs });
    expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: true });
  });

  it('is neither good nor bad where there is no cryptography to check it by', async () => {
    const { jws, keys } = await signedReceipt(aReceiptPayload(CROSS));
    vi.stubGlobal('crypto', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: false, error: { kind: 'unable' } });
  });

  it('may say more than is known today', async () => {
    const { jws, keys } = await signedReceipt({ ...aReceiptPayload(CROSS), witnesses: [] });
    expect(await verifyReceipt(jws, keys)).toMatchObject({ ok: true });
  });
});
