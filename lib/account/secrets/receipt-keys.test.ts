import { expect, it } from 'vitest';
import { throwAwayFolder } from '#lib/testing/throw-away-folder';
import { withStore } from '#lib/testing/worlds/own-store';
import { currentReceiptKey, ensureReceiptKey, rotateReceiptKey } from './receipt-keys.ts';
import { receiptKeyOf, receiptNames } from './receipt-keys.ts';

const SECRET = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);

it('the key of receipts is the same one at each start, the next after a rotation, and after the secret was changed', async () => {
  await withStore({ DATA_DIR: throwAwayFolder() }, async (store) => {
    const numbers = async () => (await store.readReceiptKeys()).map(({ n }) => n);
    const now = new Date(5);
    await ensureReceiptKey(store, SECRET, now);
    await ensureReceiptKey(store, SECRET, now);
    expect(await numbers()).toEqual([1]);
    await rotateReceiptKey(store, SECRET, now);
    await ensureReceiptKey(store, SECRET, now);
    expect(await numbers()).toEqual([2, 1]);
    await ensureReceiptKey(store, OTHER, now);
    expect(await numbers()).toEqual([3, 2, 1]);
    const [newest] = await store.readReceiptKeys();
    expect(newest).toMatchObject({ kid: (await receiptKeyOf(OTHER, 3)).kid, sinceMs: 5 });
    expect((await currentReceiptKey(newest, OTHER)).n).toBe(3);
    expect((await currentReceiptKey(newest, SECRET)).n).toBe(4);
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
