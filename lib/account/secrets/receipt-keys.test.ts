import { expect, it } from 'vitest';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { withStore } from '#lib/testing/worlds/own-store';
import { currentReceiptKey, receiptKeyOf, receiptNames, rotateReceiptKey } from './receipt-keys.ts';

const SECRET = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);

it('the key of receipts is the same one every time, the next after a rotation, and after the secret was changed', async () => {
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const current = async (secret: Uint8Array) => {
      const [newest] = await store.readReceiptKeys();
      return (await currentReceiptKey(newest, secret)).kid;
    };
    const kidOf = async (secret: Uint8Array, n: number) => (await receiptKeyOf(secret, n)).kid;
    const now = new Date(5);
    expect(await current(SECRET)).toBe(await kidOf(SECRET, 1));
    await rotateReceiptKey(store, SECRET, now);
    expect(await current(SECRET)).toBe(await kidOf(SECRET, 1));
    const keys = await rotateReceiptKey(store, SECRET, now);
    expect(keys.map(({ n, sinceMs }) => [n, sinceMs])).toEqual([
      [2, 5],
      [1, 5],
    ]);
    expect(await current(SECRET)).toBe(await kidOf(SECRET, 2));
    expect(await current(OTHER)).toBe(await kidOf(OTHER, 3));
  });
});

it('keys and names follow from the secret, and tell nothing of it to each other', async () => {
  const kids = await Promise.all(
    [SECRET, OTHER].flatMap((secret) => [1, 2].map(async (n) => (await receiptKeyOf(secret, n)).kid)),
  );
  expect(new Set(kids).size).toBe(4);
  expect((await receiptKeyOf(SECRET, 1)).kid).toBe(kids[0]);
  const [name, other] = [receiptNames(SECRET)('content'), receiptNames(OTHER)('content')];
  expect(name).toMatch(/^[\w-]{22}$/);
  expect(receiptNames(SECRET)('content')).toBe(name);
  expect(other).not.toBe(name);
});
